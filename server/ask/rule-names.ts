import type { Book } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Dimension } from '../engine/schema.ts'
import { stems } from '../kb/text-analysis.ts'
import { type Magnitude, magnitudesOf } from './magnitudes.ts'

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
  /** Of all numeric conditions. */
  readonly ofCase: ReadonlySet<string>
  /** The numeric conditions, each with its names. */
  readonly conditions: readonly { readonly dimension: Dimension; readonly names: ReadonlySet<string> }[]
  /** The kinds of length that its quantity is. */
  readonly magnitudes: ReadonlySet<Magnitude>
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
  const title = stems(rule.title).filter((word) => !thing.has(word) && !ofCase.has(word))
  const measure = new Set([...(apart.size > 0 ? apart : quantity), ...title])
  const magnitudes = parameter === undefined ? new Set<Magnitude>() : magnitudesOf(parameter)
  return { thing, quantity, apart, measure, all: thing.union(measure), ofCase, conditions, magnitudes }
}

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
