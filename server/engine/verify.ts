import { type Book, type Edition, editionOn, ruleKey } from './book.ts'
import type { Known } from './condition.ts'
import { type ContextFault, type ContextInput, defaultOf, mayBeGiven, readContext } from './context.ts'
import { type Exact, toNumber } from './decimal.ts'
import { type Finding, judge, type Missing } from './judge.ts'
import type { LoadedRule } from './limit.ts'
import { atAltitude, type Place, placeFacts, zoneParts } from './place.ts'
import type { Element, Parameter } from './schema.ts'

/** A value to hold against the limit in force at a place. */
export interface Request {
  readonly element: string
  readonly parameter: string
  readonly value: Exact | string
  readonly unit: string
  readonly place: Place
  readonly context: ContextInput
  readonly asOf: string
  /** Documents to apply, each at an edition if one is named; none: every one that binds the place. */
  readonly codes: readonly { readonly slug: string; readonly version?: string | undefined }[]
}

export interface Verdict {
  readonly kind: 'verdict'
  readonly element: Element
  readonly parameter: Parameter
  readonly findings: readonly Finding[]
  readonly editions: ReadonlyMap<string, Edition>
  readonly undecided: readonly LoadedRule[]
  /** The place as it was judged: at the altitude and in the zone the context gave, if it did. */
  readonly place: Place
  readonly known: Known
  /** Dimensions that took their default, or the altitude of the municipal capital. */
  readonly assumed: readonly string[]
  /** Dimensions that the request itself gave. */
  readonly given: readonly string[]
}

/** Why there is no verdict. Each has its own code on the wire. */
export type Refusal =
  | { readonly kind: 'unknown-element'; readonly candidates: readonly string[] }
  | { readonly kind: 'unknown-parameter'; readonly candidates: readonly string[] }
  | { readonly kind: 'unknown-code'; readonly slug: string; readonly version?: string | undefined; readonly candidates: readonly string[] }
  | { readonly kind: 'context'; readonly faults: readonly ContextFault[] }
  | { readonly kind: 'unit-mismatch'; readonly accepted: readonly string[] }
  | { readonly kind: 'unknown-class'; readonly accepted: readonly string[] }
  | { readonly kind: 'no-applicable-rule'; readonly why: 'none' | 'not-a-limit' | 'conditions' | 'exempt' | 'no-limit'; readonly text: string | undefined; readonly rules: readonly LoadedRule[] }
  | { readonly kind: 'not-in-force'; readonly editions: readonly { readonly document: string; readonly version: string; readonly from: string; readonly to: string | null }[] }
  | { readonly kind: 'geo-too-coarse'; readonly dimensions: readonly string[]; readonly candidates: Place['within'] }
  | { readonly kind: 'indeterminate'; readonly missing: readonly Missing[]; readonly estimated: ReadonlyMap<string, string> }

