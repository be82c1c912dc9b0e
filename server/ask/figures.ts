import { type Book, editionOn, sectionIn } from '../engine/book.ts'
import { type Known, passes } from '../engine/condition.ts'
import { readContext } from '../engine/context.ts'
import { comparisonOf } from '../engine/decide.ts'
import { type Exact, parseDecimal, toSpanish } from '../engine/decimal.ts'
import { type Bound, type LoadedRule, limitsOf } from '../engine/limit.ts'
import type { Place } from '../engine/place.ts'
import { verify } from '../engine/verify.ts'
import type { Slots } from './slots.ts'

/** What one rule answers: its figure, or what it lacks, or its figures by the one datum that is missing. */
export interface FigureAnswer {
  readonly loaded: LoadedRule
  readonly bounds: readonly Bound[]
  readonly missing: readonly string[]
  readonly byMissing: readonly { readonly label: string; readonly bounds: readonly Bound[] }[]
  readonly verdict: 'COMPLIANT' | 'NON_COMPLIANT' | undefined
  readonly version: string
}

interface Asking {
  readonly slots: Slots
  readonly place: Place | undefined
  readonly day: string
  readonly documents: readonly string[]
}

/** The figures that a question asks for: only where it names both an element and a parameter that some rule binds. Several answers mean several rules. */
export function figuresFor(book: Book, { slots, place, day, documents }: Asking): FigureAnswer[] {
  const elements = new Set(slots.elements.flatMap(({ id }) => book.elements.broaden(id)))
  const parameters = new Set(slots.parameters.map(({ id }) => id))
  const known = knownOf(book, slots, place)
  const candidates = book.rules.filter(({ document, rule }) => {
    const source = book.documents.get(document)
    return (
      parameters.has(rule.parameter) &&
      rule.element.some((id) => elements.has(id)) &&
      rule.verification !== 'unverified' &&
      (documents.length === 0 || documents.includes(document)) &&
      source !== undefined &&
      (source.ccaa === null || source.ccaa === place?.record.ccaa) &&
      rule.editions.includes(editionOn(source, day)?.version ?? '')
    )
  })
  // A limit answers before a threshold, a datum or an orientation on the same thing.
  const limits = candidates.filter(({ rule }) => rule.kind === 'limit')
  return (limits.length > 0 ? limits : candidates).flatMap((loaded): FigureAnswer[] => {
    const version = editionOn(book.documents.get(loaded.document) ?? noDocument, day)?.version ?? ''
    const limits = limitsOf(loaded, known, book.dimensions)
    if (limits.kind === 'not-bound') return []
    if (limits.kind === 'missing')
      return [
        { loaded, bounds: [], missing: limits.dimensions, byMissing: tableBy(book, loaded, known, limits.dimensions), verdict: undefined, version },
      ]
    return [
      { loaded, bounds: limits.bounds, missing: [], byMissing: [], verdict: verdictOf(book, loaded, { slots, place, day, documents }), version },
    ]
  })
}

const noDocument = { slug: '', collection: '', title: '', shortTitle: '', url: null, ccaa: null, editions: [], notices: [] }

function knownOf(book: Book, slots: Slots, place: Place | undefined): Known {
  const known = new Map<string, Exact | string>(place === undefined ? [] : place.facts.known)
  for (const [name, value] of readContext(slots.context, book.dimensions).known) known.set(name, value)
  const zone = known.get('climate_zone')
  if (slots.context['climate_zone'] !== undefined && typeof zone === 'string') {
    known.set('climate_zone.winter', zone.slice(0, -1))
    known.set('climate_zone.summer', zone.slice(-1))
  }
  if (slots.winter !== undefined) known.set('climate_zone.winter', slots.winter)
  for (const dimension of book.dimensions.byId.values()) {
    if (dimension.default !== undefined && !known.has(dimension.id))
      known.set(dimension.id, dimension.type === 'number' ? parseDecimal(dimension.default) : dimension.default)
  }
  return known
}

/** A value in the question is judged by the same function as `verify`. */
function verdictOf(book: Book, { document, rule }: LoadedRule, { slots, place, day }: Asking): FigureAnswer['verdict'] {
  if (slots.value === undefined || place === undefined || rule.kind !== 'limit') return undefined
  const element = slots.elements.find(({ id }) => book.elements.broaden(id).some((wider) => rule.element.includes(wider)))?.id
  const outcome = verify(book, {
    element: element ?? '',
    parameter: rule.parameter,
    value: parseDecimal(slots.value.text),
    unit: slots.value.unit.text,
    place,
    context: slots.context,
    asOf: day,
    codes: [{ slug: document }],
  })
  return outcome.kind === 'verdict' ? (outcome.findings[0]?.complies === true ? 'COMPLIANT' : 'NON_COMPLIANT') : undefined
}

/** Where one listed dimension alone is missing: the figure for each of its values. */
function tableBy(book: Book, loaded: LoadedRule, known: Known, missing: readonly string[]): FigureAnswer['byMissing'] {
  const dimension = missing.length === 1 ? book.dimensions.byId.get(missing[0] ?? '') : undefined
  if (dimension === undefined || dimension.type !== 'enum') return []
  return dimension.values.flatMap(({ id, label, broader }) => {
    if (broader !== undefined) return []
    const test = loaded.rule.when[dimension.id]
    if (test !== undefined && !passes(test, id, dimension.id, book.dimensions)) return []
    const limits = limitsOf(loaded, new Map([...known, [dimension.id, id]]), book.dimensions)
    return limits.kind === 'bounds' ? [{ label, bounds: limits.bounds }] : []
  })
}

const words = { lte: 'como máximo', lt: 'menos de', gte: 'como mínimo', gt: 'más de', eq: 'exactamente' } as const

/** `como máximo 0,35 W/m²K`, or `entre 13 cm y 18,5 cm`. */
export function boundsText(bounds: readonly Bound[], unit: string): string {
  const shown = unit === '1' ? '' : ` ${unit}`
  return bounds
    .map((bound) =>
      typeof bound.limit === 'string' ? `clase ${bound.limit} o mejor` : `${words[comparisonOf(bound)]} ${toSpanish(bound.limit)}${shown}`,
    )
    .join(' y ')
}

/** `DB-HE (2022), HE 1, 3.1.1, Tabla 3.1.1.a-HE1` */
export function citationText(book: Book, { loaded, version }: Pick<FigureAnswer, 'loaded' | 'version'>): string {
  const { document, rule } = loaded
  const section = sectionIn(book, document, rule.cite.section, version)
  return [`${book.documents.get(document)?.shortTitle ?? document} (${version})`, section?.number ?? rule.cite.section, rule.cite.locator]
    .filter((part) => part !== undefined)
    .join(', ')
}
