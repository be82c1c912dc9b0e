import type { Inputs, Outputs } from '../api.ts'

export type ZoneName = Inputs['listZones']['zone']
export type Zones = Pick<Outputs['listZones'], 'zone' | 'values' | 'items'>
export type ZoneValue = Zones['values'][number]['value']
export type ZoneValueQuality = Zones['values'][number]['quality']

/** A class of the legend. Only kind `zone` has a tone: estimated and missing values are never coloured like a zone. */
export interface ZoneClass {
  readonly key: string
  readonly kind: 'zone' | 'unlisted' | 'estimated' | 'unknown'
  /** From 1 (the lightest in light mode) to `tones`. */
  readonly tone: number | undefined
  /** Lowest and highest value of the class; equal if the class is a single zone. */
  readonly from: ZoneValue
  readonly to: ZoneValue
  readonly count: number
  /** Estimated or missing values are hatched where they are the exception. Where they are the rule, hatching would say nothing. */
  readonly isHatched: boolean
}

export interface Layer {
  readonly zone: ZoneName
  readonly classes: readonly ZoneClass[]
  readonly of: ReadonlyMap<string, { readonly value: ZoneValue; readonly quality: ZoneValueQuality; readonly zoneClass: ZoneClass }>
  /** Sort order of a value. */
  rank(value: ZoneValue): number
}

export const tones = 6

/** Builds the legend classes of a zone, in the order of its values, and the class of each municipality. */
export function layerOf({ zone, values, items }: Zones): Layer {
  const figures = values.flatMap(({ value }) => (typeof value === 'number' ? [value] : []))
  const step = Math.min(...figures)
  const groups = new Map<string, { value: ZoneValue; count: number }[]>()
  for (const { value, quality, count } of values) {
    const key = keyOf(value, quality, step)
    groups.set(key, [...(groups.get(key) ?? []), { value, count }])
  }
  const shades = [...new Set([...groups.keys()].filter(isZone).map(shadeOf))]
  const total = values.reduce((sum, { count }) => sum + count, 0)
  const ordered = [...groups].sort(([one], [other]) => rankOfKind(one) - rankOfKind(other))
  const classes = ordered.map(([key, members]): ZoneClass => {
    const kind = key === 'none' ? 'unlisted' : key === 'estimated' || key === 'unknown' ? key : 'zone'
    const at = shades.indexOf(shadeOf(key))
    // With fewer shades than tones the lightest is not used, because it looks like no zone.
    const lightest = shades.length < tones ? 2 : 1
    const tone = kind !== 'zone' ? undefined : lightest + Math.round((at * (tones - lightest)) / Math.max(1, shades.length - 1))
    const count = members.reduce((sum, member) => sum + member.count, 0)
    const isHatched = (kind === 'estimated' || kind === 'unknown') && 2 * count < total
    return { key, kind, tone, from: members[0]?.value ?? null, to: members.at(-1)?.value ?? null, count, isHatched }
  })
  const byKey = new Map(classes.map((one) => [one.key, one]))
  const ranks = new Map(values.map(({ value }, index) => [value, index]))
  return {
    zone,
    classes,
    of: new Map(
      items.flatMap(([ine, value, quality]) => {
        const zoneClass = byKey.get(keyOf(value, quality, step))
        return zoneClass === undefined ? [] : [[ine, { value, quality, zoneClass }] as const]
      }),
    ),
    rank: (value) => ranks.get(value) ?? -1,
  }
}

/** The class of a value. Numbers are grouped in steps as wide as the smallest number, because there are too many of them. */
function keyOf(value: ZoneValue, quality: ZoneValueQuality, step: number): string {
  if (value === null) return 'unknown'
  if (quality === 'estimated') return 'estimated'
  return typeof value === 'number' ? `×${Math.floor(Math.round(value * 1e6) / Math.round(step * 1e6))}` : value
}

function isZone(key: string): boolean {
  return key !== 'none' && key !== 'estimated' && key !== 'unknown'
}

/** Climate zones with the same winter letter share a shade; borders separate them. */
function shadeOf(key: string): string {
  return /^[αA-E]\d$/.test(key) ? key.slice(0, 1) : key
}

function rankOfKind(key: string): number {
  return key === 'estimated' ? 1 : key === 'unknown' ? 2 : 0
}
