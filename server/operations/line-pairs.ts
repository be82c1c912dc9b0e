import { isDeciding } from '../engine/deciding.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { nameWords } from '../engine/name-words.ts'
import { fits } from '../engine/pair.ts'
import type { Place } from '../engine/place.ts'
import { ruleKey } from '../engine/rule-list.ts'
import type { Element, Parameter } from '../engine/schema.ts'
import { meantElements, meantParameters, parametersOf } from '../engine/terms.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { LineValue } from './line-value.ts'
import { nearRules } from './near-pairs.ts'
import type { Context } from './operation.ts'

/** An element and a parameter that a line may mean, with a deciding rule of it whose unit fits. */
export interface LinePair {
  readonly element: Element
  readonly parameter: Parameter
  readonly rule: LoadedRule
  /** How the line names the two. `part`: some words of their names only; `neighbour`: the same, where it names another thing in full, or none of them: the nearest. */
  readonly by: 'both' | 'element' | 'parameter' | 'part' | 'neighbour'
}

/** Most elements that a line may mean at once, and most pairs that are looked at. */
const [mostElements, mostPairs] = [8, 40]
const mostOffered = 5

/** The pairs that the words of a line may mean, those named in full first. */
export function pairsMeant(kb: KnowledgeBase, thing: string, value: LineValue | undefined): LinePair[] {
  const words = thing.split(/\s+/).filter(Boolean)
  if (words.length === 0 || words.length > 12) return []
  const both = words.flatMap((_word, at) => {
    if (at === 0) return []
    const [head, tail] = [words.slice(0, at).join(' '), words.slice(at).join(' ')].map(withoutJoining)
    return [...paired(kb, head ?? '', tail ?? '', value), ...paired(kb, tail ?? '', head ?? '', value)]
  })
  if (both.length > 0) return distinct(both)
  const named = ofElements(kb, meantElements(kb.book, thing), value, 'element')
  const measured = ofParameters(kb, meantParameters(kb.book, thing), value)
  const found = [...named, ...measured]
  // A class fits things of every kind: only one that the line names may be judged by it.
  const others = value?.isClass === true && found.length === 0 && meantElements(kb.book, thing).length > 0 ? [] : byWords(kb, thing, value)
  const neighbours = found.length === 0 ? others : others.map((one) => ({ ...one, by: 'neighbour' as const }))
  return distinct([...found, ...neighbours]).slice(0, mostPairs)
}

/** The pairs whose rules are nearest to the words of a line that names none: offered, never judged. None for a single word, which is rather a name. */
export function pairsOffered(context: Pick<Context, 'kb' | 'askIndex'>, thing: string, value: LineValue | undefined, place: Place): LinePair[] {
  if (nameWords(thing).length < 2) return []
  const near = nearRules(context, { element: thing, parameter: '', unit: value?.unit, place })
  const fitting = near.filter(({ rule }) => isDeciding(rule.rule) && isMeasured(context.kb, rule, value))
  const pairs = Map.groupBy(fitting, ({ element, parameter }) => `${element.id}/${parameter.id}`)
  return [...pairs.values()].flatMap(([one]) => (one === undefined ? [] : [{ ...one, by: 'neighbour' as const }])).slice(0, mostOffered)
}

function withoutJoining(text: string): string {
  return text.replace(/^(?:de la|de los|de las|del|de|en|para)\s+|\s+(?:de la|de los|de las|del|de|en|para)$/gi, '')
}

function paired(kb: KnowledgeBase, element: string, parameter: string, value: LineValue | undefined): LinePair[] {
  const elements = kb.book.elements.named(element)
  const parameters = elements.length === 0 ? [] : meantParameters(kb.book, parameter)
  return elements.flatMap((one) => parameters.flatMap((measured) => pairOf(kb, one, measured, value, 'both')))
}

function ofElements(kb: KnowledgeBase, elements: readonly Element[], value: LineValue | undefined, by: LinePair['by']): LinePair[] {
  return elements
    .slice(0, mostElements)
    .flatMap((element) =>
      [...parametersOf(kb.book, [element.id])]
        .flatMap((id) => kb.book.parameters.byId.get(id) ?? [])
        .flatMap((parameter) => pairOf(kb, element, parameter, value, by)),
    )
}

