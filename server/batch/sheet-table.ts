import type { Dimensions } from '../engine/condition.ts'
import { neededFields } from './headings.ts'
import { cellName, type Merge, type Sheet, type SheetCell, type SheetRow } from './sheet.ts'
import { sheetRefused } from './sheet-refused.ts'
import { assertValidHeadings, meaningOf, type TableRow } from './table.ts'
import { type Column, columnsNamed, isKnown } from './table-headings.ts'
import { type RowError, type RowSettings, readRow, textsOf } from './table-row.ts'

/** The checks of a sheet. */
export interface SheetTable {
  readonly columns: readonly Column[]
  readonly unknownColumns: readonly string[]
  /** Hidden rows that have content. They are not read. */
  readonly hiddenRows: readonly number[]
  /** Number of rows with content. */
  readonly count: number
  /** Reads the rows one by one; errors name their cell. */
  rows(): Generator<TableRow>
  /** The cell of a field in a row, such as `C7`; undefined if the sheet has no such column. */
  cellOf(field: string, row: number): string | undefined
}

interface TableSettings {
  readonly dimensions: Dimensions
  readonly placeNamed: RowSettings['placeNamed']
}

/** Titles may stand above the headings: the headings are looked for in this many rows. */
const mostRowsAbove = 30

/** Reads a sheet as a table of checks. Throws `validation` if its headings are not those of a table of checks. */
export function sheetTable(sheet: Sheet, { dimensions, placeNamed }: TableSettings): SheetTable {
  const isTitle = titleFinder(sheet)
  const filled = sheet.rows.filter((row) => row.cells.size > 0 && !isTitle(row))
  const { heading, columns } = headingsIn(filled, dimensions, sheet.name)
  assertValidHeadings(columns, '/file')
  const withContent = filled.filter((row) => row.row > heading.row && columns.some((column, at) => isKnown(column) && row.cells.has(at)))
  const shown = withContent.filter(({ isHidden }) => !isHidden)
  const settings: RowSettings = { columns, delimiter: '\t', placeNamed }
  return {
    columns,
    unknownColumns: columns.flatMap((column) => (isKnown(column) || column.heading === '' ? [] : [column.heading])),
    hiddenRows: withContent.flatMap(({ row, isHidden }) => (isHidden ? [row] : [])),
    count: shown.length,
    *rows() {
      const mergedInto = mergedCells(sheet)
      for (const row of shown) yield readSheetRow(row, (column) => row.cells.get(column) ?? mergedInto(column, row.row), settings)
    },
    cellOf: (field, row) => cellOfField(columns, field, row),
  }
}

function headingsIn(
  rows: readonly SheetRow[],
  dimensions: Dimensions,
  name: string,
): { readonly heading: SheetRow; readonly columns: readonly Column[] } {
  const candidates = rows.slice(0, mostRowsAbove).map((heading) => {
    const width = Math.max(...heading.cells.keys()) + 1
    const texts = Array.from({ length: width }, (_, column) => heading.cells.get(column)?.text ?? '')
    return { heading, columns: columnsNamed(texts, dimensions) }
  })
  const isWhole = ({ columns }: (typeof candidates)[number]) => neededFields.every((field) => columns.some((column) => column.field === field))
  const known = ({ columns }: (typeof candidates)[number]) => columns.filter(isKnown).length
  const [first] = candidates
  if (first === undefined) throw sheetRefused(`La hoja «${name.slice(0, 60)}» está vacía`, `Sheet "${name.slice(0, 60)}" is empty`)
  return candidates.find(isWhole) ?? candidates.reduce((best, one) => (known(one) > known(best) ? one : best), first)
}

/** Returns a function that is true for the title of a section: one text in cells merged side by side, and nothing else in the row. */
function titleFinder({ merges }: Sheet): (row: SheetRow) => boolean {
  const wide = new Set(merges.filter(({ left, right }) => right > left).map(({ top, left }) => cellName(left, top)))
  return ({ row, cells }) => {
    const [column = 0, ...others] = cells.keys()
    return others.length === 0 && wide.has(cellName(column, row))
  }
}

/** Returns a function that finds the value of a cell merged with cells above it: what is merged downwards holds for all its rows. */
function mergedCells({ rows, merges }: Sheet): (column: number, row: number) => SheetCell | undefined {
  const downwards = Map.groupBy(
    merges.filter(({ top, bottom }) => bottom > top).toSorted((one, other) => one.top - other.top),
    ({ left }) => left,
  )
  const byRow = new Map(rows.map((row) => [row.row, row]))
  return (column, row) => {
    const merge = lastAbove(downwards.get(column) ?? [], row)
    return merge === undefined || merge.bottom < row ? undefined : byRow.get(merge.top)?.cells.get(column)
  }
}

/** The last merge that begins above a row, of merges in order that do not overlap. */
function lastAbove(merges: readonly Merge[], row: number): Merge | undefined {
  let [from, to] = [0, merges.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((merges[middle]?.top ?? 0) < row) from = middle + 1
    else to = middle
  }
  return merges[from - 1]
}

function readSheetRow({ row }: SheetRow, cellAt: (column: number) => SheetCell | undefined, settings: RowSettings): TableRow {
  const { columns } = settings
  const faults: RowError[] = []
  const texts = columns.map((column, at) => {
    const cell = cellAt(at)
    const field = meaningOf(column)
    if (cell === undefined || field === undefined) return ''
    const isNumber = column.field === 'value' || column.condition?.type === 'number'
    const fault = cell.fault ?? (isNumber ? cell.notANumber : undefined)
    if (fault === undefined) return cell.text
    faults.push({ field, detail: fault })
    return ''
  })
  const reading = readRow(texts, settings)
  const faulty = new Set(faults.map(({ field }) => field))
  const errors = [...faults, ...('errors' in reading ? reading.errors.filter(({ field }) => !faulty.has(field)) : [])]
  const named = errors.map((error) => ({ ...error, cell: cellOfField(columns, error.field, row) }))
  return { line: row, texts: textsOf(texts, columns), reading: errors.length === 0 ? reading : { errors: named } }
}

function cellOfField(columns: readonly Column[], field: string, row: number): string | undefined {
  const column = columns.findIndex((one) => meaningOf(one) === field)
  return column < 0 ? undefined : cellName(column, row)
}
