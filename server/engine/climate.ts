/** One altitude band of DB-HE Anejo B, whole metres, both ends within. */
export interface ClimateBand {
  readonly from: number | null
  readonly to: number | null
  readonly zone: string
}

/** Altitude counts in whole metres, as the bands are printed. */
export function climateZone(bands: readonly ClimateBand[], altitudeM: number): string | undefined {
  const metres = Math.round(altitudeM)
  return bands.find(({ from, to }) => (from === null || metres >= from) && (to === null || metres <= to))?.zone
}

/** The nearest altitude at which the zone changes, as the first metre of the upper band; undefined where the province has one zone. */
export function nearestBandLimit(bands: readonly ClimateBand[], altitudeM: number): number | undefined {
  const limits = bands.flatMap(({ from }) => from ?? [])
  return limits.sort((left, right) => Math.abs(left - 0.5 - altitudeM) - Math.abs(right - 0.5 - altitudeM))[0]
}

/** `D3` apart: winter `D`, summer `3`. */
export function zoneParts(zone: string): { readonly winter: string; readonly summer: string } {
  return { winter: zone.slice(0, -1), summer: zone.slice(-1) }
}

/** A zone as people type it (`a3`, `alpha3`, `α3`, `d3`) in its own spelling, or undefined. Plain `a3` is zone A3; only Greek or its name is α. */
export function readZone(text: string): string | undefined {
  const match = /^(α|alpha|alfa|[a-e])\s*([1-4])$/i.exec(text.trim())
  if (match?.[1] === undefined || match[2] === undefined) return undefined
  return (match[1].length > 1 || match[1] === 'α' || match[1] === 'Α' ? 'α' : match[1].toUpperCase()) + match[2]
}
