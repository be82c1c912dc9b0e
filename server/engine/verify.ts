import type { Book } from './book.ts'
import { passes } from './condition.ts'
import { type defaultOf, mayBeGiven, readContext } from './context.ts'
import { placeGiven, zonesGiven } from './given-place.ts'
import { withImplied } from './implied.ts'
import { boundsRegardless, type LoadedRule } from './limit.ts'
import { gapsFor, gapsOfTheDay, gapsOfUnread } from './not-held.ts'
import type { Refusal, Request, Verdict } from './outcome.ts'
import type { Place } from './place.ts'
import { isPossibleIn } from './possible.ts'
import { classUnits } from './scale.ts'
import { allOf, outsideOf, situationOf } from './situation.ts'
import { slopeIn } from './slope.ts'
import { resolveTerms, siblingsIn } from './terms.ts'
import { type Case, type Missing, verifyRules } from './verify-rules.ts'

/** Decides a request. Pure: the same request and book give the same outcome for ever. */
export function verify(book: Book, request: Request): Verdict | Refusal {
  const outcome = outcomeOf(book, request)
  return outcome.kind === 'no-applicable-rule' ? explained(book, request, outcome) : outcome
}

/** Tells apart, where no rule applies, what does not bind, what the base does not hold, and what is only a threshold. */
function explained(book: Book, request: Request, refusal: Extract<Refusal, { kind: 'no-applicable-rule' }>): Refusal {
  const terms = resolveTerms(book, request)
  const context = readContext(request.context, book.dimensions)
  const given = 'kind' in terms ? context.known : withImplied(context, terms, book).known
  const known = new Map([...placeGiven(request.place, given).facts.known, ...given, ...zonesGiven(given)])
  if (refusal.why === 'exempt' || refusal.why === 'no-limit') return refusal
  const ofTheDay = 'kind' in terms ? [] : gapsOfTheDay(book, terms.rules, request, known)
  const gaps = [...gapsFor(book, request, known), ...ofTheDay, ...(refusal.why === 'not-a-limit' ? gapsOfUnread(refusal.rules) : [])]
  if (gaps.length > 0) return { ...refusal, why: 'not-held', gaps }
  if (refusal.why === 'threshold') {
    const thresholds = refusal.rules.flatMap((loaded) => {
      const found = boundsRegardless(loaded, known, book.dimensions)
      return found === undefined ? [] : [{ loaded, bounds: found.bounds }]
    })
    return { ...refusal, thresholds }
  }
  if (refusal.why !== 'conditions') return refusal
  const unmet = refusal.rules.flatMap((loaded) => {
    const dimension = Object.keys(loaded.rule.when).find((name) => {
      const [test, value] = [loaded.rule.when[name], known.get(name)]
      return test !== undefined && value !== undefined && !passes(test, value, name, book.dimensions)
    })
    return dimension === undefined ? [] : [{ loaded, dimension }]
  })
  return { ...refusal, unmet }
}

