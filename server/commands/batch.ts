import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type BatchEntry, batchEntryReader } from '../batch/batch-entries.ts'
import { linesOf } from '../batch/decode-lines.ts'
import { errorKinds } from '../errors/error-kinds.ts'
import type { ItemResult } from '../operations/item-result.ts'
import { placeNamer } from '../operations/place-namer.ts'
import { verifyBatch } from '../operations/verify-batch.ts'
import { openOutput, resultWriter } from './batch-output.ts'
import { answerOf, type Local, openLocal } from './local.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'

/** Entries are checked so many at a time, or so many characters: what is in memory stays the same however long the file. */
const mostAtOnce = 500
const mostCharactersAtOnce = 256 * 1024
const progressEveryMs = 1000

interface Tally {
  readonly total: number
  readonly compliant: number
  readonly nonCompliant: number
}

/** `batch`: checks every row of a file, as it is read. Exits 0 when all comply, 3 when some do not, 1 when some could not be decided and the rest comply. */
export async function batchCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, {
    format: { type: 'string' },
    out: { type: 'string' },
    geo: { type: 'string' },
    progress: { type: 'boolean', default: false },
  })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new UsageError('Falta el fichero de comprobaciones: uno, o - para la entrada')
  const format = values.format ?? (values.out?.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson')
  if (format !== 'ndjson' && format !== 'csv') throw new UsageError(`No se conoce --format «${format}»: ndjson o csv`)
  if (values.out !== undefined && resolve(values.out) === resolve(file)) throw new UsageError('--out es el mismo fichero que se lee')
  const source = openSource(file, terminal)
  const local = openLocal(terminal, values, 'nothing-stored')
  const output = openOutput(values.out, terminal)
  try {
    const named = placeNamer(local.kb)
    const place = values.geo === undefined ? undefined : named(values.geo)
    if (typeof place === 'object') throw new UsageError(`--geo: ${place.es}`)
    const reader = batchEntryReader({ table: { dimensions: local.kb.book.dimensions, placeNamed: named }, place })
    const write = resultWriter(format, output.write)
    const progress = values.progress || terminal.isWatched === true ? progressTo(terminal, source.share) : () => undefined
    let tally: Tally = { total: 0, compliant: 0, nonCompliant: 0 }
    for await (const entries of portionsOf(source.chunks, reader)) {
      const results = await resultsOf(entries, local)
      write(entries, results)
      tally = addTo(tally, results)
      progress(tally.total)
    }
    const unused = reader.unknownColumns()
    if (unused.length > 0) terminal.err(`Columnas que no se usan: ${unused.join(', ')}`)
    return sumUp(tally, terminal)
  } finally {
    output.close()
    local.close()
  }
}

interface Source {
  readonly chunks: AsyncIterable<Uint8Array>
  /** How much of it was read, in per cent, where its length is known. */
  share(): number | undefined
}

function openSource(file: string, { input }: Terminal): Source {
  if (file === '-') {
    if (input === undefined) throw new UsageError('No hay entrada que leer')
    return { chunks: input, share: () => undefined }
  }
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new UsageError(`No existe el fichero «${file}»`)
  const stream = createReadStream(file)
  return { chunks: stream, share: () => Math.floor((100 * stream.bytesRead) / Math.max(size, 1)) }
}

/** The entries of a file, some at a time. */
async function* portionsOf(chunks: AsyncIterable<Uint8Array>, reader: ReturnType<typeof batchEntryReader>): AsyncGenerator<readonly BatchEntry[]> {
  let portion: BatchEntry[] = []
  let characters = 0
  for await (const line of linesOf(chunks)) {
    portion.push(...reader.push(line))
    characters += line.length
    if (portion.length < mostAtOnce && characters < mostCharactersAtOnce) continue
    yield portion
    portion = []
    characters = 0
  }
  portion.push(...reader.end())
  if (portion.length > 0) yield portion
}

/** What became of each entry, in order: those that could be read go to the service together. */
async function resultsOf(entries: readonly BatchEntry[], local: Local): Promise<readonly ItemResult[]> {
  const items = entries.flatMap((entry) => ('item' in entry ? [entry.item] : []))
  const { ok, body } = items.length === 0 ? { ok: true, body: { items: [] } } : await answerOf(await local.fetch(verifyBatch.path, { items }))
  if (!ok) throw new RangeError(`Cannot check the lines from ${entries[0]?.line ?? 0} on: ${String(body['detail'])}`)
  // The service answers by the schema of its own operation.
  const checked = (body['items'] as readonly ItemResult[]).values()
  return entries.map((entry) => ('item' in entry ? (checked.next().value ?? lost()) : unread(entry)))
}

function unread({ code, detail, errors }: Extract<BatchEntry, { code: unknown }>): ItemResult {
  const { status, es } = errorKinds[code]
  const faults = errors.map((one) => ({ pointer: `/${one.field.replaceAll('.', '/')}`, code: 'cell', detail: one.detail.es }))
  return { index: 0, outcome: 'problem', problem: { status, code, title: es, detail: detail.es, ...(faults.length === 0 ? {} : { errors: faults }) } }
}

function lost(): never {
  throw new TypeError('The service answered with fewer results than items')
}

function addTo({ total, compliant, nonCompliant }: Tally, results: readonly ItemResult[]): Tally {
  const count = (complies: boolean): number => results.filter((one) => one.outcome === 'verdict' && one.verdict.is_compliant === complies).length
  return { total: total + results.length, compliant: compliant + count(true), nonCompliant: nonCompliant + count(false) }
}

function progressTo(terminal: Terminal, share: Source['share']): (total: number) => void {
  let shown = Number.NEGATIVE_INFINITY
  return (total) => {
    if (performance.now() - shown < progressEveryMs) return
    shown = performance.now()
    const part = share()
    terminal.err(`${total} comprobadas${part === undefined ? '' : ` (${part} %)`}`)
  }
}

function sumUp({ total, compliant, nonCompliant }: Tally, terminal: Terminal): number {
  const undecided = total - compliant - nonCompliant
  terminal.err(`${total} comprobadas: ${compliant} cumplen, ${nonCompliant} no cumplen, ${undecided} sin decidir`)
  if (nonCompliant > 0) return 3
  return undecided > 0 || total === 0 ? 1 : 0
}
