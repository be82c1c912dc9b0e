import type { Book } from '../engine/book.ts'
import { passes } from '../engine/condition.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { countedKinds } from '../engine/unit.ts'
import type { AnswerIndex } from '../kb/answer-index.ts'
import type { QueryTerm, Retrieved } from './retrieval.ts'
import type { Slots } from './slots.ts'
import { isSpacing } from './spacing.ts'

/** What the ranker knows of a unit for a question. Each is a number between -1 and 1; its weight is in `kb/vocabulary/ranking.yaml`. */
export const featureNames = [
  'asked', // cosine with the nearest question asked of the rule
  'asked_of_article', // the same, of its article
  'name', // words shared with the rule's title and the names of element and parameter, or with the article's title
  'text', // words shared with the paragraph
  'context', // words shared with the titles around it and the labels of the conditions
  'meaning', // cosine of the question's and the unit's word vectors
  'meaning_of_article',
  'search', // the nearer to 1, the higher search ranks its article
  'search_share', // score of its article in search, as a share of the best
  'unknown', // share of the question's words that the index does not know: the same for all units, it makes the answer less sure
  'covered', // share of the question's words found anywhere
  'title_not_said', // share of the title's words that the question does not say: what narrows the rule
  'element', // the question names the element; among several that it may name, the less
  'element_other', // the question names elements, and none of the rule
  'parameter',
  'parameter_other',
  'symbol', // the question has the symbol of the parameter (`U`), and of no other
  'symbol_other',
  'unit', // a quantity of the question has the rule's unit
  'unit_asked',
  'unit_asked_other',
  'count', // the question asks how many, and the rule's value is a number of things
  'count_other',
  'side', // 1: the bound asked for; -1: the opposite
  'given', // share of the rule's conditions that the question states
  'not_given', // how many conditions of the rule the question does not state: what narrows it
  'contradicted', // share of the rule's conditions that the question contradicts
  'threshold', // a threshold, and the question asks when something is due
  'threshold_other',
  'document', // the question names the document
  'document_other',
  'regional', // of the community asked for
  'cte',
  'shown_only', // an orientative figure, a datum or a class
  'paragraph', // not a rule but a paragraph
  'paragraph_measures', // a paragraph, and the question asks what to do or what something means
  'paragraph_figure', // a paragraph, and the question asks for a figure or gives one to judge
] as const
export type FeatureName = (typeof featureNames)[number]

/** What the features of every unit need of a question. */
export interface Asked {
  readonly slots: Slots
  readonly query: readonly QueryTerm[]
  /** Share of the question's words that are not in `query`. */
  readonly unknown: number
  readonly documents: ReadonlySet<string>
  readonly ccaa: string | null
  /** The articles that search finds: rank from 0, and share of the best score. */
  readonly found: ReadonlyMap<string, { readonly rank: number; readonly share: number }>
}

/** The features of a retrieved unit, in the order of `featureNames`. `rule`: undefined for a paragraph. */
export function featuresOf(book: Book, index: AnswerIndex, retrieved: Retrieved, rule: LoadedRule | undefined, asked: Asked): number[] {
  const { slots } = asked
  const unit = index.units[retrieved.unit]
  const source = book.documents.get(unit?.document ?? '')
  const found = asked.found.get(`${unit?.document}/${unit?.section}`)
  const said: Record<FeatureName, number> = {
    asked: retrieved.asked,
    asked_of_article: retrieved.askedOfArticle,
    ...retrieved.fields,
    meaning: retrieved.meaning,
    meaning_of_article: retrieved.meaningOfArticle,
    search: found === undefined ? 0 : 1 / (1 + found.rank),
    search_share: found?.share ?? 0,
    unknown: asked.unknown,
    covered: retrieved.covered,
    title_not_said: rule === undefined ? 0 : titleNotSaid(index, retrieved.unit, asked.query),
    ...(rule === undefined ? noRule : ruleFeatures(book, rule, slots)),
    document: is(asked.documents.has(unit?.document ?? '')),
    document_other: is(asked.documents.size > 0 && !asked.documents.has(unit?.document ?? '')),
    regional: is(asked.ccaa !== null && source?.ccaa === asked.ccaa),
    cte: is(source?.collection === 'cte'),
    paragraph: is(rule === undefined),
    paragraph_measures: is(rule === undefined && slots.asksMeasures),
    paragraph_figure: is(rule === undefined && (slots.side !== undefined || slots.unit !== undefined || slots.value !== undefined)),
  }
  return featureNames.map((name) => said[name])
}

