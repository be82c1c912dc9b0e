import Fraction from 'fraction.js'
import { type Dimensions, type Known, passes, testsDisjoint } from './condition.ts'
import { constant, type Exact, isDecimal, parseDecimal } from './decimal.ts'
import type { Table, TableValue } from './schema.ts'
import { membership, type Test } from './when.ts'

/** A printed table whose key cells and headers have been read as tests. */
export interface LoadedTable {
  readonly table: Table
  /** By row, then by key column. `null`: any value. */
  readonly keys: readonly (readonly (Test | null)[])[]
  readonly headers: readonly (Test | null)[]
}

/** One cell that was used, for the trace and for marking it on the page. */
export interface Cell {
  readonly table: string
  readonly row: number
  readonly column: string
  readonly text: string
}

export type LookUp =
  | { readonly kind: 'text'; readonly text: string; readonly cells: readonly Cell[] }
  | { readonly kind: 'number'; readonly number: Exact; readonly cells: readonly Cell[] }
  | { readonly kind: 'missing'; readonly dimensions: readonly string[] }
  | { readonly kind: 'none' }

/** Reads the key cells and headers of a printed table once. */
export function loadTable(table: Table): LoadedTable {
  const positions = table.keys.map((key) => table.header.indexOf(key))
  return {
    table,
    keys: table.rows.map((row) => positions.map((position) => readKey(row[position] ?? ''))),
    headers: table.header.map(readKey),
  }
}

/** Reads a key cell: `*`, `a|b`, `<=5`, `>100 & <=300`, or a plain value. */
export function readKey(text: string): Test | null {
  const trimmed = text.trim()
  if (trimmed === '*') return null
  const parts = trimmed.split('&').map((part) => /^(<=|>=|<|>|≤|≥)\s*(-?[\d.]+)$/.exec(part.trim()))
  if (parts.every((part) => part !== null)) {
    const names: Readonly<Record<string, 'lt' | 'lte' | 'gt' | 'gte'>> = { '<': 'lt', '<=': 'lte', '≤': 'lte', '>': 'gt', '>=': 'gte', '≥': 'gte' }
    const interval: { lt?: Exact; lte?: Exact; gt?: Exact; gte?: Exact } = {}
    for (const part of parts) {
      const name = names[part?.[1] ?? '']
      if (name !== undefined && part?.[2] !== undefined) interval[name] = parseDecimal(part[2])
    }
    return { kind: 'interval', ...interval }
  }
  return membership(
    'in',
    trimmed.split('|').map((value) => value.trim()),
  )
}

/** The value that a specification picks from the table for what is known. */
export function lookUp(loaded: LoadedTable, spec: TableValue, known: Known, dimensions: Dimensions): LookUp {
  const missing = [...Object.values(spec.match ?? {}), ...(spec.by === undefined ? [] : [spec.by])].filter((name) => !known.has(name))
  if (missing.length > 0) return { kind: 'missing', dimensions: missing }
  const column = columnFor(loaded, spec, known, dimensions)
  if (column < 0) return { kind: 'none' }
  const rows = rowsFor(loaded, spec, known, dimensions)
  const anchors = spec.interpolate === undefined ? undefined : interpolated(loaded, spec, rows, column, known)
  if (anchors !== undefined) return anchors
  const row = rows[0]
  if (row === undefined) return { kind: 'none' }
  const cell = cellAt(loaded, row, column)
  return { kind: 'text', text: cell.text, cells: [cell] }
}

function cellAt({ table }: LoadedTable, row: number, column: number): Cell {
  return { table: table.table, row, column: table.header[column] ?? '', text: (table.rows[row]?.[column] ?? '').trim() }
}

function columnFor({ table, headers }: LoadedTable, spec: TableValue, known: Known, dimensions: Dimensions): number {
  if (spec.by === undefined) return table.header.indexOf(spec.column ?? '')
  const { by } = spec
  const value = known.get(by)
  return table.header.findIndex((name, index) => {
    const test = headers[index]
    return !table.keys.includes(name) && value !== undefined && test != null && passes(test, value, by, dimensions)
  })
}

