type Language = 'es' | 'en'

/** Units that are words, not symbols: one, and several. Symbols (`m`, `kg`, `h`, `min`) have no plural. */
const unitWords: Readonly<Record<string, Readonly<Record<Language, readonly [one: string, several: string]>>>> = {
  día: { es: ['día', 'días'], en: ['day', 'days'] },
  d: { es: ['día', 'días'], en: ['day', 'days'] },
  mes: { es: ['mes', 'meses'], en: ['month', 'months'] },
  año: { es: ['año', 'años'], en: ['year', 'years'] },
  persona: { es: ['persona', 'personas'], en: ['person', 'people'] },
  plaza: { es: ['plaza', 'plazas'], en: ['place', 'places'] },
  vivienda: { es: ['vivienda', 'viviendas'], en: ['dwelling', 'dwellings'] },
  planta: { es: ['planta', 'plantas'], en: ['storey', 'storeys'] },
  local: { es: ['local', 'locales'], en: ['room', 'rooms'] },
  pulgada: { es: ['pulgada', 'pulgadas'], en: ['inch', 'inches'] },
}

/** True if a unit is a word and no symbol. */
export function isUnitWord(unit: string): boolean {
  return Object.hasOwn(unitWords, unit)
}

/** A unit as it stands behind a figure: `meses` behind `3`, `mes` behind `1`, `m²` behind any; empty for pure numbers. In English its words are English: `kWh/m²·year`. */
export function unitAfter(figure: string, unit: string, language: Language = 'es'): string {
  if (unit === '1') return ''
  const words = unitWords[unit]?.[language]
  if (words !== undefined) return words[/^[-−]?1$/.test(figure.trim()) ? 0 : 1]
  if (language === 'es') return unit
  // Within another unit a word is that of one.
  return unit.replace(/\p{L}{3,}/gu, (word) => (word === 'por' ? 'per' : (unitWords[word]?.en[0] ?? word)))
}

/** A figure with its unit: `30 días`, `1 mes`, `0,35 W/m²K`, `16 y 18 cm`. */
export function withUnit(figure: string, unit: string, language: Language = 'es'): string {
  return `${figure} ${unitAfter(figure, unit, language)}`.trimEnd()
}

/** The unit as a field names it behind its label: ` (días)`; nothing for pure numbers, nor where the label has that word. */
export function unitInLabel(label: string, unit: string | null | undefined, language: Language = 'es'): string {
  const shown = unitAfter('', unit ?? '', language)
  return shown === '' || (isUnitWord(unit ?? '') && label.toLowerCase().includes(shown)) ? '' : ` (${shown})`
}
