import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { sha256Of } from '../../server/access/sha256.ts'

/** Two transcriptions of a printed table: that of the base, by its path in it, and one made apart, by any path; and the day. */
export interface TableComparison {
  readonly file: string
  readonly second: string
  readonly date: string
}

/** A short digest of the cells of a table, with its header. */
export function cellsDigest(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return sha256Of(JSON.stringify([header, ...rows])).slice(0, 8)
}

/**
 * Compares a table of the base with a second transcription, cell by cell and by position; names of columns may differ.
 * Gives a line for each difference. Where there is none, the caption keeps the day and a digest of the cells. Throws `RangeError` where a file cannot be read.
 */
export function compareTable(root: string, { file, second, date }: TableComparison): string[] {
  const [path, caption] = [join(root, file), join(root, file.replace(/\.csv$/, '.yaml'))]
  for (const one of [path, second, caption]) if (!one.match(/\.(csv|yaml)$/) || !existsSync(one)) throw new RangeError(`${one}: expected a table`)
  const [own, other] = [readCells(path), readCells(second)]
  const differences = differencesOf(own, other)
  if (differences.length === 0) {
    const [header = [], ...rows] = own
    const before = readFileSync(caption, 'utf8').replace(/^second_reading:.*\n/m, '')
    writeFileSync(caption, `${before.trimEnd()}\nsecond_reading: ${date} ${cellsDigest(header, rows)}\n`)
  }
  return differences
}

function readCells(file: string): string[][] {
  const cells: string[][] = parse(readFileSync(file, 'utf8'), { skip_empty_lines: true, relax_column_count: true })
  return cells.map((row) => row.map((cell) => cell.trim()))
}

function differencesOf(own: readonly string[][], other: readonly string[][]): string[] {
  if (own.length !== other.length) return [`${own.length - 1} rows in the base, ${other.length - 1} in the second transcription`]
  return own.slice(1).flatMap((row, index) => {
    const read = other[index + 1] ?? []
    if (row.length !== read.length) return [`row ${index + 2}: ${row.length} cells in the base, ${read.length} in the second transcription`]
    return row.flatMap((cell, column) =>
      plain(cell) === plain(read[column] ?? '')
        ? []
        : [`row ${index + 2}, ${own[0]?.[column]}: "${cell}" in the base, "${read[column]}" in the second transcription`],
    )
  })
}

/** A cell without what two people may write differently: the decimal sign, the dash, spaces and capitals. */
function plain(cell: string): string {
  const text = cell
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/\s+/g, '')
    .toLowerCase()
  return /^[-–—]?$/.test(text) ? '' : text
}
