import { type Book, editionOn } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Terms } from '../engine/terms.ts'
import { paragraphHeading } from '../kb/answer-index.ts'
import { stems } from '../kb/text-analysis.ts'
import { absentDespite } from './absent.ts'
import { familyVerdict } from './answer-text.ts'
import { type Bound, isSameArticle } from './bound.ts'
import { canAnswer, saysQuality } from './can-answer.ts'
import { isContested, isOfMagnitude, isOfOtherThing } from './contest.ts'
import { type FigureAnswer, type FigureQuery, figureOf, isOppositeBound } from './figures.ts'
import { judgesAnother, worthOfAgreement } from './further-verdicts.ts'
import { isInForce, isOfAnother, isOfNamed, isSaidWhole, namesParameter, namesThing, saidIn } from './named.ts'
import type { Ranked } from './ranker.ts'
import { isOfOtherSize, isOfSomethingElse } from './something-else.ts'
import { sureness } from './sureness.ts'
import { compliesUnlikely, failsUnlikely } from './unlikely.ts'

/** What answers a question: rules that belong together, best first; or paragraphs of one article; or nothing that is sure enough. */
export type Chosen =
  | { readonly kind: 'rules'; readonly families: readonly Family[]; readonly score: number }
  | { readonly kind: 'paragraphs'; readonly paragraphs: readonly Ranked[]; readonly score: number }
  | { readonly kind: 'nothing' }

/** Rules that limit one quantity of one thing: a single one where the question settles the case, or else its cases. */
export interface Family {
  readonly best: FigureAnswer
  readonly cases: readonly FigureAnswer[]
  /** Number of cases left out because they are too many. */
  readonly more: number
  /** False if the value of the question may be of another thing or another quantity: it is then not said to comply. */
  readonly isMeant: boolean
  /** True if the question names what its rules are on. */
  readonly isNamed: boolean
  /** True if it may be of another quantity, whose rule it meets or fails otherwise: it is then not judged at all. */
  readonly isContested: boolean
  /** Words of the question that nothing of its rules explains: where there are any, nothing is said to comply or not. */
  readonly unexplained?: readonly string[]
  /** Positions of the words that say that what the rule demands of the value is not there. */
  readonly absent?: ReadonlySet<number> | undefined
}

/** How much likelier a paragraph is whose heading is the word that a question asks the meaning of. */
const worthOfHeading = 2.5
/** How much surer an answer is that gives a verdict on a thing that the question names. */
const worthOfVerdict = 2
/** How much surer an answer must be where it is doubtful which quantity the value of the question is. */
const lossOfContest = 2
/** A single word of several says too little. */
const leastMatched = 2
/** Most cases in the table of a family. */
const mostCases = 8
/** Most quantities answered at once. */
const mostFamilies = 4
/** Candidates looked at for a second quantity. */
const lookedAt = 12
/** A second quantity is answered too if its score is this near to the first: in the same paragraph, or elsewhere in the article. */
const nearInParagraph = 2
const nearInArticle = 1.2
/** … or this near in the article, if the question asks for several things and names what tells it apart. */
const nearIfSeveral = 3
/** Further paragraphs of the article are quoted if their score is this near to the first. */
const nearParagraph = 0.8
const mostParagraphs = 3

/** Chooses the answer from what was ranked: the rule that judges the value of the question, if it has one and is sure enough; else what ranks first. */
export function choose(book: Book, ranked: readonly Ranked[], query: FigureQuery, leastScore: number): Chosen {
  const binding = boundRules(book, ranked, query)
  const judging = binding.find((one) => judgesNamed(book, one, binding[0], query))
  const isSureOf = (one: Bound | undefined, more: number): one is Bound =>
    one !== undefined && sureness(ranked, one.one) + worthOfTerm(one.one, query) + more >= leastScore
  const found: Found = { book, ranked, query, binding }
  if (isSureOf(judging, worthOfVerdict + worthOfAgreement(binding, judging))) {
    const chosen = chosenFrom(found, judging)
    // An answer that only its verdict makes sure enough says nothing without one.
    if (
      isSureOf(judging, isDoubtful(chosen) ? -lossOfContest : 0) ||
      (chosen.kind === 'rules' && chosen.families.some((family) => familyVerdict(family) !== undefined))
    )
      return chosen
  }
  const [first] = binding
  const chosen: Chosen = isSureOf(first, 0) ? chosenFrom(found, first) : { kind: 'nothing' }
  // Where it is doubtful which quantity the value is, the figure is as doubtful.
  return isDoubtful(chosen) && !isSureOf(first, -lossOfContest) ? { kind: 'nothing' } : chosen
}

