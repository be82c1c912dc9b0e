import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readContext } from '../engine/context.ts'
import { atAltitude } from '../engine/place.ts'
import { OperatorError } from '../errors/operator-error.ts'
import { fichaCsv } from '../ficha/csv.ts'
import { type Ficha, fichaModel, limitText, resultWords, valueText } from '../ficha/model.ts'
import { readBlocks } from '../hulc/blocks.ts'
import { type EnergyFile, readEnergyFile } from '../hulc/energy-file.ts'
import { contextIn, type EnergyProject, energyProject } from '../hulc/energy-project.ts'
import { type Envelope, envelopeOf } from '../hulc/envelope.ts'
import { mappingOf } from '../hulc/hulc-error.ts'
import { hulcText, type ToldCheck } from '../hulc/hulc-text.ts'
import { kInputsJson } from '../hulc/k-inputs.ts'
import { makeFicha } from '../operations/make-ficha.ts'
import { placeFor } from '../operations/place-for.ts'
import { placeNamer } from '../operations/place-namer.ts'
import { commands } from '../usage/commands.ts'
import { contextOf } from './context-flag.ts'
import { exitOf } from './exit-code.ts'
import { answerOf, type Local, openLocal } from './local-service.ts'
import { placeStated } from './place-flag.ts'
import { fail } from './problem-text.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'
import { foldedText } from './text-table.ts'

/** `hulc`: checks the envelope in an energy model of HULC. Exits as `exitOf`, and with 1 if the file cannot be read. */
export async function hulcCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.hulc.options)
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0)
    throw new UsageError({ es: 'Falta el modelo: un fichero .ctehexml', en: 'Name one model: a .ctehexml file' })
  const local = await openLocal(terminal, values, 'nothing-stored')
  try {
    const energy = readEnergyFile(bytesOf(file))
    const mapping = mappingOf(local.kb.hulc)
    const envelope = envelopeOf(readBlocks(energy.building), mapping)
    const data = { said: contextIn(energy), typed: contextOf(values.context ?? []) }
    const project = energyProject(envelope, {
      name: basename(file),
      geoId: values.geo === undefined ? placeIn(energy, local) : await placeStated(values.geo, local.kb, terminal),
      ...data,
      mapping,
    })
    if (values.project !== undefined) writeFileSync(values.project, `${JSON.stringify(project, null, 2)}\n`)
    return await judge({ project, envelope, energy }, local, { terminal, ...values })
  } finally {
    await local.close()
  }
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new OperatorError({ es: `No se puede abrir «${file}»`, en: `Cannot open "${file}"` }, { cause: error })
  }
}

/** The municipality that the file names. Throws `OperatorError` if it names none. */
function placeIn({ general }: EnergyFile, { kb }: Local): string {
  const named = placeNamer(kb)(general.get('poblacion') ?? '')
  if (typeof named === 'string') return named
  throw new OperatorError({
    es: `El fichero no dice en qué municipio está: indíquelo con --geo (${named.es})`,
    en: `The file does not say in which municipality it is: give it with --geo (${named.en})`,
  })
}

async function judge(
  { project, envelope, energy }: { readonly project: EnergyProject; readonly envelope: Envelope; readonly energy: EnergyFile },
  local: Local,
  { terminal, json, csv }: { readonly terminal: Terminal; readonly json: boolean; readonly csv: boolean },
): Promise<number> {
  const answer = await answerOf(await local.fetch(makeFicha.path, { format: 'json', project }))
  if (!answer.ok) return fail(terminal, answer.body, json)
  const ficha = fichaModel.parse(answer.body)
  const stated = energy.general.get('zonaClimatica') ?? ''
  const zone = zoneOf(project, local)
  const otherZone = stated !== '' && zone !== '' && stated !== zone ? { stated, zone } : undefined
  const told = { place: ficha.place.name, checks: ficha.checks.map(toldCheck), summary: ficha.summary, envelope, zone, otherZone }
  if (json) terminal.out(JSON.stringify({ project, ficha, unchecked: envelope.unchecked, k_inputs: kInputsJson(envelope.inputs, zone) }, null, 2))
  else terminal.out(csv ? fichaCsv(ficha).trimEnd() : foldedText(hulcText(told, terminal.language), terminal.width))
  const { non_compliant, undecided, total } = ficha.summary
  const isOpen = undecided > 0 || total === 0 || envelope.unchecked.length > 0 || envelope.parts.length > total
  return exitOf({ nonCompliant: non_compliant, isOpen })
}

/** The climate zone that the checks are made with: the stated one, or that of the place at the stated altitude. Empty if it is not known. */
function zoneOf({ geo_id, context }: EnergyProject, { kb }: Local): string {
  const place = placeFor(kb, geo_id)
  const { known } = readContext(context, kb.book.dimensions)
  const [stated, altitude] = [known.get('climate_zone'), known.get('altitud_m')]
  if (typeof stated === 'string') return stated
  const there = typeof altitude === 'object' ? atAltitude(place, altitude.valueOf()) : place
  return there.record.climateZone ?? ''
}

function toldCheck(check: Ficha['checks'][number]): ToldCheck {
  const [rule] = check.rules
  const limit = rule === undefined ? check.undecided : `${limitText(rule)} (${rule.regulation.document}, ${rule.regulation.section})`
  const { element, inputs, notes, result } = check
  return { element, value: valueText(check), limit, result: resultWords[result], origin: inputs[0]?.source ?? '', notes }
}
