import { identifier } from '../engine/text.ts'
import { quoted } from '../errors/quoted.ts'
import {
  checksSheet,
  dateCell,
  failedCell,
  formulaWithoutValue,
  type Merge,
  mostCells,
  mostColumns,
  numberCell,
  percentCell,
  type Sheet,
  type SheetCell,
  type SheetRow,
} from './sheet.ts'
import { sheetRefused } from './sheet-refused.ts'
import { readXml } from './sheet-xml.ts'
import { type NumberFormat, numberFormats } from './xlsx-formats.ts'

/** The files of an .xlsx that are read. */
export const xlsxParts = /^xl\/(?:workbook\.xml|sharedStrings\.xml|styles\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/

type Parts = ReadonlyMap<string, Uint8Array>

/** What the workbook says about every cell. */
interface Book {
  readonly strings: readonly string[]
  readonly formats: readonly NumberFormat[]
  readonly countsFrom1904: boolean
}

/** Reads the sheet of checks of an .xlsx: the one named `Comprobaciones`, else the first that is not hidden. */
export function readXlsx(parts: Parts): Sheet {
  const { name, part, countsFrom1904 } = chosenSheet(parts)
  const book = { strings: sharedStrings(parts.get('xl/sharedStrings.xml')), formats: numberFormats(parts.get('xl/styles.xml')), countsFrom1904 }
  return { name, ...rowsOf(part, book) }
}

function chosenSheet(parts: Parts): { readonly name: string; readonly part: Uint8Array; readonly countsFrom1904: boolean } {
  const sheets: { readonly name: string; readonly relation: string; readonly isHidden: boolean }[] = []
  const targets = new Map<string, string>()
  let countsFrom1904 = false
  eachElement(parts.get('xl/workbook.xml'), (element, attribute) => {
    if (element === 'workbookPr') countsFrom1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
    if (element === 'sheet')
      sheets.push({ name: attribute('name') ?? '', relation: attribute('r:id') ?? '', isHidden: (attribute('state') ?? 'visible') !== 'visible' })
  })
  eachElement(parts.get('xl/_rels/workbook.xml.rels'), (element, attribute) => {
    if (element === 'Relationship') targets.set(attribute('Id') ?? '', attribute('Target') ?? '')
  })
  const chosen = sheets.find(({ name }) => identifier(name) === identifier(checksSheet)) ?? sheets.find(({ isHidden }) => !isHidden)
  const target = targets.get(chosen?.relation ?? '') ?? ''
  const part = parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  if (chosen === undefined || part === undefined) throw sheetRefused('El fichero no tiene ninguna hoja que leer', 'The file has no sheet to read')
  return { name: chosen.name, part, countsFrom1904 }
}

function eachElement(part: Uint8Array | undefined, open: Parameters<typeof readXml>[1]['open']): void {
  if (part === undefined) throw sheetRefused('El fichero no es una hoja de cálculo .xlsx', 'The file is not an .xlsx spreadsheet')
  readXml(part, { open, close: () => undefined, text: () => undefined })
}

/** The texts that cells refer to by number. Runs of formatted text are joined; phonetic ones (`rPh`) are not part of the text. */
function sharedStrings(part: Uint8Array | undefined): readonly string[] {
  const strings: string[] = []
  if (part === undefined) return strings
  let text = ''
  let isText = false
  let isPhonetic = false
  readXml(part, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 't') isText = true
      if (name === 'rPh') isPhonetic = true
    },
    close(name) {
      if (name === 'si') strings.push(unescaped(text))
      if (name === 't') isText = false
      if (name === 'rPh') isPhonetic = false
    },
    text(more) {
      if (isText && !isPhonetic) text += more
    },
  })
  return strings
}

/** Excel writes control characters as `_x000D_`. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** A cell while it is read. */
interface OpenCell {
  readonly column: number
  readonly type: string
  readonly style: number
  hasFormula: boolean
  value: string
  /** The element whose text is being read: `v`, or `t` of a text within the cell. */
  inside: string | undefined
}

/** A row while it is read. */
interface OpenRow extends SheetRow {
  /** The column of the next cell that does not name its own. */
  nextColumn: number
}

