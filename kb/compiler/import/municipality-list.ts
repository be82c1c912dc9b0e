import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import { refuse } from './malformed.ts'

export const municipalityFile = 'geo/municipios.csv'
const columns = ['ine', 'nombre', 'otros_nombres', 'provincia', 'nuts3', 'isla', 'altitud_m', 'origen_altitud', 'latitud', 'longitud'] as const

/** A row of `geo/municipios.csv`, every cell as it is written. */
export type MunicipalityCells = Readonly<Record<(typeof columns)[number], string>>

/** The municipalities of a base, in the order of the file. */
export function readMunicipalityList(root: string): MunicipalityCells[] {
  const [header = [], ...rows]: string[][] = parseCsv(readFileSync(join(root, municipalityFile), 'utf8'), { skip_empty_lines: true })
  if (header.join() !== columns.join()) refuse(municipalityFile, 1, `has the columns ${header.join(', ')}: expected ${columns.join(', ')}`)
  return rows.map(([ine, nombre, otros_nombres, provincia, nuts3, isla, altitud_m, origen_altitud, latitud, longitud]) => ({
    ine: ine ?? '',
    nombre: nombre ?? '',
    otros_nombres: otros_nombres ?? '',
    provincia: provincia ?? '',
    nuts3: nuts3 ?? '',
    isla: isla ?? '',
    altitud_m: altitud_m ?? '',
    origen_altitud: origen_altitud ?? '',
    latitud: latitud ?? '',
    longitud: longitud ?? '',
  }))
}

/** The text of `geo/municipios.csv` for these municipalities, by code; a cell is quoted only where it must be. */
export function writeMunicipalityList(list: readonly MunicipalityCells[]): string {
  const rows = list.toSorted((left, right) => (left.ine < right.ine ? -1 : 1)).map((row) => columns.map((column) => row[column]))
  return [columns, ...rows].map((cells) => `${cells.map(quoted).join(',')}\n`).join('')
}

function quoted(cell: string): string {
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** More than this cannot have vanished from one year to the next: the file is then a part of the list. */
const mostVanished = 50

/** The municipalities that a list no longer has. Refuses a list that misses so many that it cannot be whole. */
export function missingFrom(file: string, codes: ReadonlySet<string>, list: readonly MunicipalityCells[]): MunicipalityCells[] {
  const missing = list.filter(({ ine }) => !codes.has(ine))
  if (missing.length > mostVanished)
    refuse(
      file,
      codes.size + 1,
      `lists ${codes.size} municipalities and misses ${missing.length} that the base has: expected the whole list of Spain`,
    )
  return missing
}
