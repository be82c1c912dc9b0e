import { frameOf } from '../ask/frame.ts'
import { type FoundArticle, sectionsInForce } from '../kb/find-articles.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { articleUrl } from './article-url.ts'
import type { AskReply } from './ask-schema.ts'
import { extractOf } from './ask-sources.ts'

/** What is put before a name to ask what it is. */
const asking =
  /^[¿\s]*(?:(?:qu[ée]|de qu[ée]|sobre qu[ée])\s+(?:es|dice|trata|regula|contiene|va|pide|exige)\s+)?(?:(?:el|la|los|las)\s+)?(?:(?:secci[óo]n|exigencia)\s+)?/iu

/** Most sections of a part that are named. */
const mostSections = 20

/** The answer to a question that is no more than the name of a part of a document (`SUA 9`): what it is, its beginning and its sections. Undefined for any other. */
export function partReply(kb: KnowledgeBase, question: string, day: string): AskReply | undefined {
  const name = question.replace(asking, '').replace(/[?.!\s]+$/, '')
  const all = sectionsInForce(kb, kb.identifiers.exact(name), day)
  const sections = [...new Map(all.map((one) => [`${one.document}/${one.section}`, one])).values()]
  const [own, ...others] = sections
  if (own === undefined || others.length === 0 || others.some(({ document }) => document !== own.document)) return undefined
  const frame = frameOf(kb)
  const { number, title, excerpt, url } = articleIn(kb, own)
  const top = others.filter(({ section }) => !others.some((other) => section.startsWith(`${other.section}-`)))
  const named = top.slice(0, mostSections).map((one) => articleIn(kb, one))
  const source = `${kb.book.documents.get(own.document)?.shortTitle ?? own.document} (${own.version})`
  const parts = named.map((one) => `\n- ${one.number} ${one.title}`).join('') + (top.length > named.length ? '\n- …' : '')
  const cited = {
    code_slug: own.document,
    version: own.version,
    section_title: `${number} ${title}`,
    section: number,
    url,
    similarity_score: 1,
    excerpt,
  }
  return {
    ...extractOf(`${frame.isCalled(number, title, source)} ${frame.itsParts}:${parts}`, [cited]),
    quoted: excerpt,
    suggestions: named.slice(0, 3).map((one) => ({ title: `${one.number} ${one.title}`, url: one.url, snippet: one.excerpt })),
  }
}

/** The number, title, first paragraph and address of an article. */
function articleIn(kb: KnowledgeBase, { document, section, version }: FoundArticle) {
  const row = kb.articles.wordings(document, section).find(({ editions }) => editions.includes(version))
  const known = kb.documents.find(({ slug }) => slug === document)
  return {
    number: row?.number ?? section,
    title: row?.title ?? '',
    excerpt: row?.plain.split('\n')[0] ?? '',
    url: known === undefined ? '' : `${articleUrl(known, section)}?version=${encodeURIComponent(version)}`,
  }
}
