import { geoConicConformal } from 'd3-geo'
import type { MultiPolygon, Polygon } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/** `[x, y]`. */
export type Point = readonly number[]
export type Box = readonly [left: number, top: number, right: number, bottom: number]
export type Line = readonly Point[]

/** The outline of a municipality, in map coordinates. */
export interface Shape {
  /** INE code. Codes from 53 and 54 are territories that are not municipalities. */
  readonly id: string
  readonly name: string
  readonly rings: readonly Line[]
  readonly box: Box
  readonly centre: Point
  readonly land: 'peninsula' | 'canarias'
}

export interface Atlas {
  readonly shapes: readonly Shape[]
  readonly byId: ReadonlyMap<string, Shape>
  readonly coast: readonly Line[]
  readonly provinceLines: readonly Line[]
  /** Borders between municipalities of different classes. */
  linesBetween(classOf: (id: string) => string): readonly Line[]
}

type CheckIds = GeometryCollection<{ name: string }>
export type SpainTopology = Topology<{ municipalities: CheckIds; provinces: CheckIds }>

/** Bounds of the map coordinates: x to the right, y down. */
export const plane: Box = [0, 0, 1000, 858]
/** Bounds of the inset with the Canary Islands. It has the same scale as the rest. */
export const inset: Box = [583, 649, 995, 839]
/** Ceuta and Melilla: too small to see or click on the map of all Spain, so they are drawn as discs. */
export const discs: ReadonlySet<string> = new Set(['51001', '52001'])

const westOfAfrica = -12
const peninsula = geoConicConformal()
  .parallels([37, 43])
  .rotate([3.5, 0])
  .fitExtent(
    [
      [8, 8],
      [992, 836],
    ],
    {
      // The westernmost, northernmost, easternmost and southernmost points: Touriñán, Estaca de Bares, Menorca, Melilla.
      type: 'MultiPoint',
      coordinates: [
        [-9.3, 43.05],
        [-7.69, 43.79],
        [4.33, 39.9],
        [-2.94, 35.26],
      ],
    },
  )
const canaries = geoConicConformal()
  .parallels([27.5, 29.5])
  .rotate([15.77, 0])
  .center([0, 28.55])
  .scale(peninsula.scale())
  .translate([(inset[0] + inset[2]) / 2, (inset[1] + inset[3]) / 2])

/** Builds the atlas. Each point is projected once, here. */
export function atlasFrom(topology: SpainTopology): Atlas {
  const flat = flattened(topology)
  const { municipalities, provinces } = flat.objects
  const shapes = feature(flat, municipalities).features.flatMap(({ id, properties, geometry }) =>
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? [shapeOf(String(id), properties.name, geometry)] : [],
  )
  return {
    shapes,
    byId: new Map(shapes.map((shape) => [shape.id, shape])),
    coast: mesh(flat, provinces, (one, other) => one === other).coordinates,
    provinceLines: mesh(flat, provinces, (one, other) => one !== other).coordinates,
    linesBetween: (classOf) =>
      mesh(flat, municipalities, (one, other) => one !== other && classOf(String(one.id)) !== classOf(String(other.id))).coordinates,
  }
}

/** The smallest box around the shapes; the whole plane if there are none. */
export function boxAround(shapes: readonly Pick<Shape, 'box'>[]): Box {
  if (shapes.length === 0) return plane
  return shapes
    .map(({ box }) => box)
    .reduce(([left, top, right, bottom], box) => [Math.min(left, box[0]), Math.min(top, box[1]), Math.max(right, box[2]), Math.max(bottom, box[3])])
}

function flattened(topology: SpainTopology): SpainTopology {
  const { transform, ...rest } = topology
  const [stepX, stepY] = transform?.scale ?? [1, 1]
  const [startX, startY] = transform?.translate ?? [0, 0]
  const arcs = topology.arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx = 0, dy = 0]) => {
      x += dx
      y += dy
      const place: [number, number] = [x * stepX + startX, y * stepY + startY]
      return (place[0] < westOfAfrica ? canaries : peninsula)(place) ?? [0, 0]
    })
  })
  return { ...rest, arcs }
}

function shapeOf(id: string, name: string, geometry: Polygon | MultiPolygon): Shape {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const rings = polygons.flat()
  let largest: Line = []
  let most = 0
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ring of rings) {
    const area = Math.abs(doubleArea(ring))
    if (area > most) [largest, most] = [ring, area]
    for (const [x = 0, y = 0] of ring) {
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return { id, name, rings, box: [left, top, right, bottom], centre: centreOf(largest), land: /^3[58]/.test(id) ? 'canarias' : 'peninsula' }
}

function centreOf(ring: Line): Point {
  const area = doubleArea(ring)
  const [first = [0, 0]] = ring
  if (area === 0) return first
  let [x, y] = [0, 0]
  for (const [index, [ax = 0, ay = 0]] of ring.entries()) {
    const [bx = 0, by = 0] = ring[(index + 1) % ring.length] ?? first
    const cross = ax * by - bx * ay
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  return [x / (3 * area), y / (3 * area)]
}

function doubleArea(ring: Line): number {
  return ring.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? []
    return sum + x * nextY - nextX * y
  }, 0)
}
