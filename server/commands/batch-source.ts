import { closeSync, createReadStream, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { type BatchEntry, batchEntryReader, type EntrySettings, tableEntry } from '../batch/batch-entries.ts'
import { linesOf } from '../batch/decode-lines.ts'
import { beginsAsSheet, mostSheetBytes, readSheet } from '../batch/read-sheet.ts'
import { type SheetTable, sheetTable } from '../batch/sheet-table.ts'
import { type Terminal, UsageError } from './terminal.ts'

/** Entries, or characters, that are checked at a time: memory use does not depend on the length of a text. */
const mostAtOnce = 500
const mostCharactersAtOnce = 256 * 1024

/** A file of checks that was opened: a text, read as it is checked, or a spreadsheet, read whole. */
export type Source = {
  /** The percentage that was read; undefined if the length is not known. */
  share(): number | undefined
} & ({ readonly chunks: AsyncIterable<Uint8Array> } | { readonly sheetFile: Uint8Array })

/** Opens a file of checks, or the standard input for `-`. Throws `UsageError` if there is none. */
export function openSource(file: string, { input }: Terminal): Source {
  if (file === '-') {
    if (input === undefined) throw new UsageError({ es: 'No hay entrada que leer', en: 'There is no standard input to read' })
    return { chunks: input, share: () => undefined }
  }
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new UsageError({ es: `No existe el fichero «${file}»`, en: `File "${file}" does not exist` })
  if (isSheet(file)) {
    // One byte more than the limit is enough for the reader to refuse the file.
    return { sheetFile: size > mostSheetBytes ? firstBytes(file, mostSheetBytes + 1) : readFileSync(file), share: () => undefined }
  }
  const stream = createReadStream(file)
  return { chunks: stream, share: () => Math.floor((100 * stream.bytesRead) / Math.max(size, 1)) }
}

function isSheet(file: string): boolean {
  return ['.xlsx', '.xlsm', '.ods'].includes(extname(file).toLowerCase()) || (statSync(file).isFile() && beginsAsSheet(firstBytes(file, 4)))
}

function firstBytes(file: string, count: number): Uint8Array {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = new Uint8Array(count)
    return bytes.subarray(0, readSync(descriptor, bytes))
  } finally {
    closeSync(descriptor)
  }
}

export interface Entries {
  /** The checks in portions, each small enough to check at once. */
  readonly portions: AsyncIterable<readonly BatchEntry[]> | Iterable<readonly BatchEntry[]>
  /** Headings that are not recognized, once all portions are read. */
  unknownColumns(): readonly string[]
  readonly hiddenRows: readonly number[]
}

/** The checks of a source. Throws before the first portion if a spreadsheet cannot be read. */
export function entriesIn(source: Source, settings: EntrySettings): Entries {
  if ('sheetFile' in source) {
    const table = sheetTable(readSheet(source.sheetFile), settings.table)
    return { portions: sheetPortions(table, settings.place), unknownColumns: () => table.unknownColumns, hiddenRows: table.hiddenRows }
  }
  const reader = batchEntryReader(settings)
  return { portions: textPortions(source.chunks, reader), unknownColumns: () => reader.unknownColumns(), hiddenRows: [] }
}

function* sheetPortions(table: SheetTable, place: string | undefined): Generator<readonly BatchEntry[]> {
  let portion: BatchEntry[] = []
  for (const row of table.rows()) {
    portion.push(tableEntry(row, place))
    if (portion.length < mostAtOnce) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}

async function* textPortions(chunks: AsyncIterable<Uint8Array>, reader: ReturnType<typeof batchEntryReader>): AsyncGenerator<readonly BatchEntry[]> {
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
