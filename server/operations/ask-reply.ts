import { familyText, familyVerdict, quotation, refusedBy, shortQuotation } from '../ask/answer-text.ts'
import type { AskIndex } from '../ask/ask-index.ts'
import { unsaidUnit, withUnit } from '../ask/bare-number.ts'
import { choose, chooseNamed, type Family } from '../ask/choose.ts'
import type { FigureAnswer } from '../ask/figures.ts'
import { frameOf } from '../ask/frame.ts'
import { furtherQuotes } from '../ask/further-quotes.ts'
import { saysHowMany, withoutCount } from '../ask/how-many.ts'
import type { Judgement } from '../ask/judge.ts'
import { namedPair } from '../ask/named-pair.ts'
import type { Ranked } from '../ask/ranker.ts'
import type { Slots } from '../ask/slots.ts'
import { isLikely } from '../ask/sureness.ts'
import { hasValue, isBeside, quantityText, unjudged } from '../ask/unjudged.ts'
import type { ZoneQuestion } from '../ask/zone-question.ts'
import { type BookSection, editionOn, placeInText } from '../engine/book.ts'
import { comparisonOf } from '../engine/compare.ts'
import type { Place } from '../engine/place.ts'
import type { Terms } from '../engine/terms.ts'
import type { Unit } from '../engine/unit.ts'
import { type FoundArticle, findArticles, sectionsInForce } from '../kb/find-articles.ts'
import type { Beyond, KnowledgeBase } from '../kb/open.ts'
import { snippetOf } from '../kb/snippet.ts'
import { stems } from '../kb/text-analysis.ts'
import { articleUrl } from './article-url.ts'
import { partReply } from './ask-part.ts'
import { inPlace, type PlaceAsked } from './ask-place.ts'
import type { AskFigure, AskReply, AskSource } from './ask-schema.ts'
import { assumed, isJudged, overall } from './ask-verdict.ts'
import { isUnlisted, zoneReply } from './ask-zone.ts'
import { jsonNumber } from './json-values.ts'
import { placeFor } from './place-for.ts'

/** A question as read. */
export interface Question {
  readonly question: string
  readonly slots: Slots
  readonly asked: PlaceAsked
  readonly day: string
  readonly documents: readonly string[]
  /** What it asks that the base does not answer. */
  readonly beyond: Beyond | undefined
  /** Its words in another language that have no translation, folded. */
  readonly unread: ReadonlySet<string>
}

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
  const absent = absentArticle(kb, index.ranker.documentsIn(question.question, slots), question.question)
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
  const chosen = named ?? choose(kb.book, ranked, query, least)
  const unsaid = slots.judges ? unsaidUnit(chosen) : undefined
  if (unsaid !== undefined)
    return withTakenUnit(kb, unsaid.unit, replyTo(kb, index, { ...question, slots: withUnit(slots, unsaid.value, unsaid.unit) }))
  if (chosen.kind === 'nothing' && ofZone !== undefined && zone?.asksDemands === true) return ofZone
  const counted = chosen.kind === 'nothing' && slots.asksCount ? replyOfThing(kb, index, question) : undefined
  if (counted !== undefined) return counted
  if (chosen.kind === 'nothing')
    return (beyond === undefined ? likely(kb, question, ranked) : undefined) ?? refusal(kb, question, beyond?.reason ?? notSure(kb, ranked), ranked)
  const reply =
    chosen.kind === 'rules'
      ? fromRules(kb, chosen.families, slots, asked.place, ranked)
      : fromParagraphs(kb, chosen.paragraphs, { slots, day, ranked })
  return beyond === undefined ? reply : { ...reply, answer: `${beyond.reason}. ${reply.answer}` }
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

