import type { AskIndex } from '../ask/ask-index.ts'
import { unsaidUnit, withUnit } from '../ask/bare-number.ts'
import { type Chosen, choose, chooseNamed } from '../ask/choose.ts'
import { frameOf } from '../ask/frame.ts'
import { saysHowMany, withoutCount } from '../ask/how-many.ts'
import { inexactIn } from '../ask/inexact.ts'
import { namedPair } from '../ask/named-pair.ts'
import type { Slots } from '../ask/slots.ts'
import { unexplainedIn } from '../ask/unexplained.ts'
import { quantityText, unjudged } from '../ask/unjudged.ts'
import type { ZoneQuestion } from '../ask/zone-question.ts'
import type { Place } from '../engine/place.ts'
import type { Terms } from '../engine/terms.ts'
import type { Unit } from '../engine/unit.ts'
import { type FoundArticle, sectionsInForce } from '../kb/find-articles.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { fromArticles, fromParagraphs, fromTextOf, isDoubtful, likely } from './ask-paragraphs.ts'
import { partReply } from './ask-part.ts'
import type { Question } from './ask-question.ts'
import { notSure, refusal, withoutAnswer } from './ask-refusal.ts'
import { fromRules } from './ask-rules.ts'
import type { AskReply } from './ask-schema.ts'
import { paragraphOf } from './ask-sources.ts'
import { isUnlisted, zoneReply } from './ask-zone.ts'
import { placeFor } from './place-for.ts'

/** A question with at most this many words beside the identifier of a section asks what it says. */
const wordsBesideIdentifier = 4

/** How much surer an answer is from the regulation in force instead of the repealed one that a question names. */
const worthOfInstead = 4

/** The answer to a question: figures with their cases and verdict, paragraphs of an article, or a refusal with its reason and the nearest articles. */
export function replyTo(kb: KnowledgeBase, index: AskIndex, question: Question): AskReply {
  const { slots, asked, day, beyond } = question
  const documents = beyond?.instead === undefined ? question.documents : documentsOf(kb, beyond.instead)
  const refuse = (why: string): AskReply => refusal(kb, question, why, [])
  if (asked.kind === 'unclear') return refuse(asked.why)
  if (beyond !== undefined && beyond.instead === undefined) return refuse(beyond.reason)
  const saidDocuments = index.ranker.documentsIn(question.question, slots)
  const absent = absentArticle(kb, saidDocuments, question.question)
  if (absent !== undefined) return refuse(absent)
  const part = documents.length === 0 ? partReply(kb, question.question, day) : undefined
  if (part !== undefined) return part
  const articles = namedArticles(kb, question)
  if (articles.length > 0) return fromArticles(kb, articles, slots)
  const zone = index.zones.read(question.question, slots)
  const ofZone = zone === undefined || documents.length > 0 ? undefined : zoneReply(kb, zone, asked.place, day)
  if (ofZone !== undefined && (zone?.asksZone === true || isFreed(zone, asked.place))) return ofZone
  if (index.ranker.isBeyond(slots, question.unread)) return withoutAnswer(`${frameOf(kb).notFound}.`, [])
  const query = { slots, place: asked.place, judgedAt: asked.place ?? placeFor(kb, 'ES'), judgedBy: question.documents, day, documents }
  const ranked = index.ranker.rank({ question: question.question, slots, ccaa: asked.place?.record.ccaa ?? null, day, documents })
  const pair = slots.judges || beyond !== undefined ? undefined : namedPair(kb, slots, query.judgedAt)
  const named = pair === undefined ? undefined : chooseNamed(kb.book, pair, ranked, { ...query, slots: ofPair(slots, pair) })
  const least = kb.ranking.least_score - (beyond === undefined ? 0 : worthOfInstead)
  const chosen = withUnexplained(kb, index, named ?? choose(kb.book, ranked, query, least), slots)
  const unsaid = slots.judges ? unsaidUnit(chosen) : undefined
  if (unsaid !== undefined)
    return withTakenUnit(kb, unsaid.unit, replyTo(kb, index, { ...question, slots: withUnit(slots, unsaid.value, unsaid.unit) }))
  if (chosen.kind === 'nothing' && ofZone !== undefined && zone?.asksDemands === true) return ofZone
  const counted = chosen.kind === 'nothing' && slots.asksCount ? replyOfThing(kb, index, question) : undefined
  if (counted !== undefined) return counted
  if (chosen.kind === 'nothing')
    return (
      (beyond === undefined ? likely(kb, question, ranked, saidDocuments) : undefined) ??
      refusal(kb, question, beyond?.reason ?? notSure(kb, ranked), ranked)
    )
  const quoted = chosen.kind === 'rules' && isDoubtful(chosen.families, slots) ? fromTextOf(kb, chosen.families, question, ranked) : undefined
  const reply =
    chosen.kind === 'rules'
      ? (quoted ?? fromRules(kb, chosen.families, slots, asked.place, ranked))
      : fromParagraphs(kb, chosen.paragraphs, { slots, day, ranked })
  return beyond === undefined ? reply : { ...reply, answer: `${beyond.reason}. ${reply.answer}` }
}

