import { resolve } from 'node:path'
import type { BatchEntry } from '../batch/batch-entries.ts'
import { errorKinds } from '../errors/error-kinds.ts'
import type { Language, Text } from '../errors/language.ts'
import { OperatorError } from '../errors/operator-error.ts'
import type { ItemResult } from '../operations/batch-result.ts'
import { placeNamer } from '../operations/place-namer.ts'
import { verifyBatch } from '../operations/verify-batch.ts'
import { commands } from '../usage/commands.ts'
import { openOutput, resultWriter } from './batch-output.ts'
import { entriesIn, openSource, type Source } from './batch-source.ts'
import { writeTemplate } from './batch-template.ts'
import { exitCode, exitOf } from './exit-code.ts'
import { answerOf, type Local, openLocal } from './local-service.ts'
import { placeStated } from './place-flag.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'
import { progressLines } from './time-left.ts'

interface Tally {
  readonly total: number
  readonly compliant: number
  readonly nonCompliant: number
}

/** `batch`: checks every row of a file, as it is read; with `--template` it writes an empty table to fill in. Exits as `exitOf`, and with 1 if there is nothing to check. */
export async function batchCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.batch.options)
  const [file, ...others] = positionals
  if (values.template !== undefined && file === undefined) return writeTemplate(values.template, values, terminal)
  if (values.template !== undefined)
    throw new UsageError({
      es: '--template escribe una plantilla y no comprueba nada: sobra el fichero de comprobaciones',
      en: '--template writes a template and checks nothing: leave out the file of checks',
    })
  if (file === undefined || others.length > 0)
    throw new UsageError({
      es: 'Falta el fichero de comprobaciones: uno, o - para la entrada',
      en: 'Name one file of checks, or - for the standard input',
    })
  const format =
    ((values.csv ? 'csv' : values.format) ?? (values.out?.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson')) === 'csv' ? 'csv' : 'ndjson'
  if (values.out !== undefined && resolve(values.out) === resolve(file))
    throw new UsageError({ es: '--out es el mismo fichero que se lee', en: '--out is the file that is read' })
  const source = openSource(file, terminal)
  const local = await openLocal(terminal, values, 'nothing-stored')
  const output = openOutput(values.out, terminal)
  try {
    const named = placeNamer(local.kb)
    const place = values.geo === undefined ? undefined : await placeStated(values.geo, local.kb, terminal)
    const settings = { table: { dimensions: local.kb.book.dimensions, placeNamed: named }, place }
    const { portions, unknownColumns, hiddenRows } = entriesIn(source, settings)
    const write = resultWriter(format, output.write)
    const progress = values.progress || terminal.isWatched === true ? progressTo(terminal, source.share, values.progress) : () => undefined
    let tally: Tally = { total: 0, compliant: 0, nonCompliant: 0 }
    for await (const entries of portions) {
      const results = await resultsOf(entries, local, terminal.language)
      write(entries, results)
      tally = addTo(tally, results)
      progress(tally.total)
    }
    const unused = unknownColumns()
    const unusedText: Text = { es: `Columnas que no se usan: ${unused.join(', ')}`, en: `Columns that are not used: ${unused.join(', ')}` }
    if (unused.length > 0) terminal.err(unusedText[terminal.language])
    const hiddenText: Text = {
      es: `Filas ocultas que no se leen: ${hiddenRows.join(', ')}`,
      en: `Hidden rows that are not read: ${hiddenRows.join(', ')}`,
    }
    if (hiddenRows.length > 0) terminal.err(hiddenText[terminal.language])
    return sumUp(tally, terminal)
  } finally {
    output.close()
    await local.close()
  }
}

/** The result of each entry, in order. Entries that could be read are sent to the service in one request. */
async function resultsOf(entries: readonly BatchEntry[], local: Local, language: Language): Promise<readonly ItemResult[]> {
  const items = entries.flatMap((entry) => ('item' in entry ? [entry.item] : []))
  const { ok, body } = items.length === 0 ? { ok: true, body: { items: [] } } : await answerOf(await local.fetch(verifyBatch.path, { items }))
  if (!ok) {
    const [line, detail] = [entries[0]?.line ?? 0, String(body['detail'])]
    throw new OperatorError({
      es: `No se pueden comprobar las líneas desde la ${line}: ${detail}`,
      en: `Cannot check the lines from ${line} on: ${detail}`,
    })
  }
  // Safe cast: the service answers by the schema of its operation.
  const checked = (body['items'] as readonly ItemResult[]).values()
  return entries.map((entry) => ('item' in entry ? (checked.next().value ?? lost()) : unread(entry, language)))
}

/** The problem of an entry that could not be read. */
function unread({ code, detail, errors }: Extract<BatchEntry, { code: unknown }>, language: Language): ItemResult {
  const { status, [language]: title } = errorKinds[code]
  const fields = errors.map((one) => ({ pointer: `/${one.field.replaceAll('.', '/')}`, code: 'cell', detail: one.detail[language] }))
  const problem = { status, code, title, detail: detail[language], ...(fields.length === 0 ? {} : { errors: fields }) }
  return { index: 0, outcome: 'problem', problem }
}

function lost(): never {
  throw new TypeError('The service answered with fewer results than items')
}

function addTo({ total, compliant, nonCompliant }: Tally, results: readonly ItemResult[]): Tally {
  const count = (complies: boolean): number => results.filter((one) => one.outcome === 'verdict' && one.verdict.is_compliant === complies).length
  return { total: total + results.length, compliant: compliant + count(true), nonCompliant: nonCompliant + count(false) }
}

function progressTo(terminal: Terminal, share: Source['share'], isAsked: boolean): (total: number) => void {
  const lines = progressLines(terminal, isAsked)
  let checked = 0
  const told = (): Text => ({ es: `${checked} comprobadas`, en: `${checked} checked` })
  return (total) => {
    checked = total
    const part = share()
    lines(told, part ?? 0, part === undefined ? 0 : 100)
  }
}

function sumUp({ total, compliant, nonCompliant }: Tally, terminal: Terminal): number {
  const undecided = total - compliant - nonCompliant
  const sum: Text = {
    es: `${total} comprobadas: ${compliant} cumplen, ${nonCompliant} no cumplen, ${undecided} sin decidir`,
    en: `${total} checked: ${compliant} comply, ${nonCompliant} do not comply, ${undecided} undecided`,
  }
  terminal.err(sum[terminal.language])
  return total === 0 ? exitCode.failure : exitOf({ nonCompliant, isOpen: undecided > 0 })
}