function fromRules(kb: KnowledgeBase, families: readonly Family[], slots: Slots, place: Place | undefined, ranked: readonly Ranked[]): AskReply {
  const frame = frameOf(kb)
  const where =
    place === undefined
      ? slots.winter === undefined
        ? ''
        : frame.winterZone(slots.winter)
      : `${inPlace(kb, place)}${place.record.climateZone === null ? '' : ` (${frame.zone} ${place.record.climateZone})`}`
  const figures = families.flatMap((family) => {
    const verdict = familyVerdict(family)
    const by = refusedBy(family)
    return [...family.cases.map((figure) => figureBody(figure, verdict)), ...(by === undefined ? [] : [figureBody({ ...by, missing: [] }, verdict)])]
  })
  const [first] = families
  const quoted = first === undefined ? undefined : paragraphOf(kb, first.best)
  const wanted = wantedIn(slots)
  const further = first === undefined || quoted === undefined ? [] : furtherQuotes(kb, articleOf(first.best), ranked, { slots, quoted })
  const all = families.flatMap(({ cases }) => cases)
  const kind = all.some(({ missing }) => missing.length > 0) ? ('missing' as const) : all.length > 1 ? ('several' as const) : ('figure' as const)
  const sources = families.flatMap((family) => [family.best, ...[refusedBy(family) ?? []].flat()].map((one) => ruleSource(kb, one, ranked)))
  const left = families.some(isJudged) ? unjudged(families) : []
  const verdict = overall(families, !isBeside(kb.book, families, left, slots))
  return {
    answer: [
      ...families.map((family) => familyText(kb, family, slots, where)),
      ...(left.length === 0 ? [] : [`${frame.unjudged}: ${left.map(quantityText).join('; ')}`]),
    ].join('\n'),
    quoted: quoted === undefined ? undefined : [quoted, ...further].map((text) => quotation(text, wanted)).join('\n…\n'),
    verdict,
    assumes: verdict === null ? [] : assumed(families),
    sources: sources.filter((one, index) => sources.findIndex(({ url }) => url === one.url) === index),
    grounded: true,
    kind,
    figures,
    suggestions: [],
  }
}

function articleOf({ loaded: { document, rule }, version }: FigureAnswer): InEdition {
  return { document, section: rule.cite.section, version }
}

/** Counts the words of the question in a line. */
function wantedIn({ words }: Slots): (line: string) => number {
  const wanted = new Set(words.flatMap(({ stem }) => stem ?? []))
  return (line) => new Set(stems(line).filter((stem) => wanted.has(stem))).size
}

function paragraphOf(kb: KnowledgeBase, { loaded: { document, rule }, version }: Pick<FigureAnswer, 'loaded' | 'version'>): string | undefined {
  const name = rule.cite.paragraph
  return name === undefined ? undefined : kb.articles.paragraph({ document, section: rule.cite.section, version, name })
}

function figureBody({ loaded, bounds, missing }: Pick<FigureAnswer, 'loaded' | 'bounds' | 'missing'>, verdict: Judgement['verdict']): AskFigure {
  const { rule, document } = loaded
  return {
    rule: rule.id,
    title: rule.title,
    bounds: bounds.map((bound) => ({ comparison: comparisonOf(bound), value: jsonNumber(bound.limit) })),
    unit: rule.unit,
    code_slug: document,
    section_slug: rule.cite.section,
    verdict: verdict ?? null,
    missing: [...missing],
  }
}