/** True if another rule puts in doubt what the value of the question is. */
function isDoubtful(chosen: Chosen): boolean {
  return chosen.kind === 'rules' && chosen.families[0]?.isContested === true
}

interface Found {
  readonly book: Book
  readonly ranked: readonly Ranked[]
  readonly query: FigureQuery
  readonly binding: readonly Bound[]
}

/** The answer that begins with a rule or a paragraph. */
function chosenFrom(found: Found, first: Bound): Chosen {
  const { book, query, binding } = found
  if (first.one.matched < leastMatched || isGuess(first, query)) return { kind: 'nothing' }
  // Which of two things the value is of decides, and the question names neither.
  if (binding.some((other) => isOfOtherThing(book, other, first, query))) return { kind: 'nothing' }
  const { score, rule } = first.one
  if (first.answer === undefined || rule === undefined) {
    const near = binding.filter(({ one, answer }) => answer === undefined && isSameArticle(one, first.one) && one.score >= score - nearParagraph)
    return { kind: 'paragraphs', paragraphs: near.slice(0, mostParagraphs).map(({ one }) => one), score }
  }
  const families = familiesFrom(found, { ...first, answer: first.answer }, rule)
  // What binds a building goes before what binds only some use of it, if the question leaves the case open.
  const isOpen = isSpecial(book, first.answer)
  const rank = ({ best }: Family): number => (book.documents.get(best.loaded.document)?.collection === 'cte' ? 0 : 1)
  return { kind: 'rules', families: isOpen ? families.toSorted((left, right) => rank(left) - rank(right)) : families, score }
}

/** The family of the first rule, and those of other quantities that the question may ask for or give a value of. */
function familiesFrom({ book, ranked, query, binding }: Found, first: Bound & { readonly answer: FigureAnswer }, rule: LoadedRule): Family[] {
  const families: Family[] = []
  const seen = new Set<LoadedRule>()
  // Beside a figure that lacks a datum, another one would look like the answer.
  const isStated = first.answer.bounds.length > 0
  const isOne = !query.slots.asksSeveral && namesParameter(book, rule, query)
  for (const bound of [first, ...binding.slice(0, lookedAt)]) {
    const { one, answer } = bound
    if (answer === undefined || one.rule === undefined || seen.has(one.rule) || families.length === mostFamilies) continue
    if (families.some(({ best }) => isSameQuantity(best, answer))) continue
    const isWanted =
      families.length === 0 ||
      (!(isOne && answer.loaded.rule.parameter !== rule.rule.parameter) &&
        ((isStated && isNear(one, first.one)) || isAskedToo(book, one, first, query) || isOtherNorm(book, one, first, answer)))
    if (!isWanted && !judgesAnother(book, bound, first, families)) continue
    // One quantity of the question is judged once, by the rule that it fits best.
    if (answer.value !== undefined && families.some(({ best }) => best.value?.text === answer.value?.text)) continue
    if (families.length > 0 && isOfOtherSize(book, answer, query)) continue
    const own = familyOf(book, answer, query, ranked)
    const contested =
      isOfSomethingElse(book, answer, query) ||
      failsUnlikely(book, own, query) ||
      binding.some((other) => isContested(book, other, { one, answer }, query))
    const isNamed = isOfNamed(book, answer, query)
    const isMeant = !contested && answer.isOnly && isNamed && !compliesUnlikely(own)
    // Beside what answers, only what the value is for certain is judged.
    const absent = query.slots.judges ? absentDespite(book, answer, query, (other) => figureOf(book, other, query)) : undefined
    const family = { ...own, isNamed, isMeant, isContested: contested || (families.length > 0 && !isMeant), absent }
    for (const { loaded } of [family.best, ...family.cases]) seen.add(loaded)
    families.push(family)
  }
  return families
}

