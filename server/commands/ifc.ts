import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Text } from '../errors/language.ts'
import { OperatorError } from '../errors/operator-error.ts'
import type { IfcModel } from '../ifc/model.ts'
import { type ModelPlace, placeOfModel } from '../ifc/model-place.ts'
import type { Outcome } from '../ifc/outcome.ts'
import { readModelFile } from '../ifc/read-file.ts'
import { reportOf } from '../ifc/report.ts'
import { reportCsv } from '../ifc/report-csv.ts'
import type { ModelReport } from '../ifc/report-schema.ts'
import { emptyMap, readUserMap, type UserMap, wantedProperties, withUserMap } from '../ifc/user-map.ts'
import { dayField } from '../operations/fields.ts'
import { verifyBatch } from '../operations/verify-batch.ts'
import { commands } from '../usage/commands.ts'
import { contextOf } from './context-flag.ts'
import { exitCode, exitOf } from './exit-code.ts'
import { checkOutputs, isStored, writeOutputs } from './ifc-outputs.ts'
import { reportText } from './ifc-text.ts'
import { type Local, openLocal } from './local-service.ts'
import { placeStated } from './place-flag.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'
import { progressLines } from './time-left.ts'

/** `ifc`: checks what an IFC model holds. Exits as `exitOf`, and with 1 if the model cannot be read or has nothing to check. */
export async function ifcCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.ifc.options)
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new UsageError({ es: 'Falta el modelo: un fichero .ifc', en: 'Name one model: an .ifc file' })
  checkOutputs(file, values)
  if (values['as-of'] !== undefined && !dayField.safeParse(values['as-of']).success)
    throw new UsageError({
      es: `No se entiende --as-of «${values['as-of']}»: se espera AAAA-MM-DD`,
      en: `Cannot read --as-of "${values['as-of']}": expected YYYY-MM-DD`,
    })
  const local = await openLocal(terminal, values, isStored(values) ? 'stored' : 'nothing-stored')
  try {
    const map = mapFrom(values.map, contextOf(values.context ?? []), local)
    const geoId = values.geo === undefined ? undefined : await placeStated(values.geo, local.kb, terminal)
    const { mapping } = withUserMap(local.kb.ifc, map, local.kb.book)
    const progress = values.progress || terminal.isWatched === true ? progressLines(terminal, values.progress) : () => undefined
    const model = await readModelFile(file, {
      wanted: wantedProperties(mapping),
      progress: (stage, done, total) => progress(stageText[stage], done, total),
    })
    const place = placeFrom(model, geoId, values['confirm-place'], local)
    const report = await reportOf({
      file: basename(file),
      model,
      map: place.altitude === undefined ? map : { ...map, context: { altitud_m: place.altitude, ...map.context } },
      kb: local.kb,
      geoId: place.geoId,
      placeName: place.placeName,
      proposed: place.proposed,
      asOf: values['as-of'],
      verifyAll: (items) => outcomes(local, items),
      progress: (done, total) => progress(checking, done, total),
    })
    if (values.out === undefined || values.csv) terminal.out(values.csv ? reportCsv(report).trimEnd() : printed(report, values.json, terminal))
    await writeOutputs(report, values, local, terminal)
    return sumUp(report, terminal)
  } finally {
    await local.close()
  }
}

function printed(report: ModelReport, isJson: boolean, { language, width }: Terminal): string {
  return isJson ? JSON.stringify(report, null, 2) : reportText(report, language, width)
}

/** The map of the user with the conditions of the command line, which win. Throws `OperatorError` that names what is wrong in it. */
function mapFrom(file: string | undefined, context: UserMap['context'], { kb }: Local): UserMap {
  const wrong = (why: Text): OperatorError => new OperatorError({ es: `--map ${file}: ${why.es}`, en: `--map ${file}: ${why.en}` })
  if (file !== undefined && !existsSync(file)) throw wrong({ es: 'no existe', en: 'no such file' })
  const read = file === undefined ? { map: emptyMap } : readUserMap(readFileSync(file, 'utf8'))
  if ('faults' in read) throw wrong(read.faults)
  const map = { ...read.map, context: { ...read.map.context, ...context } }
  const { faults } = withUserMap(kb.ifc, map, kb.book)
  const list = faults.slice(0, 10).join('; ')
  if (faults.length > 0) throw new OperatorError({ es: `No está en el vocabulario: ${list}`, en: `Not in the vocabulary: ${list}` })
  return map
}

/** The place of a model. Throws if a place is to be confirmed that the model does not have. */
function placeFrom(model: IfcModel, geoId: string | undefined, isConfirmed: boolean, { kb }: Local): ModelPlace {
  const place = placeOfModel(model, geoId, isConfirmed, kb)
  if (isConfirmed && place.geoId === undefined)
    throw new OperatorError({
      es: 'El modelo no dice en qué municipio está: indíquelo con --geo',
      en: 'The model does not say in which municipality it is: give it with --geo',
    })
  return place
}

async function outcomes(local: Local, items: readonly unknown[]): Promise<readonly Outcome[]> {
  const response = await local.fetch(verifyBatch.path, { items })
  const body = (await response.json()) as { readonly items?: readonly Outcome[]; readonly detail?: string }
  if (body.items === undefined) throw new TypeError(`The service rejected a batch: ${body.detail}`)
  return body.items
}

const checking: Text = { es: 'Comprobando', en: 'Checking' }
const stageText = {
  open: { es: 'Abriendo', en: 'Opening' },
  properties: { es: 'Leyendo propiedades', en: 'Reading properties' },
  geometry: { es: 'Leyendo geometría', en: 'Reading geometry' },
} as const satisfies Readonly<Record<string, Text>>

function sumUp({ summary }: ModelReport, terminal: Terminal): number {
  const { total, compliant, non_compliant, undecided } = summary
  const text: Text = {
    es: `${total} comprobaciones: ${compliant} cumplen, ${non_compliant} no cumplen, ${undecided} sin decidir`,
    en: `${total} checks: ${compliant} comply, ${non_compliant} do not comply, ${undecided} undecided`,
  }
  terminal.err(text[terminal.language])
  return total === 0 ? exitCode.failure : exitOf({ nonCompliant: non_compliant, isOpen: undecided > 0 })
}