function ruleSource(kb: KnowledgeBase, figure: Pick<FigureAnswer, 'loaded' | 'version'>, ranked: readonly Ranked[]): AskSource {
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
function similarity(ranked: Ranked | undefined): number {
  return Math.round(Math.min(1, ranked?.covered ?? 1) * 1000) / 1000
}

interface InEdition {
  readonly document: string
  readonly section: string
  readonly version: string
}

/** Number and title of a section in an edition; its text is not read. */
function wordingIn({ book }: KnowledgeBase, { document, section, version }: InEdition): BookSection | undefined {
  return book.sections.get(`${document}/${section}`)?.find(({ editions }) => editions.includes(version))
}

function sourceOf(kb: KnowledgeBase, { document, section, version }: InEdition) {
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

interface Asked {
  readonly slots: Slots
  readonly day: string
  readonly ranked: readonly Ranked[]
}

function fromParagraphs(kb: KnowledgeBase, paragraphs: readonly Ranked[], { slots, day, ranked }: Asked): AskReply {
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
  return {
    answer: `${frameOf(kb).accordingTo(`${source?.shortTitle ?? document} (${version}), ${cited.section_title}`)}\n${text}`,
    sources: [{ ...cited, similarity_score: similarity(best), excerpt: text }],
    grounded: true,
    kind: 'extract',
    verdict: null,
    assumes: [],
    figures: [],
    suggestions: [],
  }
}

/** Longest quotation of an article that a question names. */
const mostLines = 3

function fromArticles(kb: KnowledgeBase, articles: readonly FoundArticle[], slots: Slots): AskReply {
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
  return {
    answer: `${frameOf(kb).accordingTo(`${title} (${first?.version}), ${first?.section_title}`)}\n${first?.excerpt}`,
    sources,
    grounded: true,
    kind: 'extract',
    verdict: null,
    assumes: [],
    figures: [],
    suggestions: [],
  }
}

/** Least score at which paragraphs are offered as the nearest thing, when nothing is sure enough to answer. */
const leastOffered = 0

/** Where nothing is sure enough, the paragraph that ranks first, quoted as what may answer, if search agrees; with the other articles that are near. */
function likely(kb: KnowledgeBase, question: Question, ranked: readonly Ranked[]): AskReply | undefined {
  const { slots, day } = question
  const [first] = ranked
  // A paragraph is no verdict on a value.
  if (first === undefined || (slots.judges && hasValue(slots)) || first.matched < leastMatched || !isLikely(ranked, first)) return undefined
  const body = textOf(kb, first, day)
  const reply = fromParagraphs(kb, [{ ...first, unit: { ...first.unit, body } }], { slots, day, ranked })
  return {
    ...reply,
    answer: `${frameOf(kb).mayAnswer} ${reply.answer}`,
    suggestions: nearest(kb, question, ranked).slice(1),
  }
}

/** A single word of several says too little. */
const leastMatched = 2

/** The words of a unit: the paragraph, or the one that a rule stands in. */
function textOf(kb: KnowledgeBase, { unit, rule }: Ranked, day: string): string {
  const name = rule?.rule.cite.paragraph
  if (rule === undefined) return unit.body
  const { document, section } = unit
  return (
    (name === undefined ? undefined : kb.articles.paragraph({ document, section, version: versionOn(kb, document, day), name })) ?? rule.rule.title
  )
}

function versionOn({ book }: KnowledgeBase, slug: string, day: string): string {
  const source = book.documents.get(slug)
  return (source === undefined ? undefined : editionOn(source, day)?.version) ?? ''
}

function notSure(kb: KnowledgeBase, ranked: readonly Ranked[]): string {
  return (ranked[0]?.score ?? 0) >= leastOffered && ranked.length > 0 ? frameOf(kb).notSure : frameOf(kb).notFound
}

/** No answer, and why; with the three nearest articles, each with its words: those ranked first, or else those that search finds. */
function refusal(kb: KnowledgeBase, question: Question, why: string, ranked: readonly Ranked[]): AskReply {
  const near = nearest(kb, question, ranked)
  const found = near.length > 0 ? near : searched(kb, question)
  return withoutAnswer(
    `${why}.${found.length === 0 ? '' : ` ${frameOf(kb).seeHere}${found.map(({ title, snippet }) => `\n- ${title}: «${shortQuotation(snippet, wantedIn(question.slots))}»`).join('')}`}`,
    found,
  )
}

function withoutAnswer(answer: string, suggestions: AskReply['suggestions']): AskReply {
  return { answer, sources: [], grounded: false, kind: 'refusal', verdict: null, assumes: [], figures: [], suggestions }
}

type Suggestion = AskReply['suggestions'][number]

/** The articles of the units ranked first, each with the paragraph that was nearest. */
function nearest(kb: KnowledgeBase, { slots, day }: Question, ranked: readonly Ranked[]): Suggestion[] {
  const wanted = wantedIn(slots)
  const seen = new Set<string>()
  return ranked
    .filter(({ unit, score }) => {
      const key = `${unit.document}/${unit.section}`
      const isNew = score >= leastOffered && !seen.has(key)
      seen.add(key)
      return isNew
    })
    .slice(0, 3)
    .map((one) => {
      const { unit } = one
      const version = versionOn(kb, unit.document, day)
      const text = textOf(kb, one, day)
      const { section_title, url } = sourceOf(kb, { document: unit.document, section: unit.section, version })
      return {
        title: `${kb.book.documents.get(unit.document)?.shortTitle ?? unit.document}, ${section_title}`,
        url,
        snippet: quotation(text, wanted),
      }
    })
}

/** The articles that search finds first, each with its best line. */
function searched(kb: KnowledgeBase, { question, day, documents }: Question): Suggestion[] {
  return findArticles(kb, question, day)
    .filter(({ document }) => documents.length === 0 || documents.includes(document))
    .slice(0, 3)
    .map((one) => {
      const row = kb.articles.wordings(one.document, one.section).find(({ editions }) => editions.includes(one.version))
      const { section_title, url } = sourceOf(kb, one)
      return { title: section_title, url, snippet: snippetOf(row?.plain ?? '', question).snippet }
    })
}
