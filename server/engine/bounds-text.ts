import { comparisonOf } from './compare.ts'
import { toSpanish } from './decimal.ts'
import type { Bound } from './limit.ts'
import { withUnit } from './unit-words.ts'

const words = {
  es: { lte: 'como máximo', lt: 'menos de', gte: 'como mínimo', gt: 'más de', eq: 'exactamente' },
  en: { lte: 'at most', lt: 'less than', gte: 'at least', gt: 'more than', eq: 'exactly' },
} as const

/** Bounds in words: `como máximo 0,35 W/m²K`, or `como mínimo 13 cm y como máximo 18,5 cm`; in English `at most 0.35 W/m²K`. */
export function boundsText(bounds: readonly Bound[], unit: string, language: keyof typeof words = 'es'): string {
  const number = (text: string): string => (language === 'es' ? text : text.replace(',', '.'))
  return bounds
    .map((bound) =>
      typeof bound.limit === 'string'
        ? language === 'es'
          ? `clase ${bound.limit} o mejor`
          : `class ${bound.limit} or better`
        : `${words[language][comparisonOf(bound)]} ${withUnit(number(toSpanish(bound.limit)), unit, language)}`,
    )
    .join(language === 'es' ? ' y ' : ' and ')
}
