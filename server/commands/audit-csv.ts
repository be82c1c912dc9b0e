import type { Actor, AuditLine } from '../access/audit-line.ts'
import { byteOrderMark, type CsvValue, csvLine } from '../batch/csv.ts'

const columns: readonly (readonly [heading: string, cell: (line: AuditLine) => CsvValue])[] = [
  ['seq', ({ seq }) => seq],
  ['node', ({ node }) => node],
  ['at', ({ at }) => at],
  ['who', ({ who }) => who.kind],
  ['key_id', ({ who }) => keyOf(who)?.id],
  ['key_name', ({ who }) => keyOf(who)?.name],
  ['key_prefix', ({ who }) => keyOf(who)?.prefix],
  ['address', ({ address }) => address ?? undefined],
  ['operation', ({ operation }) => operation],
  ['subject', ({ subject }) => subject ?? undefined],
  ['status', ({ status }) => status ?? undefined],
  ['request_id', ({ request_id }) => request_id ?? undefined],
  ['unlisted', ({ unlisted }) => unlisted],
  ['removed_through', ({ removed_through: removed }) => (removed === undefined ? undefined : JSON.stringify(removed))],
  ['previous', ({ previous }) => previous],
  ['hash', ({ hash }) => hash],
]

/** Lines of the audit, each as JSON, as a table: its headings first. Each text that it yields lacks its line end. */
export async function* auditCsv(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield byteOrderMark + row(columns.map(([heading]) => heading))
  // The export wrote this line.
  for await (const text of lines) yield row(columns.map(([, cell]) => cell(JSON.parse(text) as AuditLine)))
}

function row(cells: readonly CsvValue[]): string {
  return csvLine(cells).replace(/\n$/, '')
}

function keyOf(who: Actor): Extract<Actor, { readonly kind: 'key' }> | undefined {
  return who.kind === 'key' ? who : undefined
}