/** Rows that the fixed cells and the matched key columns leave; the interpolated column does not choose. */
function rowsFor({ table, keys }: LoadedTable, spec: TableValue, known: Known, dimensions: Dimensions): number[] {
  const fixed = fixedCells(table, spec)
  const matched = Object.entries(spec.match ?? {}).filter(([column]) => column !== spec.interpolate)
  return table.rows.flatMap((row, index) => {
    const isFixed = fixed.every(([column, text]) => (row[table.header.indexOf(column)] ?? '').trim() === text)
    const isMatched = matched.every(([column, dimension]) => {
      const test = keys[index]?.[table.keys.indexOf(column)]
      const value = known.get(dimension)
      return test === null || (test !== undefined && value !== undefined && passes(test, value, dimension, dimensions))
    })
    return isFixed && isMatched ? [index] : []
  })
}

/** The rows that the fixed cells of a specification leave. */
export function fixedRows({ table }: LoadedTable, spec: TableValue): number[] {
  const fixed = fixedCells(table, spec)
  return table.rows.flatMap((row, index) =>
    fixed.every(([column, text]) => (row[table.header.indexOf(column)] ?? '').trim() === text) ? [index] : [],
  )
}

function fixedCells(table: Table, spec: TableValue): [string, string][] {
  const first = table.keys[0]
  return [...(spec.row === undefined || first === undefined ? [] : [[first, spec.row] as [string, string]]), ...Object.entries(spec.where ?? {})]
}

/** Linear between the two nearest anchors of the key column, the end value outside them. */
function interpolated(loaded: LoadedTable, spec: TableValue, rows: readonly number[], column: number, known: Known): LookUp | undefined {
  const key = spec.interpolate ?? ''
  const value = known.get(spec.match?.[key] ?? '')
  if (value === undefined || typeof value === 'string') return { kind: 'none' }
  const anchors = rows
    .map((row) => ({ at: anchorOf(loaded.table.rows[row]?.[loaded.table.header.indexOf(key)] ?? ''), cell: cellAt(loaded, row, column) }))
    .filter((anchor) => isDecimal(anchor.cell.text))
    .sort((left, right) => left.at.compare(right.at))
  const above = anchors.findIndex((anchor) => anchor.at.compare(value) >= 0)
  const upper = anchors[above < 0 ? anchors.length - 1 : above]
  if (upper === undefined) return { kind: 'none' }
  const lower = above <= 0 ? upper : anchors[above - 1]
  if (lower === undefined || lower === upper || upper.at.equals(value)) return { kind: 'text', text: upper.cell.text, cells: [upper.cell] }
  const share = value.sub(lower.at).div(upper.at.sub(lower.at))
  const [from, to] = [constant(lower.cell.text), constant(upper.cell.text)]
  return { kind: 'number', number: from.add(share.mul(to.sub(from))), cells: [lower.cell, upper.cell] }
}

function anchorOf(cell: string): Exact {
  return new Fraction(/-?\d+(\.\d+)?/.exec(cell)?.[0] ?? 0)
}

/** Pairs of rows that one case could both match through the columns a rule reads: a table must name one row. */
export function ambiguousRows(loaded: LoadedTable, spec: TableValue, dimensions: Dimensions): [number, number][] {
  const matched = Object.entries(spec.match ?? {}).filter(([column]) => column !== spec.interpolate)
  const chosen = fixedRows(loaded, spec)
  const anchor = spec.interpolate === undefined ? -1 : loaded.table.header.indexOf(spec.interpolate)
  const differ = (one: number, other: number) =>
    matched.some(([column, dimension]) => {
      const position = loaded.table.keys.indexOf(column)
      const [left, right] = [loaded.keys[one]?.[position], loaded.keys[other]?.[position]]
      return left != null && right != null && testsDisjoint(left, right, dimension, dimensions)
    }) ||
    (anchor >= 0 && loaded.table.rows[one]?.[anchor] !== loaded.table.rows[other]?.[anchor])
  return chosen.flatMap((one, index) => chosen.slice(index + 1).flatMap((other) => (differ(one, other) ? [] : [[one, other] as [number, number]])))
}
