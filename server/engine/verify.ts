import type { Book } from './book.ts'
import { passes } from './condition.ts'
import { mayBeGiven, readContext } from './context.ts'
import { placeGiven, zonesGiven } from './given-place.ts'
import { defaultsThatHoldOff } from './held-off.ts'
import { withImplied } from './implied.ts'
import { rulesInForce } from './in-force.ts'
import { boundsRegardless } from './limit.ts'
import { gapsFor, gapsOfTheDay, gapsOfUnread, gapsOfUnreadIn } from './not-held.ts'
import type { Refusal, Request, Verdict } from './outcome.ts'
import type { Place } from './place.ts'
import { isPossibleIn } from './possible.ts'
import { allOf, noDimension, type Prepared, prepare, usedBy } from './prepared.ts'
import { slopeIn } from './slope.ts'
import { resolveTerms } from './terms.ts'
import { type Case, type Missing, mayFail, type RulesOutcome, verifyRules } from './verify-rules.ts'

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
  const unread = 'kind' in terms ? [] : gapsOfUnreadIn(rulesInForce(book, terms.rules, request).rules, known, book)
  if (refusal.why === 'exempt' || refusal.why === 'no-limit') return unread.length > 0 ? { ...refusal, why: 'not-held', gaps: unread } : refusal
  const ofTheDay = 'kind' in terms ? [] : gapsOfTheDay(book, terms.rules, request, known)
  const gaps = [...gapsFor(book, request, known), ...ofTheDay, ...(refusal.why === 'not-a-limit' ? gapsOfUnread(refusal.rules) : unread)]
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
  const prepared = prepare(book, request)
  if ('kind' in prepared) return prepared
  const { terms, known, unit: written, accepted } = prepared
  const slope =
    typeof request.value === 'string' ? undefined : slopeIn(request.value, written, accepted, { parameter: terms.parameter, units: book.units })
  const { value, unit } = slope ?? { value: request.value, unit: written }
  if (typeof value !== 'string' && !isPossibleIn(terms.parameter, value, unit, book.units))
    return { kind: 'impossible-value', parameter: terms.parameter }

  const one: Case = { value, unit, known, stated: prepared.stated, rules: prepared.rules }
  const found = verifyRules(prepared.binding, one, book)
  switch (found.kind) {
    case 'decided':
      return verdictOf(book, { request, prepared, one, converted: slope?.note }, found)
    case 'missing':
      return lacking(book, found.missing, prepared.place)
    case 'wrong-unit':
      return prepared.mismatch(found.accepted)
    case 'wrong-class':
      return { kind: 'unknown-class', accepted: found.accepted }
    case 'incomplete-class':
      return found
    case 'not-bound': {
      const why = (['forbidden', 'exempt', 'no-limit'] as const).find((one) => found.reasons.some(({ reason }) => reason === one)) ?? 'conditions'
      const rules = found.reasons.map(({ loaded }) => loaded)
      return { kind: 'no-applicable-rule', why, text: found.reasons.find(({ reason }) => reason === why)?.text, rules }
    }
    default:
      return found satisfies never
  }
}

function verdictOf(
  book: Book,
  {
    request,
    prepared,
    one,
    converted,
  }: { readonly request: Request; readonly prepared: Prepared; readonly one: Case; readonly converted: string | undefined },
  { findings, undecided, harmless }: Extract<RulesOutcome, { kind: 'decided' }>,
): Verdict {
  const { terms, given, place, known, consulted, editions, aside } = prepared
  const read = allOf(findings, ({ loaded }) => usedBy(loaded))
  const used = findings[0]?.complies === false ? read : new Set([...read, ...defaultsThatHoldOff(prepared, one, book)])
  const byAltitude = used.has('altitud_m') || [...used].some((name) => name.startsWith('climate_zone'))
  const capital = byAltitude && place === request.place && place.level === 'municipality' && !given.has('climate_zone')
  return {
    kind: 'verdict',
    findings,
    undecided,
    harmless,
    editions,
    place,
    known,
    consulted,
    converted,
    gaps: prepared.gaps(),
    element: terms.element,
    parameter: terms.parameter,
    understood: terms.isUnderstood,
    asOf: request.asOf,
    assumed: [...prepared.assumed.filter((name) => used.has(name)), ...(capital ? ['altitud_m'] : [])],
    given: [...given.keys()],
    aside: aside.length === 0 ? aside : aside.filter((loaded) => mayFail(loaded, one, book)),
  }
}

/** Splits what is missing into a finer place and data that only the user has. */
function lacking(book: Book, missing: readonly Missing[], place: Place): Refusal {
  const byPlace = missing.filter(({ dimension }) => book.dimensions.byId.get(dimension)?.source === 'place')
  if (byPlace.length > 0 && place.level !== 'municipality')
    return { kind: 'geo-too-coarse', dimensions: byPlace.map(({ dimension }) => dimension), candidates: place.within }
  const askable = missing.map((one) => (one.dimension.startsWith('climate_zone') ? { ...one, dimension: 'altitud_m' } : one))
  return {
    kind: 'indeterminate',
    missing: askable.filter(({ dimension }) => mayBeGiven(book.dimensions.byId.get(dimension) ?? noDimension)),
    estimated: place.facts.estimated,
  }
}