function outcomeOf(book: Book, request: Request): Verdict | Refusal {
  const terms = resolveTerms(book, request)
  if ('kind' in terms) return terms
  const situation = situationOf(book, request, terms)
  if ('kind' in situation) return situation
  const { chosen, place, known, context, assumed, consulted, links } = situation
  // A class and a count have no unit: it need not be written there. A ratio needs one: 60 may be 60 %, and 0,5 may be 0,5 %.
  const isClass = chosen.rules.every(({ rule }) => rule.bound === 'class')
  const isCount = (terms.parameter.integer === true || terms.parameter.bare === true) && chosen.rules.every(({ rule }) => rule.unit === '1')
  const accepted = [...new Set(chosen.rules.flatMap(({ rule, scale }) => (rule.bound === 'class' ? classUnits(scale) : [rule.unit])))]
  const written = book.units.parseLike((isClass || isCount) && request.unit.trim() === '' ? '1' : request.unit, accepted)
  const mismatch = (units: readonly string[]): Refusal => ({
    kind: 'unit-mismatch',
    accepted: units,
    hint: terms.parameter.unit_hint,
    siblings: siblingsIn(book, terms, request),
    isClass,
  })
  if (written === undefined) return mismatch(accepted)
  const slope =
    typeof request.value === 'string' ? undefined : slopeIn(request.value, written, accepted, { parameter: terms.parameter, units: book.units })
  const { value, unit } = slope ?? { value: request.value, unit: written }
  if (typeof value !== 'string' && !isPossibleIn(terms.parameter, value, unit, book.units))
    return { kind: 'impossible-value', parameter: terms.parameter }

  const one: Case = { value, unit, known, stated: situation.stated, limits: situation.limits }
  const found = verifyRules(links.binding, one, book)
  switch (found.kind) {
    case 'decided': {
      const used = allOf(found.findings, ({ loaded }) => usedBy(loaded))
      const byAltitude = used.has('altitud_m') || [...used].some((name) => name.startsWith('climate_zone'))
      const capital = byAltitude && place === request.place && place.level === 'municipality' && !context.known.has('climate_zone')
      return {
        ...found,
        kind: 'verdict',
        gaps: situation.gaps(),
        element: terms.element,
        parameter: terms.parameter,
        understood: terms.isUnderstood,
        converted: slope?.note,
        editions: chosen.editions,
        asOf: request.asOf,
        place,
        known,
        assumed: [...assumed.filter((name) => used.has(name)), ...(capital ? ['altitud_m'] : [])],
        given: [...context.known.keys()],
        consulted,
        aside: links.aside.filter((loaded) => mayFail(loaded, one, book)),
      }
    }
    case 'missing':
      return lacking(book, found.missing, place, place.facts.estimated)
    case 'wrong-unit':
      return mismatch(found.accepted)
    case 'wrong-class':
      return { kind: 'unknown-class', accepted: found.accepted }
    case 'not-bound': {
      const why = (['forbidden', 'exempt', 'no-limit'] as const).find((one) => found.reasons.some(({ reason }) => reason === one)) ?? 'conditions'
      const rules = found.reasons.map(({ loaded }) => loaded)
      return { kind: 'no-applicable-rule', why, text: found.reasons.find(({ reason }) => reason === why)?.text, rules }
    }
    default:
      return found satisfies never
  }
}

/** The dimensions that a rule's conditions and value read, and the scope of its document. Made once for each rule. */
function usedBy(loaded: LoadedRule): readonly string[] {
  const known = usedOf.get(loaded)
  if (known !== undefined) return known
  const made = [...new Set([...loaded.uses, ...outsideOf(loaded)])]
  usedOf.set(loaded, made)
  return made
}

const usedOf = new WeakMap<LoadedRule, readonly string[]>()

/** True if a rule kept aside could refuse the value if its link held. */
function mayFail(loaded: LoadedRule, one: Case, book: Book): boolean {
  const found = verifyRules([loaded], one, book)
  return found.kind === 'missing' || (found.kind === 'decided' && found.findings[0]?.complies === false)
}

const noDimension = { id: '', label: '', type: 'enum', source: 'context', help: '', aliases: [], values: [] } as const satisfies Parameters<
  typeof defaultOf
>[0]

/** Splits what is missing into a finer place and data that only the user has. */
function lacking(book: Book, missing: readonly Missing[], place: Place, estimated: ReadonlyMap<string, string>): Refusal {
  const byPlace = missing.filter(({ dimension }) => book.dimensions.byId.get(dimension)?.source === 'place')
  if (byPlace.length > 0 && place.level !== 'municipality')
    return { kind: 'geo-too-coarse', dimensions: byPlace.map(({ dimension }) => dimension), candidates: place.within }
  const askable = missing.map((one) => (one.dimension.startsWith('climate_zone') ? { ...one, dimension: 'altitud_m' } : one))
  return {
    kind: 'indeterminate',
    missing: askable.filter(({ dimension }) => mayBeGiven(book.dimensions.byId.get(dimension) ?? noDimension)),
    estimated,
  }
}