/** Decides a request. Pure: the same request and book give the same outcome for ever. */
export function verify(book: Book, request: Request): Verdict | Refusal {
  const terms = resolveTerms(book, request.element, request.parameter)
  if ('kind' in terms) return terms
  const context = readContext(request.context, book.dimensions)
  if (context.faults.length > 0) return { kind: 'context', faults: context.faults }
  const chosen = chooseRules(book, terms.rules, request)
  if ('kind' in chosen) return chosen

  const place = placeGiven(request.place, context.known)
  const facts = placeFacts(place.record)
  const known = new Map<string, Exact | string>([...facts.known, ...zonesGiven(context.known), ...context.known])
  const assumed: string[] = []
  for (const name of new Set(chosen.rules.flatMap(({ uses }) => [...uses]))) {
    const fallback = known.has(name) ? undefined : defaultOf(book.dimensions.byId.get(name) ?? noDimension)
    if (fallback !== undefined) {
      known.set(name, fallback)
      assumed.push(name)
    }
  }
  const unit = book.units.parse(request.unit)
  const accepted = [...new Set(chosen.rules.map(({ rule }) => rule.unit))]
  if (unit === undefined) return { kind: 'unit-mismatch', accepted }

  const judgement = judge(chosen.rules, { value: request.value, unit, known }, book)
  switch (judgement.kind) {
    case 'decided': {
      const used = new Set(judgement.findings.flatMap(({ loaded }) => [...loaded.uses]))
      const byAltitude = [...used].some((name) => name.startsWith('climate_zone') || name === 'altitud_m')
      const capital = byAltitude && place === request.place && place.level === 'municipality' && !context.known.has('climate_zone')
      return {
        ...judgement,
        kind: 'verdict',
        element: terms.element,
        parameter: terms.parameter,
        editions: chosen.editions,
        place,
        known,
        assumed: [...assumed.filter((name) => used.has(name)), ...(capital ? ['altitud_m'] : [])],
        given: [...context.known.keys()],
      }
    }
    case 'missing':
      return lacking(book, judgement.missing, place, facts.estimated)
    case 'wrong-unit':
      return { kind: 'unit-mismatch', accepted: judgement.accepted }
    case 'wrong-class':
      return { kind: 'unknown-class', accepted: judgement.accepted }
    case 'not-bound': {
      const worst = judgement.reasons.find(({ reason }) => reason === 'exempt') ?? judgement.reasons.find(({ reason }) => reason === 'no-limit') ?? judgement.reasons[0]
      const why = worst?.reason === 'exempt' || worst?.reason === 'no-limit' ? worst.reason : 'conditions'
      return { kind: 'no-applicable-rule', why, text: worst?.text, rules: judgement.reasons.map(({ loaded }) => loaded) }
    }
    default:
      return judgement satisfies never
  }
}

const noDimension = { id: '', label: '', type: 'enum', source: 'context', help: '', aliases: [], values: [] } as const satisfies Parameters<typeof defaultOf>[0]

interface Terms {
  readonly element: Element
  readonly parameter: Parameter
  readonly rules: readonly LoadedRule[]
}

/** The element and the parameter that two texts name together, and the rules on them: one text may name several, the pair settles it. */
export function resolveTerms(book: Book, elementText: string, parameterText: string): Terms | Refusal {
  const elements = book.elements.named(elementText)
  if (elements.length === 0) return { kind: 'unknown-element', candidates: book.elements.nearest(elementText) }
  const parameters = book.parameters.named(parameterText)
  const pairs = elements.flatMap((element) => parameters.map((parameter) => ({ element, parameter, rules: rulesOn(book, element.id, parameter.id) })))
  const pair = pairs.find(({ rules }) => rules.some(({ rule }) => rule.kind === 'limit')) ?? pairs.find(({ rules }) => rules.length > 0)
  if (pair !== undefined) return pair
  const possible = parametersOf(book, elements.map(({ id }) => id))
  if (parameters.length === 0) {
    const alike = book.parameters.nearest(parameterText, possible)
    return { kind: 'unknown-parameter', candidates: [...new Set([...alike, ...[...possible].sort()])].slice(0, 10) }
  }
  const first = parameters[0]
  return elements[0] === undefined || first === undefined ? { kind: 'unknown-parameter', candidates: [] } : { kind: 'no-applicable-rule', why: 'none', text: [...possible].sort().join(', '), rules: [] }
}

/** The rules that bind an element, its own and those of every broader one, for a parameter. */
export function rulesOn(book: Book, element: string, parameter: string): readonly LoadedRule[] {
  return book.elements.broaden(element).flatMap((id) => book.ruleIndex.get(ruleKey(id, parameter)) ?? [])
}

/** The parameters on which some rule binds one of the elements. */
export function parametersOf(book: Book, elements: readonly string[]): Set<string> {
  const ids = new Set(elements.flatMap((id) => book.elements.broaden(id)))
  return new Set(book.rules.flatMap(({ rule }) => (rule.element.some((id) => ids.has(id)) ? [rule.parameter] : [])))
}

interface Chosen {
  readonly rules: readonly LoadedRule[]
  readonly editions: ReadonlyMap<string, Edition>
}