function rowsOf(part: Uint8Array, book: Book): Pick<Sheet, 'rows' | 'merges'> {
  const rows: SheetRow[] = []
  const merges: Merge[] = []
  let row: OpenRow | undefined
  let cell: OpenCell | undefined
  let lastRow = 0
  let count = 0
  readXml(part, {
    open(name, attribute) {
      if (name === 'row') {
        row = openRow(attribute, lastRow)
        lastRow = row.row
      } else if (name === 'c') cell = openCell(attribute, row)
      else if (name === 'mergeCell') merges.push(...mergeOf(attribute('ref') ?? ''))
      else if (cell !== undefined && name === 'f') cell.hasFormula = true
      else if (cell !== undefined && (name === 'v' || name === 't')) cell.inside = name
    },
    close(name) {
      if (name === 'row') {
        if (row !== undefined && row.cells.size > 0) rows.push({ row: row.row, isHidden: row.isHidden, cells: row.cells })
        row = undefined
      } else if (name === 'c') {
        if (keepCell(cell, row, book) && ++count > mostCells)
          throw sheetRefused(`La hoja pasa de ${mostCells} celdas`, `The sheet has more than ${mostCells} cells`)
        cell = undefined
      } else if (cell !== undefined) cell.inside = undefined
    },
    text(more) {
      if (cell?.inside !== undefined) cell.value += more
    },
  })
  return { rows, merges }
}

type Attribute = Parameters<Parameters<typeof readXml>[1]['open']>[1]

/** Begins a row. Rows without a number follow the last one. */
function openRow(attribute: Attribute, lastRow: number): OpenRow {
  const isHidden = ['1', 'true'].includes(attribute('hidden') ?? '')
  const row = Number(attribute('r') ?? lastRow + 1)
  if (!(row > lastRow)) throw sheetRefused('La hoja tiene sus filas en desorden', 'The rows of the sheet are out of order')
  return { row, isHidden, cells: new Map(), nextColumn: 0 }
}

function openCell(attribute: Attribute, row: OpenRow | undefined): OpenCell {
  const column = columnIn(attribute('r')) ?? row?.nextColumn ?? 0
  if (row !== undefined) row.nextColumn = column + 1
  return { column, type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0), hasFormula: false, value: '', inside: undefined }
}

/** Puts a cell into its row. False if it is empty or beyond the last column that is read. */
function keepCell(cell: OpenCell | undefined, row: OpenRow | undefined, book: Book): boolean {
  const read = cell === undefined ? undefined : cellOf(cell, book)
  if (cell === undefined || row === undefined || read === undefined || cell.column >= mostColumns) return false
  row.cells.set(cell.column, read)
  return true
}

/** The meaning of a cell; undefined if it is empty. */
function cellOf({ type, value, style, hasFormula }: OpenCell, { strings, formats, countsFrom1904 }: Book): SheetCell | undefined {
  if (value === '') return hasFormula && type !== 'str' ? formulaWithoutValue : undefined
  switch (type) {
    case 's': {
      const text = strings[Number(value)]
      if (text === undefined)
        throw sheetRefused(`La hoja remite a un texto que no está: ${quoted(value)}`, `The sheet refers to a text that is missing: ${quoted(value)}`)
      return textCell(text)
    }
    case 'str':
    case 'inlineStr':
      return textCell(unescaped(value))
    case 'b':
      return { text: value === '1' || value === 'true' ? 'sí' : 'no' }
    case 'e':
      return failedCell(quoted(value))
    case 'd':
      return dateCell(value.slice(0, 10))
    default: {
      const format = formats[style] ?? 'number'
      if (format === 'percent') return percentCell(value)
      return format === 'date' ? dateCell(dayOf(Number(value), countsFrom1904)) : numberCell(value)
    }
  }
}

function textCell(text: string): SheetCell | undefined {
  return text.trim() === '' ? undefined : { text: text.trim() }
}

/** The day of a serial number. Excel counts a 29 February 1900 that never was, so earlier days are one off. */
function dayOf(serial: number, countsFrom1904: boolean): string {
  const days = Math.floor(serial) + (countsFrom1904 ? 1462 : 0)
  const day = new Date(Date.UTC(1899, 11, 30) + (days < 60 ? days + 1 : days) * 86_400_000)
  return Number.isNaN(day.getTime()) ? String(serial) : day.toISOString().slice(0, 10)
}

/** The column of a reference such as `C7`, from 0. */
function columnIn(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  return letters === undefined ? undefined : [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function mergeOf(reference: string): Merge[] {
  const [first, last] = reference.split(':')
  const [left, right] = [columnIn(first), columnIn(last)]
  const [top, bottom] = [first, last].map((one) => Number(/\d+$/.exec(one ?? '')?.[0]))
  return left === undefined || right === undefined || top === undefined || bottom === undefined ? [] : [{ top, bottom, left, right }]
}
