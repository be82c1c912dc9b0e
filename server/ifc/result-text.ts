import { withUnit } from '../engine/unit-words.ts'
import { spanish } from './measured.ts'
import type { ModelResult } from './report-schema.ts'

/** The value of a result with its unit, and its sign if it is only a bound: `≤ 0,9 m`. */
export function valueText({ value, unit, bound }: Pick<ModelResult, 'value' | 'unit' | 'bound'>): string {
  return `${{ exact: '', upper: '≤ ', lower: '≥ ' }[bound]}${withUnit(spanish(value), unit)}`
}

/** What a result says, in one sentence for people. */
export function resultSentence(result: ModelResult): string {
  const measured = `${result.parameter_label}: ${valueText(result)}`
  const limit = result.limit === '' ? '' : ` (límite: ${result.limit}; ${result.citation})`
  return `${measured}${limit}${result.detail === '' ? '' : `. ${result.detail}`}`
}