/** So many values that no rule reads hardly tell nothing of a case that fails: `roza de 6 cm que sube 80 cm, en una planta de 2,70 m`. */
const mostLeft = 2

/** What was chosen, with what the question says of a value to judge that its rules do not explain. */
function withUnexplained(kb: KnowledgeBase, index: AskIndex, chosen: Chosen, slots: Slots): Chosen {
  if (chosen.kind !== 'rules' || !slots.judges) return chosen
  const left = chosen.families.some(({ best }) => best.judgement?.verdict === 'NON_COMPLIANT') ? unjudged(kb.book, chosen.families) : []
  const inexact = chosen.families.flatMap(({ best }) => inexactIn(slots.text, best, slots.classes) ?? [])
  const unexplained = [
    ...new Set([
      ...inexact,
      ...(left.length >= mostLeft ? left.map(quantityText) : []),
      ...unexplainedIn(kb.book, chosen.families, slots, { asked: index.asked, textOf: (answer) => paragraphOf(kb, answer) }),
    ]),
  ]
  return unexplained.length === 0 ? chosen : { ...chosen, families: chosen.families.map((family) => ({ ...family, unexplained })) }
}

/** The answer to how many of a thing there must be, where it is how far apart they may be; undefined if the base does not say. */
function replyOfThing(kb: KnowledgeBase, index: AskIndex, asked: Question): AskReply | undefined {
  const question = withoutCount(asked.question)
  const reply = replyTo(kb, index, { ...asked, question, slots: index.slots.read(question) })
  return saysHowMany(kb.book, reply.figures[0], asked.slots) ? reply : undefined
}

/** An answer on a value whose unit is not said, with the unit that it is taken to be in. */
function withTakenUnit(kb: KnowledgeBase, { text }: Unit, reply: AskReply): AskReply {
  return reply.kind === 'refusal' || reply.kind === 'extract' ? reply : { ...reply, answer: `${frameOf(kb).takenUnit(text)} ${reply.answer}` }
}

/** True if a question asks what must be done in a place that the list of the zone leaves out. */
function isFreed(zone: ZoneQuestion | undefined, place: Place | undefined): boolean {
  return zone?.asksDemands === true && place !== undefined && isUnlisted({ zone: zone.zone, place })
}

/** A question as the pair that it names reads it. */
function ofPair(slots: Slots, { element, parameter, sets }: Terms): Slots {
  return { ...slots, elements: [element], parameters: [parameter], known: new Map([...sets, ...slots.known]) }
}

function documentsOf({ documents }: KnowledgeBase, name: string): string[] {
  return documents.filter(({ slug, collection }) => slug === name || collection === name).map(({ slug }) => slug)
}

/** The articles that a question names by number, if it says little else. */
function namedArticles(kb: KnowledgeBase, { question, slots, day, documents }: Question): FoundArticle[] {
  const named = sectionsInForce(kb, kb.identifiers.inside(question), day).filter(
    ({ document }) => documents.length === 0 || documents.includes(document),
  )
  const others = slots.words.filter(({ stem }) => stem !== undefined && !/\d/.test(stem)).length
  return others <= wordsBesideIdentifier && slots.parameters.length === 0 ? named : []
}

/** Why there is no answer to a question for an article, by its number, that the one document named does not have; undefined if it has it. */
function absentArticle(kb: KnowledgeBase, named: ReadonlySet<string>, question: string): string | undefined {
  const { book, documents } = kb
  const [slug, other] = named
  const asked = /(?<!\p{L})art(?:[íi]culo|[íi]cle|igo|\.)\s*(\d+)(?![\d.])/iu.exec(question)?.[1]
  if (slug === undefined || other !== undefined || asked === undefined) return undefined
  const numbers = [...book.sections.values()].flat().flatMap(({ document, number }) => (document === slug ? [number] : []))
  const isCounted = numbers.some((number) => /^art/i.test(number))
  const isThere = numbers.some((number) => number.match(/\d+/g)?.includes(asked))
  const title = documents.find((one) => one.slug === slug)?.short_title ?? slug
  return isCounted && !isThere ? frameOf(kb).noArticle(asked, title) : undefined
}
