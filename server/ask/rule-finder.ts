import type { Book } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { stems } from '../kb/text-analysis.ts'
import { matchWeight } from './asked-terms.ts'
import type { Slots } from './slots.ts'

/** A rule that a question may mean. `score`: how well it fits (about 0..1). */
export interface Candidate {
  readonly loaded: LoadedRule
  readonly score: number
}

/** Finds the rules that a question may mean. */
export interface RuleFinder {
  /** Best first. Only rules whose element and parameter the question names, at least in part. */
  find(slots: Slots, accept: (loaded: LoadedRule) => boolean): Candidate[]
}

interface RuleWords {
  readonly loaded: LoadedRule
  readonly all: ReadonlySet<string>
  readonly title: ReadonlySet<string>
  readonly elements: readonly (readonly string[])[]
  readonly parameters: readonly (readonly string[])[]
}

/** Share of a name that the question must contain for the element or parameter to count as named. */
const minNameShare = 0.6
/** Share of the question that a rule must cover; less is needed if element and parameter are fully named. */
const minCovered = 0.5
const minCoveredIfNamed = 0.3
/** A parameter of at most this many elements is enough to identify the element. */
const fewElements = 3
/** Shorter words, such as symbols, are ignored when checking for another parameter: they may stand for many things. */
const minWordLength = 3
const weights = { covered: 0.5, title: 0.2, element: 0.15, parameter: 0.15 } as const

/** Indexes the words of every rule of a book. */
export function ruleFinder(book: Book): RuleFinder {
  const rules = book.rules.map((loaded) => wordsOfRule(book, loaded))
  const frequency = new Map<string, number>()
  for (const { all } of rules) for (const term of all) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const rarity = (term: string): number => Math.log(1 + rules.length / (1 + (frequency.get(term) ?? 0)))

  const elementsOf = new Map<string, Set<string | undefined>>()
  for (const { loaded } of rules) {
    const { parameter, element } = loaded.rule
    elementsOf.set(parameter, (elementsOf.get(parameter) ?? new Set()).add(element[0]))
  }

  const byElementWord = new Map<string, RuleWords[]>()
  const byParameter = new Map<string, RuleWords[]>()
  const add = (map: Map<string, RuleWords[]>, key: string, rule: RuleWords): void => {
    const list = map.get(key)
    if (list === undefined) map.set(key, [rule])
    else list.push(rule)
  }
  for (const rule of rules) {
    for (const word of new Set(rule.elements.flat())) add(byElementWord, word, rule)
    add(byParameter, rule.loaded.rule.parameter, rule)
  }

  return {
    find(slots, accept) {
      const wanted = slots.terms.map((term) => ({ term, rarity: rarity(term.stem) }))
      const total = wanted.reduce((sum, term) => sum + term.rarity, 0)
      if (total === 0) return []
      const weightByTerm = new Map<string, number>()
      for (const { alternatives } of slots.terms)
        for (const [term, weight] of alternatives) weightByTerm.set(term, Math.max(weight, weightByTerm.get(term) ?? 0))
      const plain = slots.terms.flatMap(({ stem, alternatives, elementWords, parameterWords }) => [
        stem,
        ...[...alternatives.keys()].filter((term) => !elementWords.includes(term) && !parameterWords.includes(term)),
      ])
      const wordsByRole = {
        elements: new Set([...plain, ...slots.terms.flatMap(({ elementWords }) => elementWords)]),
        parameters: new Set([...plain, ...slots.terms.flatMap(({ parameterWords }) => parameterWords)]),
      }
      const shareOf = (name: readonly string[], weigh: (term: string) => number): number => {
        const whole = name.reduce((sum, term) => sum + rarity(term), 0)
        return whole === 0 ? 0 : name.reduce((sum, term) => sum + weigh(term) * rarity(term), 0) / whole
      }
      const bestOf = (names: readonly (readonly string[])[], words: ReadonlySet<string>): number =>
        names.reduce(
          (top, name) =>
            Math.max(
              top,
              shareOf(name, (term) => (words.has(term) ? 1 : 0)),
            ),
          0,
        )
      const possible = new Set([...wordsByRole.elements].flatMap((term) => byElementWord.get(term) ?? []))
      for (const { id } of slots.parameters) for (const rule of byParameter.get(id) ?? []) possible.add(rule)
      return [...possible]
        .flatMap((rule): Candidate[] => {
          const covered = wanted.reduce((sum, { term, rarity: worth }) => sum + matchWeight(term, rule.all) * worth, 0) / total
          const title = shareOf([...rule.title], (term) => weightByTerm.get(term) ?? 0)
          // A matching unit counts as a partly named parameter.
          const byUnit = slots.unit !== undefined && book.units.parse(rule.loaded.rule.unit)?.kind === slots.unit.kind ? minNameShare : 0
          const isParameter = Math.max(bestOf(rule.parameters, wordsByRole.parameters), byUnit)
          // A parameter that only one element has implies that element. If the question names no element, a parameter of few elements does too.
          const { parameter } = rule.loaded.rule
          const owners = elementsOf.get(parameter)?.size ?? 0
          const isOnly = slots.parameters.length === 1 && slots.elements.length === 0
          const isNamed = slots.parameters.some(({ id }) => id === parameter)
          const isImplied = isNamed && namesNoOther(rule, slots, book) && owners <= (isOnly ? fewElements : slots.terms.length > 1 ? 1 : 0)
          const isElement = isImplied ? 1 : bestOf(rule.elements, wordsByRole.elements)
          const isThreshold = slots.asksThreshold && rule.loaded.rule.kind === 'threshold'
          const isOutright = isElement > 0.99 && (isParameter >= minNameShare || isThreshold) && covered >= minCoveredIfNamed
          const isNearly = isParameter > 0.99 && isElement >= minNameShare && covered >= minCovered
          if (asksForOther(rule, slots, book) || (rule.loaded.rule.kind === 'threshold' && !slots.asksThreshold)) return []
          if ((!isOutright && !isNearly) || (!isImplied && !hasTwoWords(rule, slots))) return []
          if (!accept(rule.loaded)) return []
          const score =
            weights.covered * covered +
            weights.title * title +
            weights.element * isElement +
            weights.parameter * isParameter +
            agreement(slots, rule.loaded, book)
          return [{ loaded: rule.loaded, score }]
        })
        .sort((left, right) => right.score - left.score || (left.loaded.rule.id < right.loaded.rule.id ? -1 : 1))
    },
  }
}

