import { familyVerdict, quotation } from '../ask/answer-text.ts'
import { isSameArticle } from '../ask/bound.ts'
import type { Family } from '../ask/choose.ts'
import { frameOf } from '../ask/frame.ts'
import { furtherQuotes } from '../ask/further-quotes.ts'
import type { Ranked } from '../ask/ranker.ts'
import type { Slots } from '../ask/slots.ts'
import { isLikely } from '../ask/sureness.ts'
import { editionOn } from '../engine/book.ts'
import { quantitiesIn } from '../engine/quantities.ts'
import type { FoundArticle } from '../kb/find-articles.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { stems } from '../kb/text-analysis.ts'
import type { Question } from './ask-question.ts'
import { nearest } from './ask-refusal.ts'
import type { AskReply, AskSource } from './ask-schema.ts'
import { extractOf, similarity, sourceOf, textOf, wantedIn } from './ask-sources.ts'
import { isJudged } from './ask-verdict.ts'

interface Asked {
  readonly slots: Slots
  readonly day: string
  readonly ranked: readonly Ranked[]
}

/** The answer that quotes paragraphs of one article, best first. */
export function fromParagraphs(kb: KnowledgeBase, paragraphs: readonly Ranked[], { slots, day, ranked }: Asked): AskReply {
  const [best] = paragraphs
  if (best === undefined) throw new Error('an extract has a paragraph')
  const { document, section } = best.unit
  const source = kb.book.documents.get(document)
  const version = (source === undefined ? undefined : editionOn(source, day)?.version) ?? ''
  const wanted = wantedIn(slots)
  const said = paragraphs.map(({ unit }) => unit.body)
  const further = furtherQuotes(kb, { document, section, version }, ranked, { slots, quoted: said.join('\n') })
  const text = [...said, ...further].map((one) => quotation(one, wanted)).join('\n')
  const cited = sourceOf(kb, { document, section, version })
  return extractOf(`${frameOf(kb).accordingTo(`${source?.shortTitle ?? document} (${version}), ${cited.section_title}`)}\n${text}`, [
    { ...cited, similarity_score: similarity(best), excerpt: text },
  ])
}

/** Longest quotation of an article that a question names. */
const mostLines = 3

/** The answer to a question for articles by their number: the lines of each that are nearest to it. */
export function fromArticles(kb: KnowledgeBase, articles: readonly FoundArticle[], slots: Slots): AskReply {
  const wanted = wantedIn(slots)
  const sources = articles.slice(0, 3).map((found): AskSource => {
    const row = kb.articles.wordings(found.document, found.section).find(({ editions }) => editions.includes(found.version))
    const lines = (row?.plain ?? '').split('\n').map((text, position) => ({ text, position, worth: wanted(text) }))
    const best = lines.toSorted((left, right) => right.worth - left.worth || left.position - right.position).slice(0, mostLines)
    const excerpt = best
      .sort((left, right) => left.position - right.position)
      .map(({ text }) => text)
      .join('\n')
    return { ...sourceOf(kb, found), similarity_score: 1, excerpt }
  })
  const [first] = sources
  const title = kb.book.documents.get(first?.code_slug ?? '')?.shortTitle ?? ''
  return extractOf(`${frameOf(kb).accordingTo(`${title} (${first?.version}), ${first?.section_title}`)}\n${first?.excerpt}`, sources)
}

/**
 * Where nothing is sure enough, the paragraph that ranks first, of the documents that the question names if it names any, quoted as what may answer; with
 * the other articles that are near. It must have a figure of the kind asked for, and either search agrees, or it has one of the kind to judge.
 */
