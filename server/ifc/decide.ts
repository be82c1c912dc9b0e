import { comparisonCells } from '../batch/result-row.ts'
import { withComma } from '../engine/decimal.ts'
import { withUnit } from '../engine/unit-words.ts'
import { spanish } from './measured.ts'
import { type MissingCondition, type Outcome, proven } from './outcome.ts'
import type { PlannedCheck } from './planned-checks.ts'
import type { openReasons } from './report-schema.ts'

/** What became of a check. */
export interface Decision {
  readonly status: 'COMPLIANT' | 'NON_COMPLIANT' | 'UNDECIDED'
  readonly reason?: (typeof openReasons)[number]
  readonly detail: string
  readonly limit: string
  readonly citation: string
  readonly notes: readonly string[]
  readonly missing: readonly MissingCondition[]
  /** True if nothing is judged because nobody has confirmed a place. */
  readonly isUnplaced?: true
}

/** Decides a check from the outcomes of its cases; `nameOf` names the documents that it cites. It complies only if every case does, whatever the model leaves open, and fails only if every case fails. */
export function decide(
  { measured, needed, tried, check }: PlannedCheck,
  outcomes: readonly Outcome[],
  nameOf: (document: string) => string,
): Decision {
  const shown = outcomes.find((one) => one.outcome === 'verdict')
  const notes = [...measured.notes, ...(shown?.verdict.assumptions ?? []), ...(shown?.verdict.warnings ?? [])]
  const told = { ...figures(shown, nameOf), notes, missing: [] }
  const open = (reason: Decision['reason'], detail: string, missing: readonly MissingCondition[] = []): Decision => ({
    ...told,
    status: 'UNDECIDED',
    ...(reason === undefined ? {} : { reason }),
    detail,
    missing,
  })
  if (needed.length > 0 && measured.unusable !== undefined) return open('fact', 'Falta saber si la comprobación le afecta')
  if (measured.unusable === 'odd')
    return open('unit', 'Las medidas del modelo no parecen estar en la unidad que declara: ni sus puertas ni sus plantas son de un edificio')
  if (measured.unusable === 'implausible')
    return open(
      'unit',
      `${measured.source} dice ${withUnit(measured.values.map(spanish).join(' / '), check.unit)}: no es creíble. Revise la unidad del modelo`,
    )
  if (measured.unusable === 'unit') return open('unit', `El modelo no dice en qué unidad está ${measured.source}: se espera ${check.unit}`)
  if (measured.unusable === 'text') return open('text', `${measured.source} no dice lo que se comprueba. ${check.note}`.trim())
  const results = outcomes.map((one) => proven(one, measured.bound))
  const noRule = outcomes.find((one) => one.outcome === 'problem' && ['no-applicable-rule', 'not-in-force'].includes(one.problem.code))
  if (noRule?.outcome === 'problem') return open('no-rule', noRule.problem.detail)
  if (needed.length > 0) return open('fact', 'Falta saber si la comprobación le afecta')
  // Without any case nothing is proven.
  if (results.length === 0) return open('problem', `${measured.source} no tiene un valor que comprobar`)
  if (results.every((one) => one === 'pass')) return { ...told, status: 'COMPLIANT', detail: '' }
  if (results.every((one) => one === 'fail')) return { ...told, status: 'NON_COMPLIANT', detail: '' }
  const problem = outcomes.find((one) => one.outcome === 'problem')
  if (problem?.outcome === 'problem') {
    const { code, detail, missing = [] } = problem.problem
    return open(code === 'indeterminate' ? 'condition' : code === 'geo-too-coarse' ? 'place' : 'problem', detail, missing)
  }
  if (measured.isConflict) return open('conflict', `El modelo se contradice: ${measured.notes.join('; ')}`)
  if (tried.length > 0 && results.some((one) => one !== 'open')) return open('fact', 'El resultado depende de un dato que el modelo no da')
  const side = measured.bound === 'upper' ? 'o menor' : 'o mayor'
  return open('bound', `El valor del modelo es nominal: el real es igual ${side}, y con eso no se puede dar por bueno. ${check.note}`.trim())
}

/** The limit and its place in the law, for people. */
function figures(
  shown: Extract<Outcome, { outcome: 'verdict' }> | undefined,
  nameOf: (document: string) => string,
): { readonly limit: string; readonly citation: string } {
  if (shown === undefined) return { limit: '', citation: '' }
  const { verdict } = shown
  const [sign, limit] = comparisonCells(verdict)
  const text = `${sign} ${withUnit(sign === 'entre' ? String(limit) : withComma(String(limit)), verdict.unit)}`
  const [source] = verdict.sources
  return { limit: text, citation: source === undefined ? '' : `${nameOf(source.code_slug)} (${source.version}), ${source.section}` }
}
