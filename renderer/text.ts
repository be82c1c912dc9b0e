import { fold } from '../server/engine/fold.ts'
import { en } from './text.en.ts'
import { es } from './text.es.ts'

export type Language = 'es' | 'en'
export type Text = typeof es

export const texts: Readonly<Record<Language, Text>> = { es, en }

/** A number with the decimal mark of the language. Other text is returned as it is. */
export function figure(value: unknown, language: Language): string {
  const text = String(value)
  return typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(text) ? (language === 'es' ? text.replace('.', ',') : text) : text
}

/** A unit as shown after a number; empty for dimensionless numbers. */
export function unitText(unit: string | null | undefined): string {
  return unit === null || unit === undefined || unit === '1' ? '' : unit
}

/** Lower-case text without accents and punctuation, for matching what users type. */
export function searchKey(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
