import type { Book } from '../../server/engine/book.ts'
import { isValueOf } from '../../server/engine/limit-changes.ts'
import { classesLike, satisfies } from '../../server/engine/scale.ts'
import type { TableValue } from '../../server/engine/schema.ts'
import { fixedRows } from '../../server/engine/table.ts'
import { isBlank, type LoadedValue } from '../../server/engine/value.ts'
import type { Finding } from '../../server/engine/verify-rules.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** The sides and cells that the worked examples of a document try: for each rule the sides of its limit, for each table its cells as `row|column`. */
export interface Tried {
  readonly sides: Map<string, Set<Side>>
  readonly cells: Map<string, Set<string>>
}

type Side = 'below' | 'at' | 'above' | 'met' | 'not met'

/** Nothing tried yet. */
export function nothingTried(): Tried {
  return { sides: new Map(), cells: new Map() }
}

/** Takes note of one worked example that gave a verdict. A side that no value can be on counts as tried. */
export function noteTried({ sides, cells: tried }: Tried, { loaded, value, bounds, cells, complies }: Finding): void {
  const own = sides.get(loaded.rule.id) ?? new Set()
  sides.set(loaded.rule.id, own)
  own.add(complies ? 'met' : 'not met')
  for (const { limit } of bounds) {
    const { scale } = loaded
    if (scale !== undefined && classesLike(scale, String(limit)).every((one) => satisfies(scale, one, String(limit)) !== false)) own.add('not met')
    if (typeof limit === 'string' || typeof value === 'string') continue
    own.add(value.equals(limit) ? 'at' : value.compare(limit) < 0 ? 'below' : 'above')
    if (limit.equals(0)) own.add('below')
    if (!/^[\d.-]+$/.test(limit.toString())) own.add('at') // 1/3 is no decimal
  }
  for (const { table, row, column } of cells) tried.set(table, (tried.get(table) ?? new Set()).add(`${row}|${column}`))
}

/** Every rule that decides must have been tried below, at and above its limit (met and not met, for a class), every cell with a figure that it may read at least once. */
export function checkTried(sources: SourceFolder, { source, rules, tables }: ReadDocument, book: Book, { sides, cells }: Tried): void {
  const loadedOf = new Map(book.rules.filter(({ document }) => document === source.slug).map((loaded) => [loaded.rule.id, loaded]))
  const wanted = new Map<string, Set<string>>()
  for (const located of rules) {
    const { file, value: rule } = located
    if (rule.kind !== 'limit' || rule.verification === 'unverified') continue
    const own = sides.get(rule.id)
    const all: readonly Side[] = rule.bound === 'class' ? ['met', 'not met'] : ['below', 'at', 'above']
    const untried = all.filter((side) => own?.has(side) !== true)
    if (untried.length > 0) sources.report(file, located.line, `rule "${rule.id}" has no case ${untried.join(', ')}`)
    const loaded = loadedOf.get(rule.id)
    for (const [table, cell] of cellsOf(loaded?.lower, book).concat(cellsOf(loaded?.upper, book)))
      wanted.set(table, (wanted.get(table) ?? new Set()).add(cell))
  }
  for (const located of tables) {
    const { file, value: table } = located
    const untried = [...(wanted.get(table.table) ?? [])].filter((cell) => cells.get(table.table)?.has(cell) !== true && !located.unread.has(cell))
    for (const cell of untried) {
      const [row, column] = cell.split('|')
      sources.report(file, located.line, `table "${table.table}" has no case in row ${Number(row) + 2}, column ${column}`)
    }
  }
}

/** The cells with figures that a value may read, as pairs of table and `row|column`. */
function cellsOf(value: LoadedValue | undefined, book: Book): [string, string][] {
  if (value?.kind === 'formula') return [...value.variables.values()].flatMap((part) => cellsOf(part, book))
  if (value?.kind !== 'table') return []
  const { table } = value.table
  const { by, column }: TableValue = value.spec
  const columns = table.header.flatMap((name, index) => {
    const isRead = by === undefined ? name === column : !table.keys.includes(name) && isValueOf(by, value.table.headers[index], book.dimensions)
    return isRead ? [index] : []
  })
  return fixedRows(value.table, value.spec).flatMap((row) =>
    columns.flatMap((index): [string, string][] => (isBlank(table.rows[row]?.[index] ?? '') ? [] : [[table.table, `${row}|${table.header[index]}`]])),
  )
}
