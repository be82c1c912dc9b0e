import type { Book } from './book.ts'
import { type Chosen, chooseRules } from './choose.ts'
import type { Dimensions, Known } from './condition.ts'
import { type ContextInput, defaultOf, type ReadContext, readContext } from './context.ts'
import type { Exact } from './decimal.ts'
import { placeGiven, zonesGiven } from './given-place.ts'
import { withImplied } from './implied.ts'
import type { Limits, LoadedRule } from './limit.ts'
import { followLinks } from './links.ts'
import { type Gap, gapsFor, gapsOfTheDay } from './not-held.ts'
import type { Refusal, Request } from './outcome.ts'
import type { Place } from './place.ts'
import type { Terms } from './terms.ts'

/** All that a request says besides its value and unit, and what follows from it: the same for every value that is held against the rules. */
export interface Situation {
  readonly chosen: Chosen
  readonly place: Place
  readonly known: Known
  /** The context as it was read. */
  readonly context: ReadContext
  /** What nobody stated and is taken for granted. */
  readonly assumed: readonly string[]
  readonly consulted: ReadonlySet<string>
  /** The dimensions stated with another value than their default. */
  readonly stated: ReadonlySet<string>
  /** The chosen rules that bind by their links, and those kept aside. */
  readonly links: ReturnType<typeof followLinks>
  /** The limits of rules in this situation, as they are worked out. */
  readonly limits: Map<LoadedRule, Limits>
  gaps(): readonly Gap[]
}

interface Remembered extends Pick<Request, 'element' | 'parameter' | 'place' | 'asOf' | 'codes'> {
  readonly book: Book
  readonly terms: Terms
  readonly found: Situation | Refusal
}

/** The last situation of each context: values below, at and above a limit are tried one after the other in the same one. */
const lastOf = new WeakMap<ContextInput, Remembered>()

/** The situation of a request, or why there is none. */
export function situationOf(book: Book, request: Request, terms: Terms): Situation | Refusal {
  const last = lastOf.get(request.context)
  if (last !== undefined && last.book === book && last.terms === terms && isSame(last, request)) return last.found
  const { element, parameter, place, asOf, codes } = request
  const found = make(book, request, terms)
  lastOf.set(request.context, { element, parameter, place, asOf, codes, book, terms, found })
  return found
}

function isSame(last: Remembered, { element, parameter, place, asOf, codes }: Request): boolean {
  return (
    last.element === element &&
    last.parameter === parameter &&
    last.place === place &&
    last.asOf === asOf &&
    last.codes.length === codes.length &&
    last.codes.every(({ slug, version }, index) => slug === codes[index]?.slug && version === codes[index]?.version)
  )
}

function make(book: Book, request: Request, terms: Terms): Situation | Refusal {
  const context = readContext(request.context, book.dimensions)
  const implied = withImplied(context, terms, book)
  const errors = context.errors.length > 0 ? context.errors : implied.errors
  if (errors.length > 0) return { kind: 'context', errors }
  const chosen = chooseRules(book, terms.rules, request)
  if ('kind' in chosen) return chosen
  const place = placeGiven(request.place, context.known)
  const known = new Map<string, Exact | string>(place.facts.known)
  for (const [name, value] of implied.known) known.set(name, value)
  for (const [name, value] of zonesGiven(context.known)) known.set(name, value)
  const assumed = [...implied.derived]
  const consulted = allOf(chosen.rules, consultedBy)
  for (const name of consulted) {
    const fallback = known.has(name) ? undefined : fallbackOf(name, book.dimensions)
    if (fallback === undefined) continue
    known.set(name, fallback)
    assumed.push(name)
  }
  let gaps: readonly Gap[] | undefined
  return {
    chosen,
    place,
    known,
    context,
    assumed,
    consulted,
    stated: statedBesideDefaults(context.known, book.dimensions),
    links: followLinks(chosen.rules, known, book.dimensions),
    limits: new Map(),
    gaps: () => (gaps ??= [...gapsFor(book, request, known), ...gapsOfTheDay(book, terms.rules, request, known)]),
  }
}

/** Who states a default says no more than who is silent. */
function statedBesideDefaults(given: Known, dimensions: Dimensions): Set<string> {
  return new Set(
    [...given].flatMap(([name, value]) => {
      const fallback = fallbackOf(name, dimensions)
      const isDefault = fallback !== undefined && String(fallback) === String(value)
      return isDefault ? [] : [name]
    }),
  )
}

function fallbackOf(name: string, dimensions: Dimensions): Exact | string | undefined {
  const dimension = dimensions.byId.get(name)
  return dimension === undefined ? undefined : defaultOf(dimension)
}

/** The dimensions that a rule may look at: for its conditions and value, for its notices, and for the scope of its document. Made once for each rule. */
function consultedBy(loaded: LoadedRule): readonly string[] {
  const known = consultedOf.get(loaded)
  if (known !== undefined) return known
  const made = [...new Set([...loaded.uses, ...loaded.noticed, ...Object.keys(loaded.rule.assume), ...outsideOf(loaded)])]
  consultedOf.set(loaded, made)
  return made
}

const consultedOf = new WeakMap<LoadedRule, readonly string[]>()

/** Every name that some things have, once. */
export function allOf<T>(things: readonly T[], namesOf: (one: T) => readonly string[]): Set<string> {
  const all = new Set<string>()
  for (const one of things) for (const name of namesOf(one)) all.add(name)
  return all
}

/** The dimensions that tell whether a rule's document leaves a case to another. */
export function outsideOf({ outside }: LoadedRule): string[] {
  return outside.flatMap(({ when }) => Object.keys(when))
}
