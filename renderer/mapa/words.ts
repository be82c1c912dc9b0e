import { figure, type Language, type Text } from '../text.ts'
import type { Reading, ReadingQuality, ZoneClass, ZoneName } from './layer.ts'

/** What the words of a zone depend on, besides its value. */
export interface Said {
  readonly text: Text
  readonly language: Language
  readonly zone: ZoneName
  /** What the law says of a municipality that its list leaves out. */
  readonly unlisted: string | null
}

/** A value of a zone, in words. */
export function readingWords(value: Reading, { text, language, zone, unlisted }: Said): string {
  const words = text.mapa
  if (value === null) return text.municipios.noValue
  if (value === 'none') return zone === 'seismic_ab' && unlisted !== null ? words.unlistedMeans(unlisted) : words.unlisted
  return zone === 'seismic_ab' ? words.acceleration(figure(value, language)) : words.zone(figure(value, language))
}

/** How a value is known, in words; empty where there is none. */
export function qualityWords(quality: ReadingQuality, { text }: Pick<Said, 'text'>): string {
  return quality === null ? '' : (text.municipios.qualities[quality] ?? quality)
}

/** A class of the legend, in words. */
export function classWords({ kind, from, to }: ZoneClass, said: Said): string {
  const words = said.text.mapa
  if (kind === 'estimated') return words.estimated
  if (from === to) return readingWords(from, said)
  return words.range(figure(from, said.language), figure(to, said.language))
}