function isSameQuantity({ loaded }: FigureAnswer, { loaded: other }: FigureAnswer): boolean {
  return loaded.rule.parameter === other.rule.parameter && loaded.document === other.document
}

/**
 * The answer to a question that names an element and a parameter and nothing else: the rule of the pair that binds most of its cases, with the others.
 * Undefined if none binds.
 */
export function chooseNamed(book: Book, { element, rules }: Terms, ranked: readonly Ranked[], query: FigureQuery): Chosen | undefined {
  const rank = new Map(ranked.map(({ rule }, position) => [rule, position]))
  const worth = ({ loaded, unsettled, missing }: FigureAnswer): readonly number[] => [
    Number(!loaded.rule.element.includes(element.id)),
    Number(book.documents.get(loaded.document)?.collection !== 'cte'),
    Number(loaded.rule.kind !== 'limit'),
    rank.get(loaded) ?? mostRanked,
    unsettled.length + missing.length,
  ]
  const [best] = rules
    .filter((loaded) => isInForce(book, loaded, query) && canAnswer(book, loaded, query))
    .flatMap((loaded) => figureOf(book, loaded, query) ?? [])
    .filter(({ unsettled }) => unsettled.every((name) => book.dimensions.byId.get(name)?.source !== 'place'))
    .sort((left, right) => compareAll(worth(left), worth(right)))
  if (best === undefined) return undefined
  return { kind: 'rules', families: [{ ...familyOf(book, best, query, ranked), isNamed: true, isMeant: true, isContested: false }], score: 0 }
}

/** After all that were ranked. */
const mostRanked = 10_000

function compareAll(left: readonly number[], right: readonly number[]): number {
  return left.map((one, position) => one - (right[position] ?? 0)).find((difference) => difference !== 0) ?? 0
}

/** What can answer, best first: rules that bind in the case, and paragraphs. A rule whose limit is of another size than the value to judge is less likely. */
function boundRules(book: Book, ranked: readonly Ranked[], query: FigureQuery): Bound[] {
  const bound = ranked.slice(0, lookedAt * 2).flatMap((one): Bound[] => {
    if (!saysQuality(one, query)) return []
    if (one.rule === undefined) return [{ one: { ...one, score: one.score + worthOfTerm(one, query) }, answer: undefined }]
    if (!canAnswer(book, one.rule, query)) return []
    const answer = figureOf(book, one.rule, query)
    if (answer === undefined || isOfAnother(book, answer, query)) return []
    const less = worthOfSize * answer.far + (query.slots.asksMeaning ? worthOfMeaning : 0) + lossBesideThing(book, one.rule, query)
    return [{ one: { ...one, score: one.score - less }, answer }]
  })
  if (isOfThing(query)) return bound.toSorted((left, right) => right.one.score - left.one.score)
  if (!query.slots.judges && !query.slots.asksMeaning) return bound
  const rankOf = ({ one, answer }: Bound): number =>
    one.score + (answer !== undefined && isOfMagnitude(book, answer.loaded, answer.quantity) ? worthOfMagnitude : 0)
  const ordered = bound.toSorted((left, right) => rankOf(right) - rankOf(left))
  // Twice: what a rule judges for certain after the first time may settle what another judges.
  const again = ordered.map((own) => ({ ...own, answer: withoutClaimed(book, own, ordered, query) }))
  return again.map((own) => ({ ...own, answer: withoutClaimed(book, own, again, query) }))
}

/** True for a question that names a thing and asks for no quantity of it: `extintores en un garaje`. What is demanded of the thing answers it. */
function isOfThing({ slots }: FigureQuery): boolean {
  const { elements, parameters, unit, magnitude, side, judges, asksCount, asksThreshold, asksMeasures, asksMeaning } = slots
  const asks =
    judges || asksCount || asksThreshold || asksMeasures || asksMeaning || side !== undefined || unit !== undefined || magnitude !== undefined
  return elements.length > 0 && parameters.length === 0 && !asks
}

/** What a rule is less likely to answer a question that only names a thing: one that demands nothing, and one on a thing that is not named. */
function lossBesideThing(book: Book, { rule }: LoadedRule, query: FigureQuery): number {
  if (!isOfThing(query)) return 0
  const isNamed = namesThing(book, query.slots.elements, rule.element)
  return (rule.kind === 'limit' || rule.kind === 'threshold' ? 0 : lossOfShown) + (isNamed ? 0 : lossOfUnnamed)
}
const [lossOfShown, lossOfUnnamed] = [3, 1.5]

