import type { ModelReport, ModelResult } from './report-schema.ts'

/** Most checks of a project, and most elements. */
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
  readonly elements: readonly ReportElement[]
  readonly checks: readonly {
    readonly id: string
    readonly element: string
    readonly element_id: string
    readonly parameter: string
    readonly value: number | string
    readonly unit: string
    readonly context: ModelReport['context']
    readonly origin: string
    readonly notes: string
  }[]
}

interface ReportElement {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly storey: string
  readonly global_id: string
}

/**
 * The checks of a report as a project, with the elements of the model that they are on. A value that is only a bound is kept only where it fails, since in a project it would count as exact;
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
  const elements = elementsOf(kept)
  const typeOf = new Map(elements.map(({ id, type }) => [id, type]))
  return {
    name,
    geo_id: place.geo_id,
    context,
    as_of,
    notes: `Del modelo ${file}.${left === 0 ? '' : ` Quedan fuera ${left} comprobaciones: el modelo no basta para ellas, o pasan de ${mostChecks}.`}`,
    elements,
    checks: kept.map((one) => ({
      id: String(one.number),
      element: one.element === typeOf.get(one.global_id) ? '' : one.element,
      element_id: one.global_id,
      parameter: one.parameter,
      value: one.value,
      unit: one.unit,
      context: Object.fromEntries(Object.entries(one.context).filter(([field, value]) => context[field] !== value)),
      origin: `${file}: ${one.source}`.slice(0, 300),
      notes: '',
    })),
  }
}

/** The elements of the model that some checks are on, each once, with the kind of its first check. A name that several share gets a number. */
function elementsOf(checks: readonly ModelResult[]): ReportElement[] {
  const first = [...new Map(checks.toReversed().map((one) => [one.global_id, one])).values()].toReversed()
  const nameOf = (one: ModelResult): string => (one.name === '' ? one.element_label : one.name).slice(0, 110)
  const seen = new Map<string, number>()
  return first.map((one) => {
    const name = nameOf(one)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    const isShared = first.filter((other) => nameOf(other) === name).length > 1
    return {
      id: one.global_id,
      name: isShared ? `${name} ${count}` : name,
      type: one.element,
      storey: one.storey.slice(0, 120),
      global_id: one.global_id,
    }
  })
}