/** True if at least two words of the question name the element or parameter: a single word ("vuelo") may be either. */
function hasTwoWords(rule: RuleWords, { terms }: Slots): boolean {
  const names = new Set([...rule.elements, ...rule.parameters].flat())
  return terms.length < 2 || terms.filter(({ alternatives }) => [...alternatives.keys()].some((term) => names.has(term))).length >= 2
}

/** True if the question names parameters (`diámetro`) other than that of the rule: the rule lacks one of the words, or its unit fits none of them. */
function asksForOther({ all, loaded: { rule } }: RuleWords, { terms }: Slots, { units, parameters }: Book): boolean {
  const relevant = terms.filter(
    ({ stem, parameters: named, isCondition, elementWords }) =>
      named.size > 0 && stem.length >= minWordLength && !isCondition && elementWords.length === 0,
  )
  if (relevant.length === 0) return false
  if (relevant.some(({ stem, parameters: named }) => !named.has(rule.parameter) && !all.has(stem))) return true
  const kindOf = (unit: string | undefined): string | undefined => units.parse(unit ?? '1')?.kind
  const named = relevant.flatMap((term) => [...term.parameters])
  return !named.includes(rule.parameter) && !named.some((id) => kindOf(parameters.byId.get(id)?.unit) === kindOf(rule.unit))
}

/** True if the question names no element, or at least one that the rule binds. */
function namesNoOther({ loaded }: RuleWords, { elements }: Slots, book: Book): boolean {
  return elements.length === 0 || elements.some(({ id }) => book.elements.boundBy(id).some((wider) => loaded.rule.element.includes(wider)))
}

/** Score adjustment for everything except words: the bound asked for, the unit, limit or threshold, the collection. */
function agreement({ side, unit, asksThreshold }: Slots, { rule, document }: LoadedRule, { units, documents }: Book): number {
  const bySide =
    side === undefined || rule.bound === 'class' || rule.bound === 'range' || rule.bound === 'equals' ? 0 : rule.bound === side ? 0.05 : -0.15
  const byKind = asksThreshold ? (rule.kind === 'threshold' ? 0.1 : -0.05) : rule.kind === 'limit' ? 0.03 : -0.1
  const byUnit = unit === undefined ? 0 : units.parse(rule.unit)?.kind === unit.kind ? 0.05 : -0.2
  // By default a building is meant, not a street or a workplace.
  const byCollection = documents.get(document)?.collection === 'cte' ? 0.03 : 0
  return bySide + byKind + byUnit + byCollection
}

function wordsOfRule(book: Book, loaded: LoadedRule): RuleWords {
  const { rule } = loaded
  const own = new Set(rule.element)
  const elements = [...book.elements.byId.values()].filter(({ id }) => book.elements.boundBy(id).some((wider) => own.has(wider)))
  const parameter = book.parameters.byId.get(rule.parameter)
  const phrases = (names: readonly string[]): string[][] => names.map((name) => stems(name.replace(/[_-]/g, ' '))).filter((name) => name.length > 0)
  const elementNames = phrases(elements.flatMap(({ id, label, aliases }) => [id, label, ...aliases]))
  const parameterNames = phrases(parameter === undefined ? [] : [parameter.id, parameter.label, ...parameter.aliases, ...parameter.symbols])
  const title = new Set(stems(rule.title))
  return {
    loaded,
    title,
    elements: elementNames,
    parameters: parameterNames,
    all: new Set([...title, ...elementNames.flat(), ...parameterNames.flat()]),
  }
}
