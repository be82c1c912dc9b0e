import type { z } from 'zod'
import { sectionIn, shortTitle } from '../engine/book.ts'
import { nearestBandLimit } from '../engine/climate.ts'
import { comparisonOf } from '../engine/decide.ts'
import { type Exact, endsAsDecimal, toNumber } from '../engine/decimal.ts'
import type { Finding } from '../engine/judge.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Verdict } from '../engine/outcome.ts'
import type { Place } from '../engine/place.ts'
import { limitRange } from '../engine/range.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Measured } from './measured.ts'
import { traceOf } from './trace.ts'
import { valueLabel } from './value-label.ts'
import type { verdictOutput } from './verdict-schema.ts'

/** How near to a band limit, in metres, the altitude of the capital leaves the zone of a plot in doubt. */
const nearBandM = 20

/** A verdict as it goes on the wire. `echo` is the value as it came. */
export function verdictBody(
  verdict: Verdict,
  kb: KnowledgeBase,
  asked: { readonly echo: Measured; readonly unit: string; readonly withTrace: boolean },
): z.input<typeof verdictOutput> {
  const [governing] = verdict.findings
  if (governing === undefined) throw new TypeError('A verdict has at least one finding')
  const { bound, loaded } = governing
  const regardless = regardlessOf(verdict, kb)
  const range = limitRange(verdict.findings, kb.book.units)
  return {
    is_compliant: governing.complies,
    result_status: governing.complies ? 'COMPLIANT' : 'NON_COMPLIANT',
    provided_value: asked.echo,
    limit_value: wire(bound.limit),
    ...(typeof bound.limit === 'string' || endsAsDecimal(bound.limit) ? {} : { limit_exact: bound.limit.toFraction() }),
    unit: loaded.rule.unit,
    sources: verdict.findings.map((finding) => citationOf(finding, verdict, kb)),
    geo_context: placeBody(verdict.place),
    element: verdict.element.id,
    parameter: verdict.parameter.id,
    comparison: comparisonOf(bound),
    normalized_value: wire(governing.value),
    ...(governing.margin === undefined ? {} : { margin: toNumber(governing.margin) }),
    ...(range === undefined ? {} : { limit_range: { min: toNumber(range.min), max: toNumber(range.max) } }),
    ...(governing.complies || bound.strict ? {} : { what_if: { closest_compliant_value: wire(bound.limit), unit: loaded.rule.unit } }),
    cells: governing.cells.map(({ table, row, column, text }) => ({ table, row, column, text })),
    rules: verdict.findings.map((finding) => ({
      id: finding.loaded.rule.id,
      title: finding.loaded.rule.title,
      code_slug: finding.loaded.document,
      result_status: finding.complies ? ('COMPLIANT' as const) : ('NON_COMPLIANT' as const),
      limit_value: wire(finding.bound.limit),
      ...rangeOf(finding),
      unit: finding.loaded.rule.unit,
      comparison: comparisonOf(finding.bound),
    })),
    ...(regardless.length === 0 ? {} : { regardless_of: regardless }),
    assumptions: assumptionsOf(verdict, kb, regardless),
    warnings: warningsOf(verdict, kb),
    kb: { id: kb.meta.id, version: kb.meta.version, sha256: kb.meta.sha256 },
    ...(asked.withTrace ? { trace: traceOf(verdict, kb, asked) } : {}),
  }
}

/** Both ends of a rule that has two. */
function rangeOf({ bounds }: Finding): { limit_range?: { min: number | string; max: number | string } } {
  const [lower, upper] = [bounds.find(({ side }) => side === 'min'), bounds.find(({ side }) => side === 'max')]
  return lower === undefined || upper === undefined ? {} : { limit_range: { min: wire(lower.limit), max: wire(upper.limit) } }
}

/** The place of an answer: its zone and name, and how it was understood. */
export function placeBody(place: Place): {
  climate_zone: string | null
  name: string
  geo_id: string
  level: Place['level']
  altitude_m: number | null
} {
  return { climate_zone: place.record.climateZone, name: place.name, geo_id: place.geoId, level: place.level, altitude_m: place.record.altitudeM }
}

/** A limit or value as JSON carries it: a number, or the text of a class. */
export function wire(value: Exact | string): number | string {
  return typeof value === 'string' ? value : toNumber(value)
}

/** `DB-HE HE 1, 3.1.1, Tabla 3.1.1.a-HE1`: section and place in it, as printed. */
export function citationOf(
  { loaded }: Pick<Finding, 'loaded'>,
  verdict: Pick<Verdict, 'editions'>,
  kb: KnowledgeBase,
): z.input<typeof verdictOutput>['sources'][number] {
  const { rule, document } = loaded
  const version = verdict.editions.get(document)?.version ?? rule.editions.at(-1) ?? ''
  const section = sectionIn(kb.book, document, rule.cite.section, version)
  const collection = kb.book.documents.get(document)?.collection ?? ''
  return {
    code_slug: document,
    section: [section?.number ?? rule.cite.section, rule.cite.locator].filter((part) => part !== undefined).join(', '),
    section_slug: rule.cite.section,
    version,
    title: section?.title ?? rule.title,
    url: `/api/v1/normativa/${collection}/${document}/${rule.cite.section}?version=${encodeURIComponent(version)}`,
    verification: rule.verification,
  }
}

