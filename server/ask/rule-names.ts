import type { Book } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Dimension } from '../engine/schema.ts'
import { stems } from '../kb/text-analysis.ts'
import { type Magnitude, magnitudesOf } from './magnitudes.ts'
import { nameStems } from './name-stems.ts'
import type { Slots } from './slots.ts'

/** The index terms by which a rule knows what a quantity of a question is of. */
export interface RuleNames {
  /** Of the thing that it limits. */
  readonly thing: ReadonlySet<string>
  /** Of its quantity. */
  readonly quantity: ReadonlySet<string>
  /** Of its quantity, and not of the thing. */
  readonly apart: ReadonlySet<string>
  /** What tells the quantities of one thing apart: of its quantity and of its title, without what the title says of the case. */
  readonly measure: ReadonlySet<string>
  /** Of the thing or the quantity. */
  readonly all: ReadonlySet<string>
  /** The names of its quantity and of its thing, each as its words without those of number (`número mínimo de`). */
  readonly quantityNames: readonly (readonly string[])[]
  readonly thingNames: readonly (readonly string[])[]
  /** Of its title, without numbers and what is all lengths and sizes. */
  readonly title: ReadonlySet<string>
  /** True if a number of its things is its quantity. */
  readonly isOfThings: boolean
  /** Of all numeric conditions. */
  readonly ofCase: ReadonlySet<string>
  /** The numeric conditions, each with its names. */
  readonly conditions: readonly { readonly dimension: Dimension; readonly names: ReadonlySet<string> }[]
  /** The kinds of length that its quantity is. */
  readonly magnitudes: ReadonlySet<Magnitude>
  /** The names of its quantity, and its title, as they are written. */
  readonly written: string
}

const namesByRule = new WeakMap<LoadedRule, RuleNames>()

/** The names of a rule. They are the same for all questions. */
export function namesOf(book: Book, loaded: LoadedRule): RuleNames {
  const names = namesByRule.get(loaded) ?? read(book, loaded)
  namesByRule.set(loaded, names)
  return names
}

function read({ elements, parameters, dimensions }: Book, { rule, uses }: LoadedRule): RuleNames {
  const parameter = parameters.byId.get(rule.parameter)
  const thing = termsOf(rule.element.flatMap((id) => elements.byId.get(id) ?? []))
  const quantity = termsOf(parameter === undefined ? [] : [parameter])
  const apart = quantity.difference(thing)
  const conditions = [...uses]
    .flatMap((id) => dimensions.byId.get(id) ?? [])
    .filter(({ type }) => type === 'number')
    .map((dimension) => ({ dimension, names: wordsOf(dimension) }))
  const ofCase = new Set(conditions.flatMap(({ names }) => [...names]))
  // `Escalones sin tabica` have none.
  const title = stems(rule.title.replace(/(?<!\p{L})sin \p{L}+/giu, '')).filter((word) => !thing.has(word) && !ofCase.has(word))
  const measure = new Set([...(apart.size > 0 ? apart : quantity), ...title])
  const magnitudes = parameter === undefined ? new Set<Magnitude>() : magnitudesOf(parameter)
  const [quantityNames, thingNames] = [namesIn(parameter), rule.element.flatMap((id) => namesIn(elements.byId.get(id)))]
  return {
    thing,
    quantity,
    apart,
    measure,
    all: thing.union(measure),
    ofCase,
    quantityNames,
    thingNames,
    title: new Set(stems(rule.title).filter((stem) => !/\d/.test(stem) && !ofNumber.has(stem))),
    isOfThings: countsThings(quantityNames, thingNames),
    conditions,
    magnitudes,
    written: [parameter?.label, ...(parameter?.aliases ?? []), rule.title].join('; '),
  }
}

/**
 * True if the words of a question say what a rule counts: its quantity by a whole name and, where that is the counted noun alone, its thing by another
 * word, or its title by several; or its thing by a name of several words, where it counts things. `counts`: the noun that the question counts.
 */
export function saysCounted({ quantityNames, thingNames, isOfThings, title }: RuleNames, counts: string, words: Slots['words']): boolean {
  const said = new Set(words.flatMap(({ stem }) => stem ?? []))
  const isWhole = (name: readonly string[]): boolean => name.every((stem) => said.has(stem))
  const isMore = (name: readonly string[]): boolean => isWhole(name) && name.some((stem) => stem !== counts)
  const named = quantityNames.filter((name) => name[0] === counts && isWhole(name))
  if (isOfThings && thingNames.some((name) => name[0] === counts && isMore(name))) return true
  const ofTitle = [...title].filter((stem) => stem !== counts && said.has(stem)).length
  return named.some(isMore) || (named.length > 0 && (thingNames.some(isMore) || (title.has(counts) && ofTitle >= leastOfTitle)))
}

/** Least further words of a title that tell that a question counts what the title counts: `una sola salida` of a `sector de riesgo alto`. */
const leastOfTitle = 3

/** True for `Número mínimo` of something, and for `Envases conectados` of bottles; not for `Peldaños por tramo` of a flight. */
function countsThings(quantityNames: readonly (readonly string[])[], thingNames: readonly (readonly string[])[]): boolean {
  return quantityNames.some(([first]) => first === undefined || thingNames.some((name) => name[0] === first))
}

function namesIn(term: { readonly label: string; readonly aliases: readonly string[] } | undefined): string[][] {
  const names = term === undefined ? [] : [term.label, ...term.aliases]
  return names.map((name) => nameStems(name).filter((stem) => !ofNumber.has(stem)))
}
const ofNumber = new Set(stems('número cantidad mínimo mínima máximo máxima total cuántos cuántas más'))

function termsOf(terms: readonly { readonly label: string; readonly aliases: readonly string[] }[]): Set<string> {
  return new Set(stems(terms.flatMap(({ label, aliases }) => [label, ...aliases]).join(' ')))
}

const wordsByDimension = new WeakMap<Dimension, ReadonlySet<string>>()

/** The index terms of the names of a condition. */
export function wordsOf(dimension: Dimension): ReadonlySet<string> {
  const { label, aliases, id } = dimension
  // The unit at the end of an id (`altura_h_m`) is no name.
  const words =
    wordsByDimension.get(dimension) ?? new Set(stems([label, ...aliases, id.replaceAll('_', ' ')].join(' ')).filter((word) => word.length > 2))
  wordsByDimension.set(dimension, words)
  return words
}
