import { fold } from '../server/engine/fold.ts'
import { unitAfter } from '../server/engine/unit-words.ts'
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

/** The number of a section before its title; empty if the title says it (`Introducción`). */
export function numberBefore({ number, title }: { readonly number: string; readonly title: string }): string {
  return `${searchKey(title)} `.startsWith(`${searchKey(number)} `) ? '' : number
}

/** A unit as shown after a number; empty for dimensionless numbers. */
export function unitText(unit: string | null | undefined): string {
  return unit === null || unit === undefined || unit === '1' ? '' : unit
}

/** A number with its unit on one line: `0,35 W/m²K`, `−5 °C`, `12 500 m²`. From five digits on, thousands are separated by a thin space. */
export function quantity(value: number | string, unit: string, language: Language): string {
  const [whole = '', ...rest] = figure(value, language).split(/(?=[.,])/)
  const grouped = /^-?\d{5,}$/.test(whole) ? whole.replace(/\B(?=(\d{3})+$)/g, language === 'es' ? '\u202f' : ',') : whole
  const shown = `${grouped}${rest.join('')}`.replace(/^-(?=\d)/, '−')
  return [shown, unitAfter(shown, unit, language)].filter(Boolean).join('\u00a0')
}

/** A date as people write it: `14-06-2022` in Spanish, `14 Jun 2022` in English. Other text is returned as it is. */
export function dayText(day: string, language: Language): string {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === '') return day
  if (language === 'es') return `${date}-${month}-${year}`
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

/** A moment (ISO 8601) on this machine's clock as people write it: `14-06-2022, 09:30` in Spanish; with the day alone, the minute or the second. */
export function momentText(moment: string, language: Language, upTo: 'day' | 'minute' | 'second' = 'minute'): string {
  const at = new Date(moment)
  // Swedish writes the day as ISO 8601 does.
  const day = dayText(at.toLocaleDateString('sv-SE'), language)
  return upTo === 'day' ? day : `${day}, ${at.toLocaleTimeString('en-GB').slice(0, upTo === 'minute' ? 5 : 8)}`
}

/** Lower-case text without accents and punctuation, for matching what users type. */
export function searchKey(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