/** What it adds to a paragraph that the question asks what a word means and has every word of its heading. */
function worthOfTerm({ unit }: Ranked, { slots }: FigureQuery): number {
  if (!slots.asksMeaning) return 0
  const said = saidIn(slots)
  const heading = stems(paragraphHeading(unit.body))
  return heading.length > 0 && heading.every((stem) => said.has(stem)) ? worthOfHeading : 0
}

/** The answer of a rule that does not know which of several quantities it judges, read without those that rules on other parameters of the article judge. */
function withoutClaimed(book: Book, { one, answer }: Bound, all: readonly Bound[], query: FigureQuery): FigureAnswer | undefined {
  if (answer === undefined || answer.isOnly || one.rule === undefined) return answer
  const taken = all.slice(0, lookedAt).flatMap((other) => {
    const quantity = other.answer?.quantity
    const isOther = other.answer?.loaded.rule.parameter !== answer.loaded.rule.parameter
    const isClaim = quantity !== answer.quantity && isOther && isSameArticle(other.one, one) && (other.answer?.far ?? 1) < likelySize
    return quantity !== undefined && isClaim ? [quantity] : []
  })
  return taken.length === 0 ? answer : (figureOf(book, one.rule, query, new Set(taken)) ?? answer)
}

/** True for a rule that does not read the value to judge, where that is a bare number: nothing tells what it measures (`una puerta de 78`). */
function isGuess({ answer }: Bound, { slots }: FigureQuery): boolean {
  const numbers = slots.unassigned.filter(({ quantity: { isWord } }) => !isWord)
  const isBare = numbers.length > 0 && numbers.every(({ quantity: { unit } }) => unit === undefined)
  const isAskedBack = answer?.quantity !== undefined && answer.value === undefined
  return slots.judges && isBare && !isAskedBack && slots.classes.length === 0 && answer !== undefined && answer.judgement === undefined
}

/** What a rule is less likely than a paragraph to say what a word means. */
const worthOfMeaning = 2
/** What each power of ten between value and limit takes from a rule's score; and how far a value may be for a rule to claim it. */
const worthOfSize = 0.8
const likelySize = 0.5
/** What it adds to a rule that the words beside the value say that it is of the kind of length that the rule limits. */
const worthOfMagnitude = 1
/** How far below the first a rule may be that judges the value of the question on a thing it names, or another norm on the same quantity. */
const nearVerdict = 2
const nearNorm = 1.5
/** True for a rule near the first that gives a verdict on an element that the question names. */
function judgesNamed(book: Book, { one, answer }: Bound, first: Bound | undefined, query: FigureQuery): boolean {
  const { elements } = book
  const { slots } = query
  // Farther below a first rule that is on something else than what the question names.
  const isFirstNamed = first?.answer !== undefined && isOfNamed(book, first.answer, query)
  const least = (first?.one.score ?? 0) - (isFirstNamed ? nearVerdict : 2 * nearVerdict)
  if (!slots.judges || answer?.judgement === undefined || one.score < least) return false
  // A first rule that reads the value, and lacks data to judge it, is not passed over for one on another quantity or another thing.
  const before = first?.answer
  const isOther =
    before?.loaded.rule.parameter !== answer.loaded.rule.parameter ||
    !before.loaded.rule.element.some((element) => answer.loaded.rule.element.includes(element))
  if (before?.value !== undefined && before.judgement === undefined && before.stands === undefined && isOther && isOfNamed(book, before, query))
    return false
  const own = new Set(answer.loaded.rule.element)
  const said = saidIn(slots)
  const isNamed = namesThing(book, slots.elements, [...own])
  return (
    isNamed ||
    [...own].flatMap((id) => elements.byId.get(id) ?? []).some(({ label, aliases }) => [label, ...aliases].some((name) => isSaidWhole(name, said)))
  )
}

/** True for an answer that binds only a case that the question leaves open, or is not of the building code. */
function isSpecial({ documents }: Book, { loaded, unsettled, missing }: FigureAnswer): boolean {
  return unsettled.length > 0 || missing.length > 0 || documents.get(loaded.document)?.collection !== 'cte'
}

