import type { FigureAnswer } from '../ask/figures.ts'
import type { Ranked } from '../ask/ranker.ts'
import type { Slots } from '../ask/slots.ts'
import { type BookSection, editionOn, placeInText } from '../engine/book.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { stems } from '../kb/text-analysis.ts'
import { articleUrl } from './article-url.ts'
import type { AskReply, AskSource } from './ask-schema.ts'

/** A section of a document in one of its editions. */
export interface InEdition {
  readonly document: string
  readonly section: string
  readonly version: string
}

/** The article of a rule that answers, in the edition it answers from. */
export function articleOf({ loaded: { document, rule }, version }: FigureAnswer): InEdition {
  return { document, section: rule.cite.section, version }
}

/** Counts the words of the question in a line. */
export function wantedIn({ words }: Slots): (line: string) => number {
  const wanted = new Set(words.flatMap(({ stem }) => stem ?? []))
  return (line) => new Set(stems(line).filter((stem) => wanted.has(stem))).size
}

/** The text of the paragraph that a rule stands in; undefined if it stands in a table. */
export function paragraphOf(
  kb: KnowledgeBase,
  { loaded: { document, rule }, version }: Pick<FigureAnswer, 'loaded' | 'version'>,
): string | undefined {
  const name = rule.cite.paragraph
  return name === undefined ? undefined : kb.articles.paragraph({ document, section: rule.cite.section, version, name })
}

/** The source of a rule that answers, with the paragraph it stands in. */
export function ruleSource(kb: KnowledgeBase, figure: Pick<FigureAnswer, 'loaded' | 'version'>, ranked: readonly Ranked[]): AskSource {
  const { document, rule } = figure.loaded
  const row = wordingIn(kb, { document, section: rule.cite.section, version: figure.version })
  return {
    ...sourceOf(kb, { document, section: rule.cite.section, version: figure.version }),
    similarity_score: similarity(ranked.find((one) => one.rule === figure.loaded)),
    section: placeInText(row?.number ?? rule.cite.section, rule.cite.locator),
    excerpt: paragraphOf(kb, figure) ?? rule.title,
  }
}

/** Share of the question's words that a unit has, to three places. */
export function similarity(ranked: Ranked | undefined): number {
  return Math.round(Math.min(1, ranked?.covered ?? 1) * 1000) / 1000
}

/** Number and title of a section in an edition; its text is not read. */
function wordingIn({ book }: KnowledgeBase, { document, section, version }: InEdition): BookSection | undefined {
  return book.sections.get(`${document}/${section}`)?.find(({ editions }) => editions.includes(version))
}

/** The article of a document in an edition, as a source. */
export function sourceOf(kb: KnowledgeBase, { document, section, version }: InEdition) {
  const known = kb.documents.find(({ slug }) => slug === document)
  const row = wordingIn(kb, { document, section, version })
  return {
    code_slug: document,
    version,
    section_title: `${row?.number ?? ''} ${row?.title ?? ''}`.trim(),
    section: row?.number ?? section,
    url: known === undefined ? '' : `${articleUrl(known, section)}?version=${encodeURIComponent(version)}`,
  }
}

/** The edition of a document that is in force on a day; empty if none is. */
export function versionOn({ book }: KnowledgeBase, slug: string, day: string): string {
  const source = book.documents.get(slug)
  return (source === undefined ? undefined : editionOn(source, day)?.version) ?? ''
}

/** The words of a unit: the paragraph, or the one that a rule stands in. */
export function textOf(kb: KnowledgeBase, { unit, rule }: Ranked, day: string): string {
  const name = rule?.rule.cite.paragraph
  if (rule === undefined) return unit.body
  const { document, section } = unit
  return (
    (name === undefined ? undefined : kb.articles.paragraph({ document, section, version: versionOn(kb, document, day), name })) ?? rule.rule.title
  )
}

/** An answer in words of the regulations or of the base, without a figure of a rule. */
export function extractOf(answer: string, sources: AskSource[]): AskReply {
  return { answer, sources, grounded: true, kind: 'extract', verdict: null, assumes: [], figures: [], suggestions: [] }
}
