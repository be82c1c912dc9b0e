import type { Book } from './book.ts'
import type { Dimensions } from './condition.ts'
import type { ContextError, ReadContext, Statement } from './context.ts'
import type { Exact } from './decimal.ts'
import type { Element } from './schema.ts'
import { identifier } from './text.ts'

/** What is known of a case from the request itself: what its context states and what follows by definition from that and from the element's name. */
export interface Implied {
  readonly known: ReadonlyMap<string, Exact | string>
  /** Dimensions that the context does not state. */
  readonly derived: readonly string[]
  /** Contradictions, each with both sides. */
  readonly errors: readonly ContextError[]
}

/** Adds to a context what the element (by the name it was given) and the values stated imply. What contradicts is an error, never overruled. */
export function withImplied(
  context: ReadContext,
  { element, name, sets: said }: { readonly element: Element; readonly name: string; readonly sets: ReadonlyMap<string, string> },
  book: Book,
): Implied {
  const known = new Map(context.known)
  const sides = new Map(context.stated)
  const errors: ContextError[] = []
  const contradict = (dimension: string, by: Statement): void => {
    const side = sides.get(dimension)
    if (side === undefined) return
    const field = side.field === 'element' ? by.field : side.field
    errors.push({ field, error: 'contradicts', candidates: [], sides: [side, by] })
  }
  const imply = (dimension: string, value: string, by: Statement): void => {
    const before = known.get(dimension)
    if (before === undefined) {
      known.set(dimension, value)
      sides.set(dimension, by)
    } else if (!wider(before, dimension, book.dimensions).includes(value)) contradict(dimension, by)
  }
  const self = { field: 'element', value: name }
  const own = ofElement(element, name, book)
  for (const [dimension, value] of own.sets) imply(dimension, value, self)
  // What is said beside the name gives way to what the name itself says.
  for (const [dimension, value] of said) if (!own.sets.has(dimension)) imply(dimension, value, self)
  // The map grows while it is walked: what is implied implies further.
  for (const [dimension, value] of known)
    for (const { implies, excludes } of definitions(dimension, value, book.dimensions)) {
      for (const [other, its] of Object.entries(implies ?? {})) imply(other, its, sides.get(dimension) ?? self)
      for (const [other, values] of Object.entries(excludes ?? {})) {
        const left = known.has(other) ? undefined : onlyOneLeft(other, values, book.dimensions)
        if (left !== undefined) imply(other, left, sides.get(dimension) ?? self)
      }
    }
  const exclusions = [...known].flatMap(([dimension, value]) =>
    definitions(dimension, value, book.dimensions).flatMap(({ excludes }) =>
      Object.entries(excludes ?? {}).map(([other, values]) => ({ other, values, by: sides.get(dimension) ?? self })),
    ),
  )
  for (const { other, values, by } of [...exclusions, ...own.excludes.map(([other, values]) => ({ other, values, by: self }))]) {
    const value = known.get(other)
    if (value !== undefined && wider(value, other, book.dimensions).some((one) => values.includes(one))) contradict(other, by)
  }
  return { known, derived: [...known.keys()].filter((dimension) => !context.known.has(dimension)), errors }
}

/** What a yes or no is once one of the two cannot be. */
function onlyOneLeft(dimension: string, excluded: readonly string[], dimensions: Dimensions): string | undefined {
  if (dimensions.byId.get(dimension)?.type !== 'boolean' || excluded.length !== 1) return undefined
  return excluded[0] === 'true' ? 'false' : 'true'
}

/** What an element is by definition: its own declarations and those of broader ones, the alias it was named by first. */
export function ofElement(
  element: Element,
  name: string,
  { elements }: Pick<Book, 'elements'>,
): { readonly sets: ReadonlyMap<string, string>; readonly excludes: readonly (readonly [string, readonly string[]])[] } {
  const { sets: declared, excludes } = declaredBy(element, elements)
  const byAlias = Object.entries(element.alias_sets ?? {}).filter(([alias]) => identifier(alias) === identifier(name))
  if (byAlias.length === 0) return { sets: declared, excludes }
  const sets = new Map<string, string>()
  for (const [dimension, value] of [...byAlias.flatMap(([, own]) => Object.entries(own)), ...declared])
    if (!sets.has(dimension)) sets.set(dimension, value)
  return { sets, excludes }
}

interface Declared {
  readonly sets: ReadonlyMap<string, string>
  readonly excludes: readonly (readonly [string, readonly string[]])[]
}

const declarations = new WeakMap<Book['elements'], Map<string, Declared>>()

/** What an element and the broader ones declare, the nearest first. Made once for each element. */
function declaredBy(element: Element, elements: Book['elements']): Declared {
  const known = declarations.get(elements) ?? new Map<string, Declared>()
  declarations.set(elements, known)
  const before = known.get(element.id)
  if (before !== undefined) return before
  const line = elements.broaden(element.id).flatMap((id) => elements.byId.get(id) ?? [])
  const sets = new Map<string, string>()
  for (const [dimension, value] of line.flatMap((one) => Object.entries(one.sets ?? {}))) if (!sets.has(dimension)) sets.set(dimension, value)
  const made = { sets, excludes: line.flatMap((one) => Object.entries(one.excludes ?? {})) }
  known.set(element.id, made)
  return made
}

/** The declarations of a value and of every broader one. */
function definitions(dimension: string, value: Exact | string, dimensions: Dimensions) {
  if (typeof value !== 'string') return []
  const ids = dimensions.widened(dimension, value)
  return dimensions.byId.get(dimension)?.values.filter(({ id }) => ids.includes(id)) ?? []
}

function wider(value: Exact | string, dimension: string, dimensions: Dimensions): readonly string[] {
  return typeof value === 'string' ? dimensions.widened(dimension, value) : []
}
