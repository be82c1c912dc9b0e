import { comparisonSigns } from '../engine/compare.ts'
import { withComma } from '../engine/decimal.ts'
import type { CsvValue } from './csv.ts'

/** The result of one check from `verifyBatch`, reduced to the fields that a row shows. */
export type CheckOutcome =
  | {
      readonly outcome: 'verdict'
      readonly verdict: {
        readonly is_compliant: boolean
        readonly comparison: string
        readonly limit_value: number | string
        readonly limit_range?: { readonly min: number | string; readonly max: number | string } | undefined
        readonly unit: string
        readonly margin?: number | undefined
        readonly sources: readonly { readonly code_slug: string; readonly section: string; readonly version: string }[]
      }
    }
  | { readonly outcome: 'problem'; readonly problem: { readonly code: string; readonly detail: string } }

/** Headings for the cells of `resultRow`, in the same order. */
export const resultHeadings = [
  'resultado',
  'comparacion',
  'limite',
  'unidad_limite',
  'margen',
  'norma',
  'apartado',
  'edicion',
  'problema',
  'detalle',
] as const

const signs: Readonly<Record<string, string>> = comparisonSigns

/** The comparison of a verdict as printed: a sign such as `≤` and the limit, or `entre` and both ends of a range (`90 y 110`). */
export function comparisonCells({
  comparison,
  limit_value,
  limit_range: range,
}: Pick<Extract<CheckOutcome, { outcome: 'verdict' }>['verdict'], 'comparison' | 'limit_value' | 'limit_range'>): readonly [
  sign: string,
  limit: number | string,
] {
  if (range === undefined) return [signs[comparison] ?? comparison, limit_value]
  // The end that governs may be strict: 50 itself does not meet «más de 50».
  const end = (value: number | string, strict: string) => `${withComma(String(value))}${comparison === strict ? ' (sin incluirlo)' : ''}`
  return ['entre', `${end(range.min, 'gt')} y ${end(range.max, 'lt')}`]
}

/** The result of one check as cells under `resultHeadings`: the governing rule, or the reason why there is no verdict. */
export function resultRow(result: CheckOutcome): CsvValue[] {
  if (result.outcome === 'problem') {
    const { code, detail } = result.problem
    return ['SIN DECIDIR', ...Array.from({ length: resultHeadings.length - 3 }, () => undefined), code, detail]
  }
  const { is_compliant, unit, margin, sources } = result.verdict
  const [source] = sources
  return [
    is_compliant ? 'CUMPLE' : 'NO CUMPLE',
    ...comparisonCells(result.verdict),
    unit,
    margin,
    source?.code_slug,
    source?.section,
    source?.version,
    undefined,
    undefined,
  ]
}