/** True if another norm limits the same quantity, and the first rule is a special one. */
function isOtherNorm(book: Book, one: Ranked, { one: first, answer: best }: Bound, answer: FigureAnswer): boolean {
  return (
    best !== undefined &&
    isSpecial(book, best) &&
    answer.loaded.document !== best.loaded.document &&
    answer.loaded.rule.parameter === best.loaded.rule.parameter &&
    one.score >= first.score - nearNorm
  )
}

/** True if a second rule stands so near to the first, in text and score, that the question may ask for both. */
function isNear(one: Ranked, first: Ranked): boolean {
  if (!isSameArticle(one, first)) return false
  const isSameParagraph = one.rule?.rule.cite.paragraph === first.rule?.rule.cite.paragraph
  return one.score >= first.score - (isSameParagraph ? nearInParagraph : nearInArticle)
}

/** True if a question for several things names what tells a rule of the article from the first. */
function isAskedToo({ parameters }: Book, one: Ranked, { one: first }: Bound, { slots }: FigureQuery): boolean {
  if (!slots.asksSeveral || slots.judges || !isSameArticle(one, first) || one.score < first.score - nearIfSeveral) return false
  const wordsOf = ({ rule }: Ranked): Set<string> => new Set(stems(`${rule?.rule.title} ${parameters.byId.get(rule?.rule.parameter ?? '')?.label}`))
  const own = wordsOf(one).difference(wordsOf(first))
  return slots.words.some(({ stem }) => stem !== undefined && own.has(stem))
}

/** The rule with its siblings: the other cases of the same quantity, and its opposite bound. One that the question settles stands alone. */
function familyOf(
  book: Book,
  best: FigureAnswer,
  query: FigureQuery,
  ranked: readonly Ranked[],
): Omit<Family, 'isNamed' | 'isMeant' | 'isContested'> {
  const { loaded } = best
  const source = book.documents.get(loaded.document)
  const version = source === undefined ? undefined : editionOn(source, query.day)?.version
  const isSettled = best.missing.length === 0 && best.unsettled.length === 0
  const alike = new Set(loaded.rule.element.flatMap((element) => book.ruleIndex.get(`${element}|${loaded.rule.parameter}`) ?? []))
  const related = [...alike].filter((other) => {
    if (other === loaded || other.document !== loaded.document || other.rule.verification === 'unverified') return false
    if (!other.rule.editions.includes(version ?? '')) return false
    return (isOppositeBound(loaded, other) && !asksOneBound(query)) || (!isSettled && isSibling(loaded, other))
  })
  const rank = new Map(ranked.map(({ rule }, position) => [rule, position]))
  const cases = related
    .flatMap((other) => figureOf(book, other, query) ?? [])
    .filter(({ loaded: other, bounds, unsettled }) => (isSettled ? unsettled.length <= (isOppositeBound(loaded, other) ? 1 : 0) : bounds.length > 0))
    .sort((left, right) => conditionsOf(left) - conditionsOf(right) || (rank.get(left.loaded) ?? 999) - (rank.get(right.loaded) ?? 999))
  const all = [best, ...cases].sort((left, right) => conditionsOf(left) - conditionsOf(right))
  const kept = new Set(
    [...all]
      .sort((left, right) => (left === best ? -1 : right === best ? 1 : (rank.get(left.loaded) ?? 999) - (rank.get(right.loaded) ?? 999)))
      .slice(0, mostCases),
  )
  return { best, cases: all.filter((one) => kept.has(one)), more: Math.max(0, all.length - mostCases) }
}

function asksOneBound({ slots }: FigureQuery): boolean {
  return slots.asksThreshold || (slots.side !== undefined && !slots.judges)
}

/** True if two rules limit the same quantity of the same thing on the same side. */
function isSibling({ rule }: LoadedRule, { rule: other }: LoadedRule): boolean {
  return (
    other.kind === rule.kind &&
    other.parameter === rule.parameter &&
    other.unit === rule.unit &&
    other.bound === rule.bound &&
    other.element.some((element) => rule.element.includes(element))
  )
}

/** The general rule comes before special cases. */
function conditionsOf({ loaded }: FigureAnswer): number {
  return Object.keys(loaded.rule.when).length
}