export function likely(kb: KnowledgeBase, question: Question, ranked: readonly Ranked[], named: ReadonlySet<string>): AskReply | undefined {
  const { slots, day } = question
  const first = ranked.find(({ unit }) => named.size === 0 || named.has(unit.document))
  if (first === undefined || first.matched < leastMatched || first.score < leastQuoted) return undefined
  const body = textOf(kb, first, day)
  const isNear = isLikely(ranked, first) ? hasFigureAsked(kb, body, slots) : slots.judges && measuresTheSame(kb, body, slots)
  if (!isNear) return undefined
  return asLikely(kb, fromParagraphs(kb, [{ ...first, unit: { ...first.unit, body } }], { slots, day, ranked }), { question, ranked })
}

/** Least score of a paragraph that is quoted as what may answer. */
const leastQuoted = 2

/** False if a question asks for a figure and a text has none of what it is asked in. */
function hasFigureAsked({ book: { units } }: KnowledgeBase, text: string, slots: Slots): boolean {
  const { judges, unit, magnitude, size, measuredIn, asksCount, side, quality } = slots
  if (quality !== undefined) return stems(text).includes(quality)
  if (judges || !(unit !== undefined || magnitude !== undefined || size !== undefined || measuredIn !== undefined || asksCount || side !== undefined))
    return true
  const length = magnitude !== undefined || size !== undefined ? ['m1'] : []
  const kinds = new Set([...(unit === undefined ? [] : [unit.kind]), ...length, ...(measuredIn ?? [])])
  return quantitiesIn(text, units).some(({ unit: said }) => kinds.size === 0 || (said !== undefined && kinds.has(said.kind)))
}

/** True if a text has a figure of the kind of one that a question gives: a length beside a length. */
function measuresTheSame({ book: { units } }: KnowledgeBase, text: string, { unassigned, assigned }: Slots): boolean {
  const kinds = new Set([...unassigned, ...assigned].flatMap(({ quantity: { unit } }) => unit?.kind ?? []))
  return quantitiesIn(text, units).some(({ unit }) => unit !== undefined && kinds.has(unit.kind))
}

/** An extract as what may answer, with the other articles that are near. */
function asLikely(
  kb: KnowledgeBase,
  reply: AskReply,
  { question, ranked }: { readonly question: Question; readonly ranked: readonly Ranked[] },
): AskReply {
  const others = nearest(kb, question, ranked).filter(({ url }) => url !== reply.sources[0]?.url)
  return { ...reply, answer: `${frameOf(kb).mayAnswer} ${reply.answer}`, suggestions: others.slice(0, 2) }
}

/** A single word of several says too little. */
const leastMatched = 2

/**
 * True for rules whose figure is no sure answer, so that only their text is quoted: the question asks what something means; or for leave or a duty, and
 * they judge nothing and are no threshold; or they judge its value and it may be of something else, or of a thing that the question does not name.
 */
export function isDoubtful(families: readonly Family[], { asksWhether, asksMeaning, judges }: Slots): boolean {
  const verdicts = families.filter(isJudged).map(familyVerdict)
  if (verdicts.some((verdict) => verdict !== undefined)) return false
  const [first] = families
  if (first !== undefined && isJudged(first)) return first.isContested || !first.isMeant
  if (verdicts.length > 0) return false
  if (asksMeaning || (judges && first?.isNamed === false)) return true
  return asksWhether && first?.best.loaded.rule.kind !== 'threshold'
}

/** The text of the rules of a doubtful answer, quoted as what may answer. */
export function fromTextOf(kb: KnowledgeBase, families: readonly Family[], question: Question, ranked: readonly Ranked[]): AskReply | undefined {
  const rules = new Set(families.map(({ best }) => best.loaded))
  const [first, ...others] = ranked.filter(({ rule }) => rule !== undefined && rules.has(rule))
  if (first === undefined) return undefined
  const bodies = new Map([first, ...others].filter((one) => isSameArticle(one, first)).map((one) => [textOf(kb, one, question.day), one]))
  const paragraphs = [...bodies].map(([body, one]) => ({ ...one, unit: { ...one.unit, body } }))
  return asLikely(kb, fromParagraphs(kb, paragraphs, { ...question, ranked }), { question, ranked })
}
