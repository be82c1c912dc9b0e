import type { Text } from '../errors/language.ts'
import type { Area } from './areas.ts'
import type { Block } from './blocks.ts'
import type { Transmittance } from './transmittance.ts'

/** What a file gives of an element that counts for the global coefficient K. */
export interface KInput {
  readonly name: string
  /** The element of the vocabulary; undefined if it is not checked. */
  readonly element: string | undefined
  readonly construction: string
  readonly border: Border
  readonly area: Area
  /** Undefined where it is not worked out. */
  readonly transmittance: Transmittance | undefined
}

/** What is on the other side of an element; a space is one that is not habitable or outside the envelope. */
export type Border = { readonly kind: 'air' } | { readonly kind: 'ground' } | { readonly kind: 'space'; readonly name: string }

/** Why K itself is not given. */
export const noK: Text = {
  es: 'K no se da: faltan los puentes térmicos, que no se leen, y la transmitancia de lo que linda con el terreno o con espacios no habitables o fuera de la envolvente',
  en: 'K is not given: thermal bridges, which are not read, are missing, and the transmittance of what borders on the ground or on spaces not habitable or outside the envelope',
}

/** True for a space that is outside the thermal envelope or not habitable. */
export function isOutside(space: Block | undefined): boolean {
  return space?.attributes.get('perteneceALaEnvolventeTermica') === 'NO' || space?.attributes.get('TYPE') === 'UNHABITED'
}

/** What an element of the thermal envelope borders on; undefined if it is no part of it. */
export function borderOf({ type, space, attributes }: Block, spaces: ReadonlyMap<string, Block>): Border | undefined {
  const own = isOutside(spaces.get(space))
  if (type === 'INTERIOR-WALL') {
    const next = attributes.get('NEXT-TO')
    if (next === undefined || isOutside(spaces.get(next)) === own) return undefined
    return { kind: 'space', name: own ? space : next }
  }
  if (own) return undefined
  return { kind: type.startsWith('UNDERGROUND') ? 'ground' : 'air' }
}

/** The heat that an element lets through by degree, in W/K: area without openings by transmittance. Undefined if one of both is not known. */
export function heatLoss({ area, transmittance }: Pick<KInput, 'area' | 'transmittance'>): number | undefined {
  if (!('net' in area) || transmittance === undefined || !('value' in transmittance)) return undefined
  return area.net * transmittance.value.valueOf()
}

/** The inputs of K for programs. Figures are decimals as text; null is not known, with the reasons in `unknown`. */
export function kInputsJson(inputs: readonly KInput[], zone: string) {
  const decimal = (value: number | undefined, places: number): string | null => value?.toFixed(places) ?? null
  return {
    climate_zone: zone === '' ? null : zone,
    elements: inputs.map(({ name, element, construction, border, area, transmittance }) => ({
      name,
      element: element ?? null,
      construction,
      borders_on: border.kind === 'space' ? { kind: 'other_space', space: border.name } : { kind: border.kind === 'air' ? 'outside_air' : 'ground' },
      gross_area_m2: decimal('gross' in area ? area.gross : undefined, 2),
      net_area_m2: decimal('net' in area ? area.net : undefined, 2),
      transmittance_w_m2k: transmittance !== undefined && 'value' in transmittance ? transmittance.value.ceil(4).toString(4) : null,
      area_by_transmittance_w_k: decimal(heatLoss({ area, transmittance }), 2),
      unknown: [area, transmittance].flatMap((one) => (one !== undefined && 'unknown' in one ? [one.unknown] : [])),
    })),
    k: null,
    why_no_k: noK,
  }
}

/** A figure of two decimals as people read it: `8,27`. */
export function figureText(value: number, places = 2): string {
  return value.toFixed(places).replace('.', ',')
}
