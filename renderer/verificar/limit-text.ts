import { type Language, quantity, type Text } from '../text.ts'
import type { VerdictBody } from './use-verdict.ts'

/** The limit of a verdict or rule in words: `como máximo 0,35 W/m²K`, or for a range `entre 90 y 110 cm`. */
export function limitText(
  { comparison, limit_value, limit_range: range, unit }: Pick<VerdictBody, 'comparison' | 'limit_value' | 'limit_range' | 'unit'>,
  { text, language }: { readonly text: Text; readonly language: Language },
): string {
  const words = text.verdict
  if (range === undefined) return `${words.bounds[comparison]} ${quantity(limit_value, unit, language)}`
  return words.range(quantity(range.min, '', language), quantity(range.max, unit, language))
}
