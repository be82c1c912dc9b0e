import { palettePng } from './png.ts'
import type { ModelReport } from './report-schema.ts'

type PlanShape = ModelReport['shapes'][number]
type Place = readonly number[]

const width = 640
const height = 480
const margin = 20
const [line, fill, edge] = [1, 2, 3] as const
const palette = [
  [255, 255, 255],
  [140, 146, 154],
  [244, 183, 170],
  [176, 32, 20],
] as const

/** A picture of one storey in plan with one element marked. An element without a shape leaves the plan unmarked. */
export function planPicture(shapes: readonly PlanShape[], marked: string): Uint8Array {
  const pixels = new Uint8Array(width * height)
  const toPixel = scaleOf(shapes)
  const rings = (shape: PlanShape): Place[][] => shape.outline.map((ring) => ring.map(toPixel))
  for (const shape of shapes) for (const ring of rings(shape)) stroke(pixels, ring, line)
  for (const shape of shapes.filter(({ global_id }) => global_id === marked))
    for (const ring of rings(shape)) {
      fillRing(pixels, ring)
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ])
        stroke(
          pixels,
          ring.map(([x = 0, y = 0]) => [x + (dx ?? 0), y + (dy ?? 0)]),
          edge,
        )
    }
  return palettePng(pixels, width, palette)
}

/** North is up: y of the model grows upwards, y of a picture downwards. */
function scaleOf(shapes: readonly PlanShape[]): (point: Place) => Place {
  const points = shapes.flatMap(({ outline }) => outline.flat())
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [left, right] = [least(xs), most(xs)]
  const [bottom, top] = [least(ys), most(ys)]
  const scale = Math.min((width - 2 * margin) / Math.max(right - left, 0.01), (height - 2 * margin) / Math.max(top - bottom, 0.01))
  return ([x = 0, y = 0]) => [Math.round(margin + (x - left) * scale), Math.round(height - margin - (y - bottom) * scale)]
}

function least(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other), values[0] ?? 0)
}

function most(values: readonly number[]): number {
  return values.reduce((one, other) => Math.max(one, other), values[0] ?? 0)
}

function stroke(pixels: Uint8Array, ring: readonly Place[], colour: number): void {
  for (const [at, [fromX = 0, fromY = 0]] of ring.entries()) {
    const [toX = 0, toY = 0] = ring[(at + 1) % ring.length] ?? []
    const steps = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY), 1)
    for (let step = 0; step <= steps; step++)
      put(pixels, Math.round(fromX + ((toX - fromX) * step) / steps), Math.round(fromY + ((toY - fromY) * step) / steps), colour)
  }
}

function fillRing(pixels: Uint8Array, ring: readonly Place[]): void {
  for (let y = 0; y < height; y++) {
    const crossings = ring
      .flatMap(([ax = 0, ay = 0], at) => {
        const [bx = 0, by = 0] = ring[(at + 1) % ring.length] ?? []
        return ay > y !== by > y ? [ax + ((y - ay) / (by - ay)) * (bx - ax)] : []
      })
      .toSorted((one, other) => one - other)
    for (let at = 0; at + 1 < crossings.length; at += 2)
      for (let x = Math.ceil(crossings[at] ?? 0); x <= (crossings[at + 1] ?? 0); x++) put(pixels, x, y, fill)
  }
}

function put(pixels: Uint8Array, x: number, y: number, colour: number): void {
  if (x >= 0 && x < width && y >= 0 && y < height) pixels[y * width + x] = colour
}
