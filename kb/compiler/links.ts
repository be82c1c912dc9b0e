import { type Article, readArticle } from './article.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** The address of an article in this service. */
function sectionAddress(collection: string, document: string, slug: string): string {
  return `/api/v1/normativa/${collection}/${document}/${slug}`
}

/** Every article with its links resolved, by file; a link to nowhere and a stub are reported. */
export function resolveArticles(sources: SourceFolder, documents: readonly ReadDocument[]): Map<string, Article> {
  const collections = new Map(documents.map(({ source }) => [source.slug, source.collection]))
  const slugs = new Set<string>(documents.flatMap(({ source, sections }) => sections.map(({ value }) => `${source.slug}/${value.section}`)))
  const tables = new Map<string, string>(
    documents.flatMap(({ source, tables: own }) => own.map(({ value }) => [`${source.slug}/${value.table}`, value.section] as const)),
  )
  const articles = new Map<string, Article>()
  for (const { source, sections } of documents) {
    const qualified = (target: string): string => (target.includes('/') ? target : `${source.slug}/${target}`)
    const address = (target: string): string | undefined => {
      const [document = '', slug = ''] = qualified(target).split('/')
      return slugs.has(`${document}/${slug}`) ? sectionAddress(collections.get(document) ?? '', document, slug) : undefined
    }
    const targets = {
      section: address,
      table: (target: string) => {
        const home = tables.get(qualified(target))
        const [document = '', slug = ''] = qualified(target).split('/')
        return home === undefined ? undefined : `${address([document, home].join('/'))}#${slug}`
      },
      document: (target: string) => (collections.has(target) ? `/api/v1/normativa/${collections.get(target)}/${target}` : undefined),
    }
    for (const { file, value } of sections) {
      const article = readArticle(value.body, targets)
      for (const { line, link } of article.dangling) sources.report(file, value.lines[line] ?? 1, `link to nowhere: ${link}`)
      if (article.plain.length < 40) sources.report(file, value.lines[0] ?? 1, 'is a stub: expected the obligations of the section')
      articles.set(file, article)
    }
  }
  return articles
}