/** The rules of the documents asked for that bind the place, in the edition of the day. */
function chooseRules(book: Book, candidates: readonly LoadedRule[], { codes, asOf, place }: Request): Chosen | Refusal {
  for (const { slug, version } of codes) {
    const document = book.documents.get(slug)
    if (document === undefined) return { kind: 'unknown-code', slug, candidates: nearestCodes(book, slug) }
    if (version !== undefined && !document.editions.some((edition) => edition.version === version)) {
      return { kind: 'unknown-code', slug, version, candidates: document.editions.map((edition) => edition.version) }
    }
  }
  const pinned = new Map(codes.map(({ slug, version }) => [slug, version]))
  const editions = new Map<string, Edition>()
  for (const document of book.documents.values()) {
    const isAsked = codes.length === 0 || pinned.has(document.slug)
    const bindsPlace = document.ccaa === null || document.ccaa === place.record.ccaa
    const version = pinned.get(document.slug)
    const edition = version === undefined ? editionOn(document, asOf) : document.editions.find((one) => one.version === version)
    if (isAsked && bindsPlace && edition !== undefined) editions.set(document.slug, edition)
  }
  const asked = candidates.filter(({ document }) => codes.length === 0 || pinned.has(document))
  const inForce = asked.filter(({ document, rule }) => rule.editions.includes(editions.get(document)?.version ?? ''))
  const limits = inForce.filter(({ rule }) => rule.kind === 'limit' && rule.verification !== 'unverified')
  if (limits.length > 0) return { rules: limits, editions }
  if (inForce.length > 0) return { kind: 'no-applicable-rule', why: 'not-a-limit', text: inForce[0]?.rule.title, rules: inForce }
  const bound = asked.filter(({ document, rule }) => rule.kind === 'limit' && bindsHere(book, document, place))
  if (bound.length === 0) return { kind: 'no-applicable-rule', why: 'none', text: undefined, rules: asked }
  const elsewhere = bound.flatMap(({ document, rule }) =>
    (book.documents.get(document)?.editions ?? []).filter(({ version }) => rule.editions.includes(version)).map(({ version, from, to }) => ({ document, version, from, to })),
  )
  return { kind: 'not-in-force', editions: elsewhere.filter((one, index) => elsewhere.findIndex((other) => other.document === one.document && other.version === one.version) === index) }
}

function bindsHere(book: Book, document: string, place: Place): boolean {
  const ccaa = book.documents.get(document)?.ccaa
  return ccaa === null || ccaa === place.record.ccaa
}

function nearestCodes(book: Book, slug: string): string[] {
  const wanted = slug.toLowerCase().replace(/[^a-z0-9]+/g, '')
  return [...book.documents.keys()].filter((known) => {
    const plain = known.replace(/[^a-z0-9]+/g, '')
    return plain.includes(wanted) || wanted.includes(plain.replace(/^cte/, ''))
  })
}

/** The place at the altitude or in the zone that the context states. */
function placeGiven(place: Place, given: Known): Place {
  const altitude = given.get('altitud_m')
  const moved = altitude === undefined || typeof altitude === 'string' ? place : atAltitude(place, toNumber(altitude))
  const zone = given.get('climate_zone')
  return typeof zone === 'string' ? { ...moved, record: { ...moved.record, climateZone: zone } } : moved
}

function zonesGiven(given: Known): [string, string][] {
  const zone = given.get('climate_zone')
  if (typeof zone !== 'string') return []
  const { winter, summer } = zoneParts(zone)
  return [['climate_zone.winter', winter], ['climate_zone.summer', summer]]
}

/** What is missing, told apart: a finer place, or data that only the user has. */
function lacking(book: Book, missing: readonly Missing[], place: Place, estimated: ReadonlyMap<string, string>): Refusal {
  const byPlace = missing.filter(({ dimension }) => book.dimensions.byId.get(dimension)?.source === 'place')
  if (byPlace.length > 0 && place.level !== 'municipality') return { kind: 'geo-too-coarse', dimensions: byPlace.map(({ dimension }) => dimension), candidates: place.within }
  const askable = missing.map((one) => (one.dimension.startsWith('climate_zone') ? { ...one, dimension: 'altitud_m' } : one))
  return { kind: 'indeterminate', missing: askable.filter(({ dimension }) => mayBeGiven(book.dimensions.byId.get(dimension) ?? noDimension)), estimated }
}
