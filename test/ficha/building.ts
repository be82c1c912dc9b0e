import { readFileSync } from 'node:fs'
import { bodyOf, flatRoof, type Json, startService } from '../service.ts'

/** A service that makes fichas. */
export const service = startService()

/** A building in Tenerife with ten checks: some comply, some do not, some are undecided. */
export const building = JSON.parse(readFileSync('test/fixtures/edificio-tenerife.json', 'utf8')) as Json & { checks: Json[] }

/** Requests the ficha of a project, with a fixed day of issue. */
export function ficha(project: Json, changes: Json = {}, headers = {}): Promise<Response> {
  return service.post('/api/v1/ficha', { project, issued_on: '2026-11-21', ...changes }, headers)
}

/** The ficha as JSON. */
export async function model(project: Json, changes: Json = {}): Promise<Json> {
  return bodyOf(await ficha(project, { format: 'json', ...changes }))
}

const { geo_id: roofPlace, ...roofCheck } = flatRoof
export const geo_id = roofPlace
/** One check of a project, without its id. */
export const roof = roofCheck

/** A project of one check. */
export function oneRoof(changes: Json = {}, project: Json = {}): Json {
  return { name: 'Casa', geo_id, checks: [{ id: '1', ...roof, ...changes }], ...project }
}