function ofParameters(kb: KnowledgeBase, parameters: readonly Parameter[], value: LineValue | undefined): LinePair[] {
  return parameters.flatMap((parameter) => {
    const ids = new Set(kb.book.rules.flatMap(({ rule }) => (rule.parameter === parameter.id ? rule.element : [])))
    return [...ids]
      .flatMap((id) => kb.book.elements.byId.get(id) ?? [])
      .slice(0, mostElements)
      .flatMap((element) => pairOf(kb, element, parameter, value, 'parameter'))
  })
}

/**
 * Elements that have every word in their names, whole; the last may be the beginning of a word, as it is being typed. Words that no name has may be
 * of the parameter.
 */
function byWords(kb: KnowledgeBase, thing: string, value: LineValue | undefined): LinePair[] {
  const words = nameWords(thing)
  if (words.length === 0) return []
  const has = (names: readonly (readonly string[])[], word: string, isLast: boolean): boolean =>
    names.some((name) => name.some((own) => own === word || (isLast && word.length > 2 && own.startsWith(word))))
  const namesOf = (id: string, terms: KnowledgeBase['book']['elements'] | KnowledgeBase['book']['parameters']) =>
    terms.namesOf(id).map((one) => one.words)
  const isIn = (names: readonly (readonly string[])[]) => (word: string) => has(names, word, word === words.at(-1))
  const found = [...kb.book.elements.byId.values()].flatMap((element) => {
    const names = namesOf(element.id, kb.book.elements)
    const rest = words.filter((word) => !isIn(names)(word))
    if (rest.length === words.length) return []
    // The label before other names, a label that begins so before one that has the word further on, whole words before beginnings, short before long.
    const said = words.filter((word) => !rest.includes(word))
    const label = nameWords(element.label)
    const rank = [
      rest.length,
      Number(!said.every((word) => has([label], word, true))),
      Number(!said.every((word) => names.some((name) => name.includes(word)))),
      Math.max(
        0,
        label.findIndex((own) => own.startsWith(said[0] ?? '')),
      ),
      label.length,
    ].reduce((whole, one) => whole * 10 + Math.min(one, 9), 0)
    return [{ element, rest, rank }]
  })
  return found
    .filter(
      ({ element, rest }) =>
        rest.length === 0 || [...parametersOf(kb.book, [element.id])].some((id) => rest.every(isIn(namesOf(id, kb.book.parameters)))),
    )
    .sort((left, right) => left.rank - right.rank)
    .slice(0, mostElements)
    .flatMap(({ element, rest }) =>
      ofElements(kb, [element], value, 'part').filter(({ parameter }) => rest.every(isIn(namesOf(parameter.id, kb.book.parameters)))),
    )
}

function pairOf(kb: KnowledgeBase, element: Element, parameter: Parameter, value: LineValue | undefined, by: LinePair['by']): LinePair[] {
  const rules = kb.book.elements.boundBy(element.id).flatMap((id) => kb.book.ruleIndex.get(ruleKey(id, parameter.id)) ?? [])
  const rule = rules.find((loaded) => isDeciding(loaded.rule) && isMeasured(kb, loaded, value))
  return rule === undefined ? [] : [{ element, parameter, rule, by }]
}

/** True if a value may be held against a rule. A number without unit takes that of the rule. */
function isMeasured({ book }: KnowledgeBase, loaded: LoadedRule, value: LineValue | undefined): boolean {
  if (value === undefined) return true
  if (value.unit === undefined && !value.isClass) return loaded.rule.bound !== 'class'
  return fits(loaded, { element: '', parameter: '', unit: value.unit ?? '', value: value.measured }, book)
}

/** One pair for each rule: the first, which is named best. */
function distinct(pairs: readonly LinePair[]): LinePair[] {
  const seen = new Set<string>()
  return pairs.filter(({ rule: { document, rule }, parameter }) => {
    const key = `${document}/${rule.id}|${parameter.id}`
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}
