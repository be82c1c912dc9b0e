import { closeSync, openSync, writeFileSync } from 'node:fs'
import { type BatchEntry, subjectFields } from '../batch/batch-entries.ts'
import { byteOrderMark, type CsvValue, csvLine } from '../batch/csv.ts'
import { headingOf } from '../batch/headings.ts'
import { resultHeadings, resultRow } from '../batch/result-row.ts'
import type { ItemResult } from '../operations/batch-result.ts'
import type { Terminal } from './terminal.ts'

export interface Output {
  /** Writes one or more lines, each with its line end. */
  write(text: string): void
  close(): void
}

/** Opens the output of results: a file, created with the first result, or the terminal. */
export function openOutput(file: string | undefined, terminal: Terminal): Output {
  if (file === undefined) return { write: (text) => terminal.out(text.replace(/\n$/, '')), close: () => undefined }
  let descriptor: number | undefined
  return {
    write(text) {
      descriptor ??= openSync(file, 'w')
      writeFileSync(descriptor, text)
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
    },
  }
}

/** Returns a function that writes results with their entries: whole results as NDJSON, or rows under headings as CSV. */
export function resultWriter(
  format: 'ndjson' | 'csv',
  write: Output['write'],
): (entries: readonly BatchEntry[], results: readonly ItemResult[]) => void {
  let isFirst = true
  return (entries, results) => {
    const rows = entries.flatMap((entry, at) => {
      const result = results[at]
      return result === undefined ? [] : [format === 'csv' ? csvRow(entry, result) : jsonLine(entry, result)]
    })
    const heading = format === 'csv' && isFirst ? `${byteOrderMark}${csvLine(['linea', ...subjectFields.map(headingOf), ...resultHeadings])}` : ''
    isFirst = false
    write(heading + rows.join(''))
  }
}

function csvRow({ line, subject }: BatchEntry, result: ItemResult): string {
  const cells: CsvValue[] = subjectFields.map((field) => subject[field])
  return csvLine([line, ...cells, ...resultRow(result)])
}

function jsonLine({ line }: BatchEntry, result: ItemResult): string {
  const { index: _index, ...rest } = result
  return `${JSON.stringify({ line, ...rest })}\n`
}
