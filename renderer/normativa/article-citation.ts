import type { Outputs } from '../api.ts'
import type { Text } from '../text.ts'

type ArticleBody = Pick<Outputs['getArticle'], 'document_title' | 'version' | 'in_force_from' | 'number' | 'title' | 'source'>
type Base = Outputs['getMeta']['kb']

/** The citation of an article or of one of its tables: document, edition, section, table, official identifier and knowledge base. */
export function articleCitation(
  article: ArticleBody,
  table: { readonly number: string; readonly title: string } | undefined,
  base: Base,
  text: Text,
): string {
  const words = text.normativa
  const place = [`${article.number} ${article.title}`, ...(table === undefined ? [] : [`${table.number} (${table.title.replace(/[*~^]/g, '')})`])]
  return [
    [article.document_title, words.citedEdition(article.version, article.in_force_from), ...place].join(', '),
    [article.source.authority, ...(article.source.identifier === null ? [] : [article.source.identifier])].join(', '),
    words.citedBase(base.version, base.sha256.slice(0, 12)),
  ].join('. ')
}
