import type { Book, Edition } from './book.ts'
import { chooseRules } from './choose.ts'
import type { Dimensions, Known } from './condition.ts'
import { defaultOf, readContext } from './context.ts'
import type { Exact } from './decimal.ts'
import { placeGiven, zonesGiven } from './given-place.ts'
import { withImplied } from './implied.ts'
import type { InCase } from './in-case.ts'
import type { LoadedRule } from './limit.ts'
import { followLinks } from './links.ts'
import { type Gap, gapsFor, gapsOfTheDay, gapsOfUnreadIn } from './not-held.ts'
import type { Refusal, Request } from './outcome.ts'
import type { Place } from './place.ts'
import { type Recent, recentValues } from './recent.ts'
import { classUnits } from './scale.ts'
import type { Dimension } from './schema.ts'
import { resolveTerms, siblingsIn, type Terms, termsKey } from './terms.ts'
import type { Unit } from './unit.ts'

/** Everything that a request settles before its value is looked at. Requests that differ only in their value share one object. */
export interface Prepared {
  readonly terms: Terms
  /** What the context itself states. */
  readonly given: Known
  readonly place: Place
  readonly known: Known
  /** The dimensions that the request itself states, with another value than their default. */
  readonly stated: ReadonlySet<string>
  /** Dimensions that took their default or follow from what is stated. */
  readonly assumed: readonly string[]
  readonly consulted: ReadonlySet<string>
  readonly editions: ReadonlyMap<string, Edition>
  /** The unit of the value as the rules mean it. */
  readonly unit: Unit
  readonly accepted: readonly string[]
  readonly mismatch: (accepted: readonly string[]) => Refusal
  readonly binding: readonly LoadedRule[]
  readonly aside: readonly LoadedRule[]
  /** What each rule is in this case, filled as values are held against it. */
  readonly rules: Map<LoadedRule, InCase>
  /** Points that may limit the same thing and that the base does not hold. */
  readonly gaps: () => readonly Gap[]
}

/** What was prepared for a book lately. */
interface Memory {
  readonly recent: Recent<Prepared>
  readonly numberOf: WeakMap<Place, number>
  places: number
}

const mostPrepared = 400
const memoryOf = new WeakMap<Book, Memory>()

/** What a request settles besides its value, or why it cannot be decided whatever that is. Recent ones are remembered. */
export function prepare(book: Book, request: Request): Prepared | Refusal {
  const memory = memoryOf.get(book) ?? { recent: recentValues<Prepared>(mostPrepared), numberOf: new WeakMap(), places: 0 }
  memoryOf.set(book, memory)
  const key = keyOf(memory, request)
  const known = memory.recent.get(key)
  if (known !== undefined) return known
  const made = newPrepared(book, request)
  if (!('kind' in made)) memory.recent.add(key, made)
  return made
}

function keyOf(memory: Memory, request: Request): string {
  const { place, context, asOf, codes } = request
  const number = memory.numberOf.get(place) ?? ++memory.places
  memory.numberOf.set(place, number)
  const versions = codes.length === 0 ? '' : JSON.stringify(codes.map(({ version }) => version ?? null))
  return `${number} ${asOf} ${versions} ${JSON.stringify(context)} ${termsKey(request)}`
}

