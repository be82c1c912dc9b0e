import { parse as parseCsv } from 'csv-parse/sync'
import { identifier } from '../../../server/engine/text.ts'
import type { Problem } from '../problem.ts'
import { refuse, refuseAll } from './malformed.ts'

export interface GazetteerEntry {
  readonly ine: string
  readonly name: string
  /** Metres, as decimals with a point; '' where the gazetteer has none. */
  readonly altitude: string
  readonly altitudeOrigin: string
  /** Degrees with six decimals; '' where the gazetteer has none. */
  readonly latitude: string
  readonly longitude: string
}

/** Each column under the names that its yearly editions give it. */
const columns = {
  code: ['COD_INE'],
  name: ['NOMBRE_ACTUAL'],
  longitude: ['LONGITUD_ETRS89', 'LONGITUD_ETRS89_REGCAN95'],
  latitude: ['LATITUD_ETRS89', 'LATITUD_ETRS89_REGCAN95'],
  altitude: ['ALTITUD'],
  origin: ['ORIGENALTITUD'],
} as const

/** No place of Spain is outside; a swapped or scaled column is. */
const bounds = { altitude: [-20, 3720], latitude: [27, 44], longitude: [-19, 5] } as const

/** Reads `MUNICIPIOS.csv` of the CNIG gazetteer: `;`, Windows-1252 (or UTF-8), decimal comma. Refuses faulty rows, all of them at once. */
export function readGazetteer(file: string, bytes: Uint8Array): GazetteerEntry[] {
  const [header, ...rows] = splitRows(file, decode(bytes))
  const places = placesOf(file, header?.cells ?? [])
  const problems: Problem[] = []
  const firstLine = new Map<string, number>()
  const entries = rows.map(({ cells, line }): GazetteerEntry => {
    const report = (message: string) => problems.push({ file, line, message })
    const cell = (name: keyof typeof columns): string => (cells[places[name]] ?? '').trim()
    if (cells.length !== header?.cells.length)
      report(`has ${cells.length} cells: expected ${header?.cells.length}, as in the header; is the file whole?`)
    const code = cell('code')
    const before = firstLine.get(code)
    if (!/^\d{5}0{6}$/.test(code))
      report(`COD_INE is "${code}": expected 11 digits that end in 000000 (a file saved again by a spreadsheet loses zeros)`)
    else if (before !== undefined) report(`COD_INE ${code} is already in line ${before}: expected each code once`)
    firstLine.set(code, before ?? line)
    const decimal = (name: keyof typeof bounds): string => readDecimal(cell(name), bounds[name], (fault) => report(`${columns[name][0]} is ${fault}`))
    return {
      ine: code.slice(0, 5),
      name: cell('name'),
      altitude: decimal('altitude'),
      altitudeOrigin: originOf(cell('origin')),
      latitude: sixDecimals(decimal('latitude')),
      longitude: sixDecimals(decimal('longitude')),
    }
  })
  refuseAll(problems)
  if (entries.length === 0) refuse(file, 1, 'lists no municipality')
  return entries
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function splitRows(file: string, text: string): { readonly cells: string[]; readonly line: number }[] {
  try {
    const rows: string[][] = parseCsv(text, { delimiter: ';', relax_column_count: true })
    return rows.map((cells, index) => ({ cells, line: index + 1 })).filter(({ cells }) => cells.length > 1 || cells[0] !== '')
  } catch (error) {
    return refuse(file, 1, `cannot be read (${error instanceof Error ? error.message : String(error)}): expected cells separated by ";"`)
  }
}

function placesOf(file: string, header: readonly string[]): Record<keyof typeof columns, number> {
  const missing = Object.values(columns).filter((names) => placeOf(header, names) < 0)
  if (missing.length > 0)
    refuse(file, 1, `has no column ${missing.map((names) => names.join(' or ')).join(', ')}: found ${header.join(', ').slice(0, 200) || 'nothing'}`)
  return {
    code: placeOf(header, columns.code),
    name: placeOf(header, columns.name),
    longitude: placeOf(header, columns.longitude),
    latitude: placeOf(header, columns.latitude),
    altitude: placeOf(header, columns.altitude),
    origin: placeOf(header, columns.origin),
  }
}

function placeOf(header: readonly string[], names: readonly string[]): number {
  return header.findIndex((name) => names.includes(name.trim()))
}

/** `168,710` → `168.71`; empty stays empty. */
function readDecimal(text: string, [least, most]: readonly [number, number], fault: (text: string) => void): string {
  if (text === '') return ''
  if (!/^-?\d+(?:,\d+)?$/.test(text)) {
    fault(`"${text}": expected a number with a decimal comma`)
    return ''
  }
  const decimal = text
    .replace(',', '.')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
  if (Number(decimal) < least || Number(decimal) > most) fault(`"${text}": expected a value from ${least} to ${most}`)
  return decimal
}

function sixDecimals(degrees: string): string {
  return degrees === '' ? '' : Number(degrees).toFixed(6)
}

/** `MDT` as it is; `Investigación` → `investigacion`. */
function originOf(text: string): string {
  return /^[A-Z0-9]+$/.test(text) ? text : identifier(text)
}
