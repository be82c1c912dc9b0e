import { type Box, discs, type Line, type Point, plane, type Shape } from './atlas.ts'

/** Transform from map coordinates to pixels: `x * scale + left`, `y * scale + top`. */
export interface View {
  readonly scale: number
  readonly left: number
  readonly top: number
}

export type Direction = 'left' | 'right' | 'up' | 'down'

const steps: Readonly<Record<Direction, readonly [number, number]>> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }

/** The view that fits a box into a frame of the given size in pixels and centres it. */
export function fitView(box: Box, width: number, height: number): View {
  const margin = box === plane ? 0 : 16
  const scale = Math.min((width - 2 * margin) / (box[2] - box[0]), (height - 2 * margin) / (box[3] - box[1]))
  return {
    scale,
    left: width / 2 - (scale * (box[0] + box[2])) / 2,
    top: height / 2 - (scale * (box[1] + box[3])) / 2,
  }
}

/** The shape at a point in map coordinates. `discRadius` is the radius of the discs, in map coordinates too. */
export function shapeAt(shapes: readonly Shape[], [x = 0, y = 0]: Point, discRadius: number): Shape | undefined {
  const disc = shapes.find(({ id, centre }) => discs.has(id) && distance(centre, x, y) <= discRadius)
  return disc ?? shapes.find(({ box, rings }) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3] && isInside(rings, x, y))
}

/** The next shape in a direction: near the point, and within 45° of the direction. Undefined if there is none. */
export function neighbour(shapes: readonly Shape[], [x = 0, y = 0]: Point, direction: Direction): Shape | undefined {
  const [ux, uy] = steps[direction]
  let best: Shape | undefined
  let least = Infinity
  for (const shape of shapes) {
    const [centreX = 0, centreY = 0] = shape.centre
    const [dx, dy] = [centreX - x, centreY - y]
    const ahead = dx * ux + dy * uy
    const aside = Math.abs(dx * uy - dy * ux)
    if (ahead <= 1e-9 || aside > ahead) continue
    if (ahead + aside < least) {
      least = ahead + aside
      best = shape
    }
  }
  return best
}

/** The shape with the centre nearest to a point. */
export function nearestTo(shapes: readonly Shape[], [x = 0, y = 0]: Point): Shape | undefined {
  let best: Shape | undefined
  let least = Infinity
  for (const shape of shapes) {
    const far = distance(shape.centre, x, y)
    if (far < least) {
      least = far
      best = shape
    }
  }
  return best
}

function distance([x = 0, y = 0]: Point, toX: number, toY: number): number {
  return Math.hypot(x - toX, y - toY)
}

function isInside(rings: readonly Line[], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings) {
    for (let at = 0, before = ring.length - 1; at < ring.length; before = at, at += 1) {
      const [ax = 0, ay = 0] = ring[at] ?? []
      const [bx = 0, by = 0] = ring[before] ?? []
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    }
  }
  return inside
}
