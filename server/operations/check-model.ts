import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { ServiceError } from '../errors/service-error.ts'
import { reportBcf } from '../ifc/bcf.ts'
import { reportIds } from '../ifc/ids.ts'
import type { IfcModel } from '../ifc/model.ts'
import { ModelError } from '../ifc/model-error.ts'
import { placeOfModel } from '../ifc/model-place.ts'
import { readModelFile, usualLimits } from '../ifc/read-file.ts'
import { reportOf } from '../ifc/report.ts'
import { reportCsv } from '../ifc/report-csv.ts'
import { reportHtml } from '../ifc/report-html.ts'
import { type ModelReport, modelReport } from '../ifc/report-schema.ts'
import { emptyMap, sentMap, wantedProperties, withUserMap } from '../ifc/user-map.ts'
import { resultOf } from './batch-result.ts'
import { dayField, geoIdField } from './fields.ts'
import { type Context, fileOperation } from './operation.ts'
import { placeFor } from './place-for.ts'

const mib = 1024 * 1024
/** A model of 12 MB as base64: larger ones are read from the command line, since their answers would be too large as well. */
const mostBodyBytes = 16 * mib
const limits = { ...usualLimits, mostBytes: 12 * mib, mostMs: 180_000 }

const input = z.strictObject({
  model: z.string().min(1).max(mostBodyBytes).meta({ description: 'The `.ifc` file', contentEncoding: 'base64' }),
  name: z.string().max(200).default('modelo.ifc').meta({ description: 'Its name, for the report' }),
  geo_id: geoIdField.optional(),
  confirm_place: z.boolean().default(false).meta({ description: 'Take the municipality and the altitude of the coordinates in the model' }),
  map: sentMap.prefault({}).meta({ description: 'Conditions of the building, names of rooms, and answers for groups of elements' }),
  as_of: dayField.optional(),
  format: z.enum(['html', 'csv', 'bcf', 'ids', 'json']).optional().meta({ description: 'Default: what `Accept` prefers, else html' }),
})

/** The name of the answer as a file. */
function named(extension: string): (report: ModelReport) => string {
  return ({ file }) => `${file.replace(/\.ifc$/i, '')}.${extension}`
}

/** Checks what an IFC model holds. */
export const checkModel = fileOperation({
  method: 'POST',
  path: '/api/v1/ifc',
  mostBodyBytes,
  scope: 'verify',
  tag: 'verify',
  summary: 'Check what an IFC model holds',
  description:
    'Reads IFC2x3, IFC4 and IFC4.3 and verifies what the mapping of the knowledge base finds in them. A nominal value may fail and never passes. Without `geo_id` or `confirm_place` nothing is judged: the municipality of the coordinates is proposed. `format`, or else `Accept`, chooses HTML (the default), CSV, BCF 2.1 of the failures, IDS 1.0 of what the model must carry, or JSON.',
  input,
  output: modelReport,
  files: {
    html: { type: 'text/html; charset=utf-8', name: named('html'), write: reportHtml },
    csv: { type: 'text/csv; charset=utf-8', name: named('csv'), write: reportCsv },
    bcf: { type: 'application/zip', name: named('bcfzip'), write: reportBcf },
    ids: { type: 'application/xml', name: named('ids'), write: reportIds },
  },
  problems: ['unknown-municipality', 'model-refused'],
  examples: {},
  async run(context, { model: file, name, geo_id, confirm_place, map: sent, as_of }) {
    const { kb } = context
    const map = { ...emptyMap, ...sent }
    if (geo_id !== undefined) placeFor(kb, geo_id)
    const { mapping, faults } = withUserMap(kb.ifc, map, kb.book)
    if (faults.length > 0) throw unknownInMap(faults)
    const model = await readUploaded(context, Buffer.from(file, 'base64'), wantedProperties(mapping))
    const { altitude, ...place } = placeOfModel(model, geo_id, confirm_place, kb)
    const placed = altitude === undefined ? map : { ...map, context: { altitud_m: altitude, ...map.context } }
    return reportOf({ file: name, model, map: placed, kb, ...place, asOf: as_of, verifyAll: (items) => verifyAll(context, items) })
  },
})

function unknownInMap(faults: readonly string[]): ServiceError {
  const list = faults.slice(0, 10).join('; ')
  return new ServiceError(
    'validation',
    { es: `El mapa nombra lo que no está en el vocabulario: ${list}`, en: `The map names what the vocabulary does not have: ${list}` },
    { errors: [{ pointer: '/map', code: 'unknown', detail: list }] },
  )
}

/** Reads a model from a file of its own, which is deleted afterwards. */
async function readUploaded({ startReader: start }: Context, bytes: Uint8Array, wanted: readonly string[]): Promise<IfcModel> {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-ifc-'))
  try {
    const file = join(folder, 'modelo.ifc')
    writeFileSync(file, bytes)
    return await readModelFile(file, { wanted, limits, start })
  } catch (error) {
    if (error instanceof ModelError) throw new ServiceError('model-refused', error.detail)
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Verifies a portion, and lets other requests in before the next one. */
async function verifyAll(context: Context, items: readonly unknown[]): Promise<ReturnType<typeof resultOf>[]> {
  await setImmediate()
  return items.map((item, at) => resultOf(context, item, at))
}
