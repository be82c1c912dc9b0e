import { type Language, quantity, type Text } from '../text.ts'
import type { Figure } from './answer-parts.ts'

/** The limit of a figure in words: `como mínimo 28 cm`, `entre 90 y 110 cm`, `clase EI 60 o mejor`. */
export function boundsText({ bounds, unit }: Figure, { text, language }: { readonly text: Text; readonly language: Language }): string {
  const low = bounds.find(({ comparison }) => comparison === 'gte')
  const high = bounds.find(({ comparison }) => comparison === 'lte')
  if (bounds.length === 2 && low !== undefined && high !== undefined)
    return text.verdict.range(quantity(low.value, '1', language), quantity(high.value, unit, language))
  return bounds
    .map(({ comparison, value }) =>
      typeof value === 'string' ? text.preguntar.bestClass(value) : `${text.verdict.bounds[comparison]} ${quantity(value, unit, language)}`,
    )
    .join(text.preguntar.and)
}
