import { identifier } from '../engine/text.ts'
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

/** A sheet while it is read. */
interface OpenSheet extends Sheet {
  readonly rows: SheetRow[]
  readonly merges: Merge[]
}

/** A cell while it is read. */
interface OpenCell {
  readonly column: number
  readonly repeat: number
  readonly type: string | undefined
  /** The value that goes with the type; undefined for texts. */
  readonly value: string | undefined
  readonly isFormula: boolean
  text: string
}

/** Reads the sheet of checks of an .ods: the one named `Comprobaciones`, else the first. */
export function readOds(content: Uint8Array): Sheet {
  const sheets: OpenSheet[] = []
  let row: { readonly repeat: number; readonly row: SheetRow } | undefined
  let cell: OpenCell | undefined
  let nextRow = 1
  let nextColumn = 0
  let paragraphs = 0
  /** Depth of comments, whose text is not that of the cell. */
  let aside = 0
  let count = 0
  readXml(content, {
    open(name, attribute) {
      if (name === 'annotation' || name === 'shapes') aside++
      if (aside > 0) return
      const number = (one: string): number => Math.max(1, Math.trunc(Number(attribute(one) ?? 1)) || 1)
      if (name === 'table') {
        sheets.push({ name: attribute('table:name') ?? '', rows: [], merges: [] })
        nextRow = 1
      } else if (name === 'table-row') {
        const isHidden = (attribute('table:visibility') ?? 'visible') !== 'visible'
        row = { repeat: number('table:number-rows-repeated'), row: { row: nextRow, isHidden, cells: new Map() } }
        nextColumn = 0
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        const repeat = number('table:number-columns-repeated')
        const [down, right] = [number('table:number-rows-spanned'), number('table:number-columns-spanned')]
        if (down > 1 || right > 1)
          sheets.at(-1)?.merges.push({ top: nextRow, bottom: nextRow + down - 1, left: nextColumn, right: nextColumn + right - 1 })
        const type = attribute('calcext:value-type') === 'error' ? 'error' : attribute('office:value-type')
        const value =
          attribute('office:value') ?? attribute('office:date-value') ?? attribute('office:boolean-value') ?? attribute('office:string-value')
        cell = { column: nextColumn, repeat, type, value, isFormula: attribute('table:formula') !== undefined, text: '' }
        nextColumn += repeat
        paragraphs = 0
      } else if (cell !== undefined) {
        if (name === 'p' && paragraphs++ > 0) cell.text += '\n'
        if (name === 's') cell.text += ' '
        if (name === 'tab') cell.text += ' '
        if (name === 'line-break') cell.text += '\n'
      }
    },
    close(name) {
      if (name === 'annotation' || name === 'shapes') aside--
      if (aside > 0) return
      if ((name === 'table-cell' || name === 'covered-table-cell') && cell !== undefined && row !== undefined) {
        const read = name === 'covered-table-cell' ? undefined : cellOf(cell)
        const last = Math.min(cell.column + cell.repeat, mostColumns)
        for (let column = cell.column; read !== undefined && column < last; column++) row.row.cells.set(column, read)
        cell = undefined
      } else if (name === 'table-row' && row !== undefined) {
        const { repeat, row: one } = row
        count += repeat * one.cells.size
        if (count > mostCells) throw sheetRefused(`La hoja pasa de ${mostCells} celdas`, `The sheet has more than ${mostCells} cells`)
        if (one.cells.size > 0) for (let at = 0; at < repeat; at++) sheets.at(-1)?.rows.push({ ...one, row: one.row + at, cells: new Map(one.cells) })
        nextRow += repeat
        row = undefined
      }
    },
    text(more) {
      if (aside === 0 && cell !== undefined && paragraphs > 0) cell.text += more
    },
  })
  const chosen = sheets.find(({ name }) => identifier(name) === identifier(checksSheet)) ?? sheets[0]
  if (chosen === undefined) throw sheetRefused('El fichero no tiene ninguna hoja que leer', 'The file has no sheet to read')
  return chosen
}

/** The meaning of a cell; undefined if it is empty. */
function cellOf({ type, value, isFormula, text }: OpenCell): SheetCell | undefined {
  switch (type) {
    case 'float':
    case 'currency':
      return value === undefined ? formulaWithoutValue : numberCell(value)
    case 'percentage':
      return value === undefined ? formulaWithoutValue : percentCell(value)
    case 'date':
      return dateCell((value ?? text).slice(0, 10))
    case 'time':
      return dateCell(text)
    case 'boolean':
      return { text: value === 'true' ? 'sí' : 'no' }
    case 'error':
      return failedCell(text.trim())
    default: {
      const trimmed = (text === '' ? (value ?? '') : text).trim()
      if (isFormula && type === undefined && trimmed === '') return formulaWithoutValue
      if (isFormula && /^(?:#[A-ZÁÉÍÓÚ/0-9¡!?¿]+|Err:\d+)$/.test(trimmed)) return failedCell(trimmed)
      return trimmed === '' ? undefined : { text: trimmed }
    }
  }
}
