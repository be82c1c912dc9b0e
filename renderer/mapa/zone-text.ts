import { figure, type Language, type Text } from '../text.ts'
import type { ZoneClass, ZoneName, ZoneValue, ZoneValueQuality } from './zone-layer.ts'

/** Inputs for the text of a zone value, besides the value itself. */
export interface ZoneTextOptions {
  readonly text: Text
  readonly language: Language
  readonly zone: ZoneName
  /** The meaning of the zone for municipalities that are not in the official list. */
  readonly unlisted: string | null
}

/** The text of a zone value. */
export function valueText(value: ZoneValue, { text, language, zone, unlisted }: ZoneTextOptions): string {
  const words = text.mapa
  if (value === null) return text.municipios.noValue
  if (value === 'none') return zone === 'seismic_ab' && unlisted !== null ? words.unlistedMeans(unlisted) : words.unlisted
  return zone === 'seismic_ab' ? words.acceleration(figure(value, language)) : words.zone(figure(value, language))
}

/** The text of the quality of a value; empty if it has none. */
export function qualityText(quality: ZoneValueQuality, { text }: Pick<ZoneTextOptions, 'text'>): string {
  return quality === null ? '' : (text.municipios.qualities[quality] ?? quality)
}

/** The text of a legend class. */
export function classText({ kind, from, to }: ZoneClass, textOptions: ZoneTextOptions): string {
  const words = textOptions.text.mapa
  if (kind === 'estimated') return words.estimated
  if (from === to) return valueText(from, textOptions)
  return words.range(figure(from, textOptions.language), figure(to, textOptions.language))
}
