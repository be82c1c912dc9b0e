import type { ModelReport, ModelResult } from './report-schema.ts'

/** Most checks of a project. */
const mostChecks = 1000
/** Reasons for which a value must not become a check: it is not known to be what is checked. */
const unfit: readonly ModelResult['reason'][] = ['fact', 'bound', 'conflict', 'unit', 'text']

/** A project as it is stored and imported. */
export interface ReportProject {
  readonly name: string
  readonly geo_id: string
  readonly context: ModelReport['context']
  readonly as_of: string
  readonly notes: string
  readonly checks: readonly {
    readonly id: string
    readonly element: string
    readonly parameter: string
    readonly value: number | string
    readonly unit: string
    readonly context: ModelReport['context']
    readonly origin: string
    readonly notes: string
  }[]
}

/**
 * The checks of a report as a project. A value that is only a bound is kept only where it fails, since in a project it would count as exact;
 * what the model leaves open is left out, and the notes say how much. Undefined without a place.
 */
export function reportProject(report: ModelReport, name: string): ReportProject | undefined {
  const { place, results, as_of, context, file } = report
  if (place.geo_id === null) return undefined
  const fit = results.filter(({ status, reason, bound, value }) => {
    const isOne = typeof value === 'number' || !value.includes(' / ')
    return isOne && !unfit.includes(reason) && (bound === 'exact' || status === 'NON_COMPLIANT')
  })
  const kept = fit.slice(0, mostChecks)
  const left = results.length - kept.length
  return {
    name,
    geo_id: place.geo_id,
    context,
    as_of,
    notes: `Del modelo ${file}.${left === 0 ? '' : ` Quedan fuera ${left} comprobaciones: el modelo no basta para ellas, o pasan de ${mostChecks}.`}`,
    checks: kept.map((one) => ({
      id: String(one.number),
      element: one.element,
      parameter: one.parameter,
      value: one.value,
      unit: one.unit,
      context: Object.fromEntries(Object.entries(one.context).filter(([field, value]) => context[field] !== value)),
      origin: `${file}: ${one.source}`.slice(0, 300),
      notes: `${one.storey}, ${one.name}, GlobalId ${one.global_id}`.slice(0, 2000),
    })),
  }
}
