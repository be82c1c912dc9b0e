import type { Dimensions, Known } from './condition.ts'
import { constant, type Exact, isExact } from './decimal.ts'
import { type Formula, parseFormula } from './formula.ts'
import type { ValueSpec } from './schema.ts'
import { type Cell, type LoadedTable, lookUp } from './table.ts'

/** A value specification made ready: its table found, its formula read. */
export type LoadedValue =
  | { readonly kind: 'const'; readonly value: Exact | string }
  | { readonly kind: 'dimension'; readonly dimension: string }
  | { readonly kind: 'table'; readonly table: LoadedTable; readonly spec: Extract<ValueSpec, { table: string }> }
  | { readonly kind: 'formula'; readonly text: string; readonly formula: Formula; readonly variables: ReadonlyMap<string, LoadedValue> }

/** The tables of one document. */
export type TablesBySlug = Pick<ReadonlyMap<string, LoadedTable>, 'get'>

export type Evaluated =
  | { readonly kind: 'value'; readonly value: Exact | string; readonly cells: readonly Cell[] }
  | { readonly kind: 'missing'; readonly dimensions: readonly string[] }
  /** The text sets no limit for this case: the cell is `—`, or no row speaks of it. */
  | { readonly kind: 'none' }

/** Finds the tables and reads the formulas of a specification. Throws `RangeError` naming an unknown table. */
export function loadValue(spec: ValueSpec, tables: TablesBySlug): LoadedValue {
  if ('const' in spec) return { kind: 'const', value: numberOrClass(spec.const) }
  if ('dimension' in spec) return { kind: 'dimension', dimension: spec.dimension }
  if ('table' in spec) {
    const table = tables.get(spec.table)
    if (table === undefined) throw new RangeError(`Unknown table "${spec.table}"`)
    return { kind: 'table', table, spec }
  }
  const variables = new Map(Object.entries(spec.let).map(([name, value]) => [name, loadValue(value, tables)]))
  return { kind: 'formula', text: spec.formula, formula: parseFormula(spec.formula), variables }
}

/** The limit for what is known, or what is missing to know it. */
export function evaluate(value: LoadedValue, known: Known, dimensions: Dimensions): Evaluated {
  switch (value.kind) {
    case 'const':
      return { kind: 'value', value: value.value, cells: [] }
    case 'dimension': {
      const found = known.get(value.dimension)
      return found === undefined ? { kind: 'missing', dimensions: [value.dimension] } : { kind: 'value', value: found, cells: [] }
    }
    case 'table': {
      const found = lookUp(value.table, value.spec, known, dimensions)
      if (found.kind === 'number') return { kind: 'value', value: found.number, cells: found.cells }
      if (found.kind !== 'text') return found
      return isBlank(found.text) ? { kind: 'none' } : { kind: 'value', value: numberOrClass(found.text), cells: found.cells }
    }
    case 'formula':
      return evaluateFormula(value, known, dimensions)
    default:
      return value satisfies never
  }
}

/** The dimensions that a value may read. */
export function dimensionsOf(value: LoadedValue): string[] {
  if (value.kind === 'dimension') return [value.dimension]
  if (value.kind === 'table') return [...Object.values(value.spec.match ?? {}), ...(value.spec.by === undefined ? [] : [value.spec.by])]
  return value.kind === 'formula' ? [...value.variables.values()].flatMap(dimensionsOf) : []
}

function evaluateFormula(value: Extract<LoadedValue, { kind: 'formula' }>, known: Known, dimensions: Dimensions): Evaluated {
  const variables = new Map<string, Exact>()
  const missing: string[] = []
  const cells: Cell[] = []
  for (const [name, part] of value.variables) {
    const found = evaluate(part, known, dimensions)
    if (found.kind === 'none') return found
    if (found.kind === 'missing') missing.push(...found.dimensions)
    else if (typeof found.value === 'string') return { kind: 'none' }
    else {
      variables.set(name, found.value)
      cells.push(...found.cells)
    }
  }
  if (missing.length > 0) return { kind: 'missing', dimensions: missing }
  try {
    return { kind: 'value', value: value.formula.evaluate(variables), cells }
  } catch {
    return { kind: 'none' } // a division by zero: the text sets no limit there
  }
}

function numberOrClass(text: string): Exact | string {
  return isExact(text) ? constant(text) : text
}

/** True if a cell of a printed table holds no figure: empty, or a dash. */
export function isBlank(text: string): boolean {
  return text === '' || text === '—' || text === '-'
}
