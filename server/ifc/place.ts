import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { MultiPolygon, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { KnowledgeBase } from '../kb/open.ts'

type Outlines = Topology<{ municipalities: GeometryCollection<{ name: string }> }>
type Ring = readonly (readonly number[])[]

/** Finds the municipality whose outline has a point in it. Undefined outside Spain, and where the outlines leave it open. It is a proposal: outlines are simplified, and many models keep the coordinates of a template. */
export function municipalityAt(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  { geography }: Pick<KnowledgeBase, 'geography'>,
): { readonly geo_id: string; readonly name: string } | undefined {
  const found = outlines().filter(({ polygons }) => polygons.some((rings) => isInside(rings, longitude, latitude)))
  const known = found.flatMap(({ ine }) => geography.municipality(ine) ?? [])
  const [only, ...others] = known
  return only === undefined || others.length > 0 ? undefined : { geo_id: `ES-${only.ine}`, name: only.name }
}

interface Outline {
  readonly ine: string
  readonly polygons: readonly (readonly Ring[])[]
}

/** Reads the outlines of es-atlas. They take some 50 MB, which are given back after each question: models are few. */
function outlines(): readonly Outline[] {
  const file = createRequire(import.meta.url).resolve('es-atlas/es/municipalities.json')
  // The one border: the file comes with a dependency of a fixed version.
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Outlines
  return feature(topology, topology.objects.municipalities).features.flatMap(({ id, geometry }) =>
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? [{ ine: String(id), polygons: polygonsOf(geometry) }] : [],
  )
}

function polygonsOf(geometry: Polygon | MultiPolygon): readonly (readonly Ring[])[] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}

/** Counts edges to the east in the plane, so that the direction of a ring does not matter: two of the outlines are drawn the other way round. */
function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings)
    for (const [at, [ax = 0, ay = 0]] of ring.entries()) {
      const [bx = 0, by = 0] = ring[(at + 1) % ring.length] ?? []
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
    }
  return inside
}
