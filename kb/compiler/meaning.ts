import { sha256Of } from '../../server/access/sha256.ts'
import type { Rule, Table, TableValue, ValueSpec } from '../../server/engine/schema.ts'
import { storeRule } from '../../server/engine/stored-rule.ts'

/** Fields that name, cite or word a rule: a change in them does not change what the rule says. */
const wording = new Set(['id', 'title', 'notices', 'cite', 'editions', 'verification', 'sources', 'reviewed', 'text'])

/**
 * A short digest of what a rule says: its statement, its conditions, adjustments, exemptions and references, and the table cells that it may read.
 * A rule read a second time keeps it: once the rule says something else, the digest no longer fits.
 */
export function meaningDigest(rule: Rule, tables: readonly Table[]): string {
  const cells = specsOf(rule.value).flatMap((spec) => ('table' in spec ? [readableCells(spec, tables)] : []))
  return sha256Of(canonical([JSON.parse(storeRule(rule)), cells])).slice(0, 8)
}

/** Every figure, table and formula that a value is made from. */
export function specsOf(value: Rule['value']): ValueSpec[] {
  if ('min' in value) return [value.min, value.max].flatMap(specsOf)
  if ('formula' in value) return [value, ...Object.values(value.let).flatMap(specsOf)]
  return [value]
}

/** The key cells and figures that a lookup may read. */
function readableCells({ table: slug, row, where, by, column }: TableValue, tables: readonly Table[]): string[][] {
  const table = tables.find((one) => one.table === slug)
  if (table === undefined) return []
  const { header, keys, rows } = table
  const fixed = Object.entries({ ...where, ...(row === undefined ? {} : { [keys[0] ?? '']: row }) })
  const columns = header.flatMap((name, index) => (keys.includes(name) || by !== undefined || name === column ? [index] : []))
  return [header, ...rows.filter((cells) => fixed.every(([name, text]) => cells[header.indexOf(name)] === text))].map((cells) =>
    columns.map((index) => cells[index] ?? ''),
  )
}

/** JSON with sorted keys, without wording and without empty parts: a new kind of part leaves the digest of the rules that lack it alone. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts: string[] = []
  for (const key of Object.keys(value).sort()) {
    const part: unknown = Reflect.get(value, key)
    if (!wording.has(key) && !isEmpty(part)) parts.push(`${JSON.stringify(key)}:${canonical(part)}`)
  }
  return `{${parts.join(',')}}`
}

function isEmpty(part: unknown): boolean {
  if (part === false || part === null) return true
  return typeof part === 'object' && Object.keys(part).length === 0
}
