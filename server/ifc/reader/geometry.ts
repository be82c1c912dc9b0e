import type { FlatMesh, IfcAPI } from 'web-ifc'
import type { Shape } from '../model.ts'
import { bottomOutlines, convexOutline, type Mesh } from './outline.ts'

const inOnePortion = 40
/** A mesh with more coordinates gets a box and no outline. */
const mostCoordinates = 300_000
const sameMetres = 1e-4

/** Builds the shapes of elements, in metres with z upwards. An element whose geometry cannot be built has none. */
export function shapesOf(
  api: IfcAPI,
  model: number,
  elements: { readonly ids: readonly number[]; readonly hasFloor: (id: number) => boolean },
  told: (done: number) => void,
): { readonly shapes: ReadonlyMap<number, Shape>; readonly failed: number } {
  const shapes = new Map<number, Shape>()
  let failed = 0
  const build = (ids: readonly number[]): void =>
    api.StreamMeshes(model, [...ids], (mesh) => {
      const shape = shapeOf(meshOf(api, model, mesh), elements.hasFloor(mesh.expressID))
      if (shape !== undefined) shapes.set(mesh.expressID, shape)
    })
  for (let at = 0; at < elements.ids.length; at += inOnePortion) {
    const portion = elements.ids.slice(at, at + inOnePortion)
    if (!succeeds(() => build(portion))) for (const id of portion.filter((one) => !shapes.has(one))) failed += succeeds(() => build([id])) ? 0 : 1
    told(Math.min(at + inOnePortion, elements.ids.length))
  }
  return { shapes, failed }
}

/** Runs one step of the library, which throws on geometry that it cannot build. */
function succeeds(run: () => void): boolean {
  try {
    run()
    return true
  } catch {
    return false
  }
}

/** The triangles of an element in the coordinates of the model: the library has y upwards. */
function meshOf(api: IfcAPI, model: number, mesh: FlatMesh): Mesh {
  const positions: number[] = []
  const corners: number[] = []
  for (let part = 0; part < mesh.geometries.size(); part++) {
    const { geometryExpressID, flatTransformation: m } = mesh.geometries.get(part)
    const geometry = api.GetGeometry(model, geometryExpressID)
    const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
    const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize())
    const first = positions.length / 3
    for (let at = 0; at + 5 < vertices.length; at += 6) {
      const [x, y, z] = [vertices[at] ?? 0, vertices[at + 1] ?? 0, vertices[at + 2] ?? 0]
      const row = (index: number): number => (m[index] ?? 0) * x + (m[index + 4] ?? 0) * y + (m[index + 8] ?? 0) * z + (m[index + 12] ?? 0)
      positions.push(row(0), -row(2), row(1))
    }
    for (const index of indices) corners.push(first + index)
    geometry.delete()
  }
  return { positions, corners }
}

function shapeOf(mesh: Mesh, hasFloor: boolean): Shape | undefined {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const [at, value] of mesh.positions.entries()) {
    const axis = at % 3
    min[axis] = Math.min(min[axis] ?? value, value)
    max[axis] = Math.max(max[axis] ?? value, value)
  }
  if (![...min, ...max].every(Number.isFinite)) return undefined
  const isPrism = mesh.positions.every((value, at) => at % 3 !== 2 || Math.abs(value - min[2]) < sameMetres || Math.abs(value - max[2]) < sameMetres)
  if (mesh.positions.length > mostCoordinates) return { min, max, outline: [], isPrism }
  const outline = hasFloor ? bottomOutlines(mesh, min[2]) : [convexOutline(mesh)]
  return { min, max, outline: outline.filter((ring) => ring.length > 2), isPrism }
}