function is(fact: boolean): number {
  return fact ? 1 : 0
}

/** The parameter whose symbol, a capital letter, the question has; undefined if it names other parameters too. */
function symbolIn({ words, parameters }: Slots): string | undefined {
  const [only] = parameters
  const isSaid = words.some(({ text }, position) => position > 0 && /^[A-Z]$/.test(text) && only?.symbols.includes(text) === true)
  return parameters.length === 1 && isSaid ? only?.id : undefined
}

/** What a match among several says: the more terms a question may name, the less. */
function share(fact: boolean, named: number): number {
  return fact && named > 0 ? 1 / named : 0
}

const noRule = {
  element: 0,
  element_other: 0,
  parameter: 0,
  parameter_other: 0,
  symbol: 0,
  symbol_other: 0,
  unit: 0,
  unit_asked: 0,
  unit_asked_other: 0,
  count: 0,
  count_other: 0,
  side: 0,
  given: 0,
  not_given: 0,
  contradicted: 0,
  threshold: 0,
  threshold_other: 0,
  shown_only: 0,
}

function ruleFeatures({ elements, units, dimensions, parameters }: Book, { rule, uses }: LoadedRule, slots: Slots): typeof noRule {
  const isElement = slots.elements.some(({ id }) => rule.element.includes(id) || elements.boundBy(id).some((wider) => rule.element.includes(wider)))
  const isParameter = slots.parameters.some(({ id }) => id === rule.parameter)
  const symbol = symbolIn(slots)
  const kind = units.parse(rule.unit)?.kind
  const isCount = kind === '1' || countedKinds.has(kind ?? '')
  const quantities = [...slots.unassigned.map(({ quantity }) => quantity.unit), slots.value?.unit].flatMap((unit) => unit ?? [])
  const opposite = { min: 'max', max: 'min' } as const
  const tests = Object.entries(rule.when)
  const stated = tests.filter(([name]) => slots.known.has(name))
  const failed = stated.filter(([name, test]) => passes(test, slots.known.get(name) ?? '', name, dimensions) === false)
  return {
    element: share(isElement, slots.elements.length),
    element_other: share(!isElement, slots.elements.length),
    parameter: share(isParameter, slots.parameters.length),
    parameter_other: share(!isParameter, slots.parameters.length),
    symbol: is(symbol === rule.parameter),
    symbol_other: is(symbol !== undefined && symbol !== rule.parameter),
    unit: is(rule.unit !== '1' && quantities.some((unit) => unit.kind === kind)),
    unit_asked: is(slots.unit !== undefined && slots.unit.kind === kind),
    unit_asked_other: is(slots.unit !== undefined && slots.unit.kind !== kind && !(isCount && countedKinds.has(slots.unit.kind))),
    count: is(slots.asksCount && isCount),
    count_other: is(slots.asksCount && !isCount && rule.kind !== 'threshold' && !isSpacing(rule, parameters.byId.get(rule.parameter), slots)),
    side: slots.side === undefined ? 0 : rule.bound === slots.side ? 1 : rule.bound === opposite[slots.side] ? -1 : 0,
    given: Math.min(
      1,
      (stated.length - failed.length + [...slots.known.keys()].filter((name) => uses.has(name) && rule.when[name] === undefined).length) / 2,
    ),
    not_given: Math.min(1, tests.filter(([name]) => !slots.known.has(name)).length / 4),
    contradicted: Math.min(1, failed.length),
    threshold: is(rule.kind === 'threshold' && slots.asksThreshold),
    threshold_other: is(rule.kind === 'threshold' && !slots.asksThreshold),
    shown_only: is(rule.kind === 'orientative' || rule.kind === 'datum' || rule.kind === 'classification'),
  }
}

/** Share of the words of a rule's title, by rarity, that the question does not say. */
function titleNotSaid(index: AnswerIndex, unit: number, query: readonly QueryTerm[]): number {
  const words = index.list('title', unit)
  let [total, missing] = [0, 0]
  for (const term of words) {
    const worth = index.rarity[term] ?? 0
    total += worth
    if (!query.some((one) => one.term === term)) missing += worth
  }
  return total === 0 ? 0 : missing / total
}