function newPrepared(book: Book, request: Request): Prepared | Refusal {
  const terms = resolveTerms(book, request)
  if ('kind' in terms) return terms
  const context = readContext(request.context, book.dimensions)
  const implied = withImplied(context, terms, book)
  const errors = context.errors.length > 0 ? context.errors : implied.errors
  if (errors.length > 0) return { kind: 'context', errors }
  const chosen = chooseRules(book, terms.rules, request)
  if ('kind' in chosen) return chosen

  const place = placeGiven(request.place, context.known)
  const known = new Map<string, Exact | string>([...place.facts.known, ...implied.known, ...zonesGiven(context.known)])
  const assumed = [...implied.derived]
  const consulted = allOf(chosen.rules, consultedBy)
  for (const name of consulted) {
    const fallback = known.has(name) ? undefined : defaultOf(book.dimensions.byId.get(name) ?? noDimension)
    if (fallback !== undefined) {
      known.set(name, fallback)
      assumed.push(name)
    }
  }
  const read = readUnit(book, { terms, rules: chosen.rules }, request)
  if ('kind' in read) return read
  const { binding, aside } = followLinks(chosen.rules, known, book.dimensions)
  const stated = statedBesideDefaults(context.known, book.dimensions)
  let gaps: readonly Gap[] | undefined
  return {
    ...{
      terms,
      given: context.known,
      place,
      known,
      stated,
      assumed,
      consulted,
      editions: chosen.editions,
      ...read,
      binding,
      aside,
      rules: new Map(),
    },
    gaps: () =>
      (gaps ??= [
        ...gapsFor(book, request, known),
        ...gapsOfTheDay(book, terms.rules, request, known),
        ...gapsOfUnreadIn(chosen.unread, known, book),
      ]),
  }
}

/** The unit of the value, or the refusal of one that the rules do not measure in. */
function readUnit(
  book: Book,
  { terms, rules }: { readonly terms: Terms; readonly rules: readonly LoadedRule[] },
  request: Request,
): Pick<Prepared, 'unit' | 'accepted' | 'mismatch'> | Refusal {
  // A class and a count have no unit: it need not be written there. A ratio needs one: 60 may be 60 %, and 0,5 may be 0,5 %.
  const isClass = rules.every(({ rule }) => rule.bound === 'class')
  const isCount = (terms.parameter.integer === true || terms.parameter.bare === true) && rules.every(({ rule }) => rule.unit === '1')
  const accepted = [...new Set(rules.flatMap(({ rule, scale }) => (rule.bound === 'class' ? classUnits(scale) : [rule.unit])))]
  const unit = book.units.parseLike((isClass || isCount) && request.unit.trim() === '' ? '1' : request.unit, accepted)
  const mismatch = (units: readonly string[]): Refusal => ({
    kind: 'unit-mismatch',
    accepted: units,
    hint: terms.parameter.unit_hint,
    siblings: siblingsIn(book, terms, request),
    isClass,
  })
  return unit === undefined ? mismatch(accepted) : { unit, accepted, mismatch }
}

/** The dimensions stated with another value than their default: who states a default says no more than who is silent. */
function statedBesideDefaults(given: Known, dimensions: Dimensions): Set<string> {
  return new Set(
    [...given].flatMap(([name, value]) => {
      const fallback = defaultOf(dimensions.byId.get(name) ?? noDimension)
      const isDefault = fallback !== undefined && String(fallback) === String(value)
      return isDefault ? [] : [name]
    }),
  )
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

/** The dimensions that a rule's conditions and value read, and the scope of its document. Made once for each rule. */
export function usedBy(loaded: LoadedRule): readonly string[] {
  const known = usedOf.get(loaded)
  if (known !== undefined) return known
  const made = [...new Set([...loaded.uses, ...outsideOf(loaded)])]
  usedOf.set(loaded, made)
  return made
}

const usedOf = new WeakMap<LoadedRule, readonly string[]>()

/** Every name that some things have, once. */
export function allOf<T>(things: readonly T[], namesOf: (one: T) => readonly string[]): Set<string> {
  const all = new Set<string>()
  for (const one of things) for (const name of namesOf(one)) all.add(name)
  return all
}

function outsideOf({ outside }: LoadedRule): string[] {
  return outside.flatMap(({ when }) => Object.keys(when))
}

/** Stands in for a dimension that the vocabulary does not have: it has no default, and nobody may give it another meaning. */
export const noDimension = {
  id: '',
  label: '',
  type: 'enum',
  source: 'context',
  help: '',
  aliases: [],
  values: [],
} as const satisfies Dimension
