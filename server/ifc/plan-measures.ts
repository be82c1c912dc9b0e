import type { Point, Shape } from './model.ts'

/** The sides of the smallest rectangle around an outline, shorter first, in metres. Nothing inside it is wider, so it is an upper bound of any clear width. */
export function sidesOf({ outline }: Shape): readonly [width: number, length: number] | undefined {
  const [ring] = outline
  if (ring === undefined || ring.length < 3) return undefined
  let best: readonly [number, number] | undefined
  for (const [at, from] of ring.entries()) {
    const to = ring[(at + 1) % ring.length] ?? from
    const size = Math.hypot(to[0] - from[0], to[1] - from[1])
    if (size < 1e-6) continue
    const along: Point = [(to[0] - from[0]) / size, (to[1] - from[1]) / size]
    const sides = [extent(ring, along), extent(ring, [-along[1], along[0]])] as const
    if (best === undefined || sides[0] * sides[1] < best[0] * best[1]) best = sides
  }
  return best === undefined ? undefined : [Math.min(...best), Math.max(...best)]
}

function extent(ring: readonly Point[], [x, y]: Point): number {
  const along = ring.map(([px, py]) => px * x + py * y)
  return Math.max(...along) - Math.min(...along)
}

/** The area inside the outer outline, in square metres. */
export function areaOf({ outline }: Shape): number | undefined {
  const areas = outline.map((ring) =>
    Math.abs(
      ring.reduce((sum, [x, y], at) => {
        const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y]
        return sum + x * nextY - nextX * y
      }, 0) / 2,
    ),
  )
  return areas.length === 0 ? undefined : Math.max(...areas)
}

/** Millimetres upwards: geometry is a little off, and what is an upper bound must stay one. A tenth of a millimetre is noise. */
export function upToMillimetre(metres: number): number {
  return Math.ceil(metres * 1000 - 0.1) / 1000
}
