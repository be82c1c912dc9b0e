import { fold } from '../server/engine/fold.ts'
import { en } from './text.en.ts'
import { es } from './text.es.ts'

export type Language = 'es' | 'en'
export type Text = typeof es

export const texts: Readonly<Record<Language, Text>> = { es, en }

/** A figure as it is written in a language; what is no number stays as it is. */
export function figure(value: unknown, language: Language): string {
  const text = String(value)
  return typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(text) ? (language === 'es' ? text.replace('.', ',') : text) : text
}

/** A unit as it is printed after a figure; the unit of bare numbers is not. */
export function unitText(unit: string | null | undefined): string {
  return unit === null || unit === undefined || unit === '1' ? '' : unit
}

/** Text without accents, case or signs, for comparing what people type. */
export function searchKey(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
