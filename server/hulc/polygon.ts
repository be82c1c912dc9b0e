import { isDecimal, parseDecimal } from '../engine/decimal.ts'
import { type Block, numbersIn } from './blocks.ts'

type Point = readonly [x: number, y: number]

/** The corners of a block POLYGON, in metres: at least three. */
export type Corners = readonly Point[]

const mostCorners = 500
const farthestM = 100_000

/** The corners `V1 = ( 0, 0 )`, `V2` and so on. Undefined if one is missing or no number, or if sides cross, which leaves the area open. */
export function cornersOf({ attributes }: Block): Corners | undefined {
  const count = [...attributes.keys()].filter((key) => /^V\d+$/.test(key)).length
  if (count < 3 || count > mostCorners) return undefined
  const corners: Point[] = []
  for (let number = 1; number <= count; number++) {
    const [x, y, ...more] = numbersIn(attributes.get(`V${number}`)).map(coordinate)
    if (x === undefined || y === undefined || more.length > 0) return undefined
    corners.push([x, y])
  }
  return hasCrossing(corners) ? undefined : corners
}

function coordinate(text: string): number | undefined {
  const value = text.length <= 40 && isDecimal(text) ? parseDecimal(text).valueOf() : Number.NaN
  return Math.abs(value) <= farthestM ? value : undefined
}

/** The area that corners enclose, in m². */
export function areaWithin(corners: Corners): number {
  const [origin = [0, 0]] = corners
  return Math.abs(corners.reduce((sum, corner, index) => sum + turn(origin, corner, after(corners, index)), 0)) / 2
}

/** The length in metres of the side that begins at a corner, counted from 1. Undefined if there is no such corner. */
export function sideLength(corners: Corners, number: number): number | undefined {
  const corner = corners[number - 1]
  if (corner === undefined) return undefined
  const [x, y] = after(corners, number - 1)
  return Math.hypot(x - corner[0], y - corner[1])
}

function after(corners: Corners, index: number): Point {
  return corners[(index + 1) % corners.length] ?? [0, 0]
}

/** Twice the area of a triangle, positive if it turns to the left. */
function turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/** True if two sides that are no neighbours meet, be it in a point. */
function hasCrossing(corners: Corners): boolean {
  const last = corners.length - 1
  return corners.some((corner, index) =>
    corners.slice(index + 2).some((other, offset) => {
      const at = index + 2 + offset
      return !(index === 0 && at === last) && meet([corner, after(corners, index)], [other, after(corners, at)])
    }),
  )
}

function meet([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): boolean {
  const [toC, toD, toA, toB] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (toC * toD < 0 && toA * toB < 0) return true
  return (
    (toC === 0 && isBetween(a, b, c)) || (toD === 0 && isBetween(a, b, d)) || (toA === 0 && isBetween(c, d, a)) || (toB === 0 && isBetween(c, d, b))
  )
}

/** True if a point of the line through two ends is between them. */
function isBetween([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): boolean {
  return Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by)
}