/** The data not given that would change a limit, or whether a rule binds, but not the result. */
function regardlessOf({ findings, harmless }: Verdict, kb: KnowledgeBase): { field: string; label: string }[] {
  const failing = findings.filter(({ complies }) => !complies)
  // A failure is settled by the rules that fail; that all hold, by every rule.
  const settling = failing.length > 0 ? failing : [...findings, ...harmless]
  const names = new Set(settling.flatMap(({ regardless }) => regardless))
  return [...names].map((field) => ({ field, label: kb.book.dimensions.byId.get(field)?.label ?? field }))
}

/** What the verdict rests on without having been told: defaults, the altitude of the capital. Exceptions taken not to hold share one line. */
function assumptionsOf(verdict: Verdict, kb: KnowledgeBase, regardless: readonly { readonly label: string }[]): string[] {
  const { record } = verdict.place
  const labelled = (name: string): string => kb.book.dimensions.byId.get(name)?.label ?? name
  const isDenied = (name: string): boolean => verdict.known.get(name) === 'false'
  const denied = verdict.assumed.filter(isDenied)
  const zone = record.climateZone === null ? '' : ` (zona ${record.climateZone})`
  const implied = [...new Map(verdict.findings.flatMap(({ assumed }) => [...assumed]))]
  return [
    ...(verdict.assumed.includes('altitud_m')
      ? [`Se toma la altitud del núcleo capital del municipio, ${record.altitudeM} m${zone}; el DB-HE pide la del emplazamiento`]
      : []),
    ...verdict.assumed
      .filter((name) => name !== 'altitud_m' && !isDenied(name))
      .map((name) => `Se supone «${labelled(name)}»: ${valueLabel(kb, name, verdict.known.get(name))}`),
    ...implied.map(([name, value]) => `Se supone «${labelled(name)}»: ${valueLabel(kb, name, value)}`),
    ...new Set(verdict.aside.map((loaded) => linkAssumption(loaded, kb))),
    ...(regardless.length === 0
      ? []
      : [
          `${verdict.findings[0]?.complies === true ? 'Cumple' : 'No cumple'} sea cual sea ${regardless.map(({ label }) => `«${label}»`).join(', ')}`,
        ]),
    ...(denied.length === 0 ? [] : [`Se supone que no se da ninguno de estos casos: ${denied.map(labelled).join('; ')}`]),
  ]
}

/** What is taken of a conditional link that the request leaves open, and what would bind if it held. */
function linkAssumption({ linked = {}, document, rule }: LoadedRule, kb: KnowledgeBase): string {
  const conditions = Object.entries(linked).flatMap(([name, test]) => {
    const values = test.kind === 'in' ? test.values.map((value) => valueLabel(kb, name, value)) : []
    return [`«${kb.book.dimensions.byId.get(name)?.label ?? name}»: ${values.join(' o ')}`]
  })
  const source = `${kb.book.documents.get(document)?.shortTitle ?? document}, ${rule.cite.locator ?? rule.cite.section}`
  return `Se supone que no es ${conditions.join(', ')}; si lo es, indíquelo: rige además ${source} (${rule.title})`
}

function warningsOf(verdict: Verdict, kb: KnowledgeBase): string[] {
  const { place, findings, asOf } = verdict
  const used = new Set(findings.flatMap(({ loaded }) => [...loaded.uses]))
  const warnings: string[] = findings.flatMap((finding) => finding.warnings)
  if (verdict.assumed.includes('altitud_m') && place.record.altitudeM !== null && [...used].some((name) => name.startsWith('climate_zone'))) {
    const limit = nearestBandLimit(place.bands, place.record.altitudeM)
    if (limit !== undefined && Math.abs(limit - 0.5 - place.record.altitudeM) <= nearBandM)
      warnings.push(
        `La zona climática cambia a ${limit} m, a menos de ${nearBandM} m de la altitud tomada (${place.record.altitudeM} m): indique la del emplazamiento en context.altitud_m`,
      )
  }
  if (verdict.given.includes('climate_zone'))
    warnings.push(`Zona climática ${place.record.climateZone} indicada en la petición, no obtenida del Anejo B del DB-HE`)
  for (const [dimension, doubt] of place.doubts) if (used.has(dimension)) warnings.push(doubt)
  for (const document of new Set(findings.map(({ loaded }) => loaded.document))) warnings.push(...(kb.book.documents.get(document)?.notices ?? []))
  if (findings.some(({ loaded }) => loaded.rule.verification === 'single_reader'))
    warnings.push('Cifra de un solo lector: cotéjela con el texto oficial antes de firmar')
  if (asOf > kb.meta.referenceDate) warnings.push(`La base llega hasta el ${kb.meta.referenceDate}: las reglas que rijan el ${asOf} pueden ser otras`)
  for (const { document, number, text } of verdict.gaps)
    warnings.push(
      `La base no tiene ${shortTitle(kb.book, document)}, ${number} (${text}), que también puede limitarlo: consúltelo en el texto oficial`,
    )
  if (verdict.undecided.length > 0) warnings.push(`Además, no se ha podido decidir: ${verdict.undecided.map(({ rule }) => rule.title).join('; ')}`)
  return [...new Set(warnings)]
}
