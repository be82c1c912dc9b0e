import type { Problem } from '../problem.ts'
import { naturalName } from './ine-name.ts'
import { refuse, refuseAll } from './malformed.ts'
import { readFirstSheet, type SheetRow } from './xlsx.ts'

export interface DictionaryEntry {
  readonly ine: string
  /** In natural order. */
  readonly name: string
}

const columns = ['CODAUTO', 'CPRO', 'CMUN', 'DC', 'NOMBRE'] as const

/** Reads INE's yearly dictionary of municipalities (`diccionarioYY.xlsx`), a title above the header or not. `communityOf` gives the community of a province. Refuses faulty rows, all of them at once. */
export function readDictionary(file: string, bytes: Uint8Array, communityOf: ReadonlyMap<string, string>): DictionaryEntry[] {
  const rows = readFirstSheet(file, bytes)
  const headerAt = rows.slice(0, 10).findIndex(({ cells }) => columns.every((column) => cells.includes(column)))
  const header = rows[headerAt]?.cells
  if (header === undefined)
    refuse(file, rows[0]?.row ?? 1, `has no header row with ${columns.join(', ')}: found ${rows[0]?.cells.join(', ') || 'nothing'} in its first row`)
  const places = columns.map((column) => header.indexOf(column))
  const problems: Problem[] = []
  const firstRow = new Map<string, number>()
  const entries: DictionaryEntry[] = []
  for (const { row, cells } of rows.slice(headerAt + 1)) {
    const [community = '', province = '', municipality = '', check = '', name = ''] = places.map((place) => cells[place] ?? '')
    if (province === '' && municipality === '' && name === '') continue
    const ine = province.padStart(2, '0') + municipality.padStart(3, '0')
    const faults = faultsOf({ community, province, municipality, check, name }, communityOf)
    const before = firstRow.get(ine)
    if (faults.length === 0 && before !== undefined) faults.push(`${ine} ${name} is already in row ${before}: expected each code once`)
    problems.push(...faults.map((message) => ({ file, line: row, message })))
    firstRow.set(ine, before ?? row)
    entries.push({ ine, name: naturalName(name) })
  }
  refuseAll(problems)
  if (entries.length === 0) refuse(file, lastRow(rows), 'lists no municipality')
  return entries
}

function lastRow(rows: readonly SheetRow[]): number {
  return rows.at(-1)?.row ?? 1
}

/** Excel may hold a code as a number, its zeros lost: they are put back. */
function faultsOf(
  row: { readonly community: string; readonly province: string; readonly municipality: string; readonly check: string; readonly name: string },
  communityOf: ReadonlyMap<string, string>,
): string[] {
  const faults: string[] = []
  const expected = communityOf.get(row.province.padStart(2, '0'))
  if (!/^\d{1,2}$/.test(row.province) || expected === undefined)
    faults.push(`CPRO is "${row.province}": expected the code of a province, from 01 to ${[...communityOf.keys()].sort().at(-1)}`)
  else if (row.community.padStart(2, '0') !== expected)
    faults.push(`CODAUTO is "${row.community}": expected ${expected}, the community of province ${row.province.padStart(2, '0')}`)
  if (!/^\d{1,3}$/.test(row.municipality) || Number(row.municipality) === 0) faults.push(`CMUN is "${row.municipality}": expected up to three digits`)
  if (!/^\d$/.test(row.check)) faults.push(`DC is "${row.check}": expected one digit`)
  if (row.name === '' || /^\d/.test(row.name)) faults.push(`NOMBRE is "${row.name}": expected a name`)
  return faults
}
