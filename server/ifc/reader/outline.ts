import type { Point } from '../model.ts'

/** A triangle mesh in metres, z upwards: coordinates in threes, corners of triangles in threes. */
export interface Mesh {
  readonly positions: readonly number[]
  readonly corners: readonly number[]
}

const sameMetres = 1e-4
const mostPoints = 200

/** The outlines of the bottom of a body: the edges that only one of its lowest triangles has, chained. Empty if they do not close. */
export function bottomOutlines({ positions, corners }: Mesh, bottom: number): Point[][] {
  const isLow = (corner: number): boolean => Math.abs((positions[3 * corner + 2] ?? Number.NaN) - bottom) < sameMetres
  const keyOf = (corner: number): string => `${Math.round((positions[3 * corner] ?? 0) * 1e3)} ${Math.round((positions[3 * corner + 1] ?? 0) * 1e3)}`
  const places = new Map<string, Point>()
  const edges = new Map<string, readonly [string, string]>()
  for (let at = 0; at + 2 < corners.length; at += 3) {
    const triangle = [corners[at] ?? 0, corners[at + 1] ?? 0, corners[at + 2] ?? 0]
    if (!triangle.every(isLow)) continue
    const keys = triangle.map((corner): string => {
      const key = keyOf(corner)
      places.set(key, [positions[3 * corner] ?? 0, positions[3 * corner + 1] ?? 0])
      return key
    })
    for (const [index, from] of keys.entries()) {
      const to = keys[(index + 1) % 3] ?? from
      if (from === to) continue
      if (!edges.delete(`${to}|${from}`)) edges.set(`${from}|${to}`, [from, to])
    }
  }
  return chained([...edges.values()]).map((ring) => simplified(ring.map((key) => places.get(key) ?? [0, 0])))
}

function chained(edges: readonly (readonly [string, string])[]): string[][] {
  const next = new Map<string, string>(edges)
  const rings: string[][] = []
  while (next.size > 0) {
    const [start] = next.keys()
    const ring: string[] = []
    let at: string | undefined = start
    while (at !== undefined && next.has(at)) {
      ring.push(at)
      const to: string | undefined = next.get(at)
      next.delete(at)
      at = to
    }
    if (at !== start) return []
    if (ring.length > 2) rings.push(ring)
  }
  return rings
}

/** The convex outline of points in plan. */
export function convexOutline({ positions }: Mesh): Point[] {
  const points = Array.from({ length: positions.length / 3 }, (_, at): Point => [positions[3 * at] ?? 0, positions[3 * at + 1] ?? 0]).toSorted(
    (one, other) => one[0] - other[0] || one[1] - other[1],
  )
  const half = (ordered: readonly Point[]): Point[] => {
    const hull: Point[] = []
    for (const point of ordered) {
      while (hull.length > 1 && turn(hull.at(-2) ?? point, hull.at(-1) ?? point, point) <= 1e-9) hull.pop()
      hull.push(point)
    }
    return hull.slice(0, -1)
  }
  return simplified([...half(points), ...half(points.toReversed())])
}

/** Without points on a straight line between their neighbours. */
function simplified(ring: readonly Point[]): Point[] {
  const kept = ring.filter((point, at) => Math.abs(turn(ring.at(at - 1) ?? point, point, ring[(at + 1) % ring.length] ?? point)) > 1e-6)
  return kept.slice(0, mostPoints).map(([x, y]): Point => [Math.round(x * 1e4) / 1e4, Math.round(y * 1e4) / 1e4])
}

/** Twice the area of a triangle: positive if it turns left. */
function turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}
