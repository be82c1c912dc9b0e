import type { Book } from '../../server/engine/book.ts'
import { isValueOf } from '../../server/engine/limit-changes.ts'
import type { TableValue } from '../../server/engine/schema.ts'
import { isBlank, type LoadedValue } from '../../server/engine/value.ts'
import type { Finding } from '../../server/engine/verify-rules.ts'
import type { ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** What the worked examples of a document have tried: for each rule the sides of its limit, for each table its columns. */
export interface Tried {
  readonly sides: Map<string, Set<Side>>
  readonly columns: Map<string, Set<string>>
}

type Side = 'below' | 'at' | 'above' | 'met' | 'not met'

/** Nothing tried yet. */
export function nothingTried(): Tried {
  return { sides: new Map(), columns: new Map() }
}

/** Takes note of one worked example that gave a verdict. A side that no value can be on counts as tried. */
export function noteTried({ sides, columns }: Tried, { loaded, value, bounds, cells, complies }: Finding): void {
  const own = sides.get(loaded.rule.id) ?? new Set()
  sides.set(loaded.rule.id, own)
  own.add(complies ? 'met' : 'not met')
  for (const { limit } of bounds) {
    if (typeof limit === 'string' || typeof value === 'string') continue
    own.add(value.equals(limit) ? 'at' : value.compare(limit) < 0 ? 'below' : 'above')
    if (limit.equals(0)) own.add('below')
    if (!/^[\d.-]+$/.test(limit.toString())) own.add('at') // 1/3 is no decimal
  }
  for (const { table, column } of cells) columns.set(table, (columns.get(table) ?? new Set()).add(column))
}

/** Every rule that decides must have been tried below, at and above its limit (met and not met, for a class), every column it reads at least once. */
export function checkTried(sources: SourceFolder, { source, rules, tables }: ReadDocument, book: Book, { sides, columns }: Tried): void {
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
    for (const [table, column] of columnsOf(loaded?.lower, book).concat(columnsOf(loaded?.upper, book)))
      wanted.set(table, (wanted.get(table) ?? new Set()).add(column))
  }
  for (const located of tables) {
    const { file, value: table } = located
    const untried = [...(wanted.get(table.table) ?? [])].filter((column) => columns.get(table.table)?.has(column) !== true)
    if (untried.length > 0) sources.report(file, located.line, `table "${table.table}" has no case in column ${untried.join(', ')}`)
  }
}

/** The columns with figures that a value may read, as pairs of table and column. */
function columnsOf(value: LoadedValue | undefined, book: Book): [string, string][] {
  if (value?.kind === 'formula') return [...value.variables.values()].flatMap((part) => columnsOf(part, book))
  if (value?.kind !== 'table') return []
  const { table } = value.table
  const { by, column }: TableValue = value.spec
  return table.header.flatMap((name, index): [string, string][] => {
    const isRead = by === undefined ? name === column : !table.keys.includes(name) && isValueOf(by, value.table.headers[index], book.dimensions)
    return isRead && table.rows.some((row) => !isBlank(row[index] ?? '')) ? [[table.table, name]] : []
  })
}
