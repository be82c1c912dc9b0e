import type { Book } from '../../server/engine/book.ts'
import { areDisjoint, type Dimensions } from '../../server/engine/condition.ts'
import { isDecimal, isExact, parseDecimal, parseExact } from '../../server/engine/decimal.ts'
import type { LoadedRule } from '../../server/engine/limit.ts'
import type { Rule, TableValue, ValueSpec, When } from '../../server/engine/schema.ts'
import { ambiguousRows, type LoadedTable } from '../../server/engine/table.ts'
import { convert } from '../../server/engine/unit.ts'
import { whenOf } from '../../server/engine/when.ts'
import { specsOf } from './meaning.ts'
import type { Located, ReadDocument } from './read-document.ts'
import type { SourceFolder } from './source-file.ts'

/** Everything about rules that a schema cannot tell: names that exist, limits that are plausible, one rule at most per case. */
export function checkRules(sources: SourceFolder, documents: readonly ReadDocument[], book: Book): void {
  const located = new Map<string, Located<Rule>>()
  for (const document of documents) {
    for (const one of document.rules) {
      if (located.has(one.value.id)) sources.report(one.file, one.line, `rule "${one.value.id}" is declared twice`)
      located.set(one.value.id, one)
    }
  }
  const namedOf = new Map<string, Named>(
    documents.map(({ source: { slug, sources: own, editions } }) => [
      slug,
      { sources: own, versions: new Set(editions.map(({ version }) => version)) },
    ]),
  )
  const ambiguous = ambiguousOnce(book.dimensions)
  for (const loaded of book.rules) {
    const place = located.get(loaded.rule.id)
    const report = (message: string) => sources.report(place?.file ?? loaded.document, place?.line ?? 1, `rule "${loaded.rule.id}": ${message}`)
    checkNames(loaded, namedOf.get(loaded.document) ?? { sources: {}, versions: new Set() }, book, report)
    checkTables(loaded, book, { report, ambiguous })
    checkPlausible(loaded, book, report)
  }
  checkUnique(sources, book, located)
  for (const { slug, outside } of book.documents.values())
    for (const { when } of outside) checkConditions(whenOf(when), book.dimensions, (message) => sources.report(slug, 1, `outside: ${message}`))
  for (const { id, also } of book.elements.byId.values())
    for (const link of also)
      if (typeof link !== 'string')
        checkConditions(whenOf(link.when), book.dimensions, (message) => sources.report('vocabulary/elements', 1, `"${id}": ${message}`))
}

type Report = (message: string) => void

/** What the rules of a document may name of it. */
interface Named {
  readonly sources: Readonly<Record<string, unknown>>
  readonly versions: ReadonlySet<string>
}

function checkNames({ document, rule, uses }: LoadedRule, { sources, versions }: Named, book: Book, report: Report): void {
  for (const element of rule.element)
    if (!book.elements.byId.has(element)) report(`unknown element "${element}"${nearest(book.elements.nearest(element))}`)
  if (!book.parameters.byId.has(rule.parameter)) report(`unknown parameter "${rule.parameter}"${nearest(book.parameters.nearest(rule.parameter))}`)
  if (book.units.parse(rule.unit) === undefined) report(`unknown unit "${rule.unit}"`)
  if (rule.bound === 'class' && rule.scale === null) report('a class needs a scale')
  for (const edition of rule.editions) if (!versions.has(edition)) report(`unknown edition "${edition}": expected one of ${[...versions].join(', ')}`)
  for (const key of rule.sources) if (sources[key] === undefined) report(`unknown source "${key}": expected a key of sources in document.yaml`)
  for (const name of uses) if (!book.dimensions.byId.has(name)) report(`unknown dimension "${name}"${nearest(book.dimensions.alike(name))}`)
  for (const when of [rule.when, ...[...rule.adjust, ...rule.exempt, ...rule.notices].map((part) => part.when)])
    checkConditions(when, book.dimensions, report)
  for (const { section } of [rule.cite, ...rule.exempt.flatMap(({ cite }) => cite ?? [])]) {
    const wordings = book.sections.get(`${document}/${section}`)
    if (wordings === undefined) report(`unknown section "${section}"`)
    else {
      const missing = rule.editions.filter((edition) => !wordings.some(({ editions }) => editions.includes(edition)))
      if (missing.length > 0 && section === rule.cite.section) report(`section "${section}" has no wording for edition ${missing.join(', ')}`)
    }
  }
}

function nearest(names: readonly string[]): string {
  return names.length === 0 ? '' : `: the nearest are ${names.slice(0, 3).join(', ')}`
}

function checkConditions(when: When, dimensions: Dimensions, report: Report): void {
  for (const [name, test] of Object.entries(when)) {
    const dimension = dimensions.byId.get(name)
    if (dimension === undefined) report(`unknown dimension "${name}"${nearest(dimensions.alike(name))}`)
    else if (test.kind === 'interval') {
      if (dimension.type !== 'number') report(`dimension "${name}" has no order: an interval needs a number`)
      const low = test.gt ?? test.gte
      const high = test.lt ?? test.lte
      if (low !== undefined && high !== undefined && low.compare(high) > 0) report(`the interval of "${name}" is empty`)
      if (low === undefined && high === undefined) report(`the interval of "${name}" has no end`)
    } else {
      const allowed = dimension.type === 'boolean' ? ['true', 'false'] : dimension.values.map(({ id }) => id)
      for (const value of test.values) {
        if (dimension.type === 'number' ? !isDecimal(value) : allowed.length > 0 && !allowed.includes(value))
          report(`unknown value "${value}" of dimension "${name}"`)
      }
    }
  }
}

/** The rows of a table that one case could both match: many rules read a table in one way, which is looked at once. */
type Ambiguous = (loaded: LoadedTable, spec: TableValue) => readonly [number, number][]

function ambiguousOnce(dimensions: Dimensions): Ambiguous {
  const found = new Map<string, readonly [number, number][]>()
  return (loaded, spec) => {
    const { match, where, row, interpolate } = spec
    const key = JSON.stringify([loaded.table.document, loaded.table.table, match, where, row, interpolate])
    const rows = found.get(key) ?? ambiguousRows(loaded, spec, dimensions)
    found.set(key, rows)
    return rows
  }
}

interface TableChecks {
  readonly report: Report
  readonly ambiguous: Ambiguous
}

function checkTables({ document, rule }: LoadedRule, book: Book, { report, ambiguous }: TableChecks): void {
  for (const spec of specsOf(rule.value)) {
    if ('formula' in spec) {
      for (const name of Object.keys(spec.let)) if (!new RegExp(`\\b${name}\\b`).test(spec.formula)) report(`"${name}" is not in the formula`)
      const names = spec.formula.match(/[a-zA-Z_]\w*/g) ?? []
      for (const name of names)
        if (spec.let[name] === undefined && !['min', 'max', 'ceil', 'floor'].includes(name)) report(`"${name}" of the formula is nowhere given`)
    }
    if ('const' in spec && rule.bound !== 'class' && !isExact(spec.const)) report(`"${spec.const}" is no number`)
    if ('table' in spec) checkTable(rule, spec, book.tables.get(`${document}/${spec.table}`), { report, ambiguous })
  }
}

function checkTable(rule: Rule, spec: TableValue, loaded: LoadedTable | undefined, { report, ambiguous }: TableChecks): void {
  if (loaded === undefined) return
  const { table } = loaded
  const absent = rule.editions.filter((edition) => !table.editions.includes(edition))
  if (absent.length > 0) report(`table "${spec.table}" is not of edition ${absent.join(', ')}`)
  if ((spec.by === undefined) === (spec.column === undefined)) report(`table "${spec.table}": expected either "by" or "column"`)
  if (spec.column !== undefined && !table.header.includes(spec.column)) report(`table "${spec.table}" has no column "${spec.column}"`)
  if (spec.row !== undefined && !table.rows.some((row) => row[table.header.indexOf(table.keys[0] ?? '')] === spec.row))
    report(`table "${spec.table}" has no row "${spec.row}"`)
  for (const [column, text] of Object.entries(spec.where ?? {})) {
    const position = table.header.indexOf(column)
    if (position < 0 || !table.rows.some((row) => row[position] === text)) report(`table "${spec.table}" has no row with ${column} "${text}"`)
  }
  for (const column of Object.keys(spec.match ?? {})) if (!table.keys.includes(column)) report(`table "${spec.table}": "${column}" is no key column`)
  if (spec.interpolate !== undefined && spec.match?.[spec.interpolate] === undefined)
    report(`table "${spec.table}": the interpolated column "${spec.interpolate}" must be matched`)
  for (const [one, other] of ambiguous(loaded, spec)) report(`table "${spec.table}": rows ${one + 2} and ${other + 2} can both match`)
}

/** Every figure a limit can take lies within its parameter's plausible range. */
function checkPlausible({ document, rule }: LoadedRule, book: Book, report: Report): void {
  const parameter = book.parameters.byId.get(rule.parameter)
  const unit = book.units.parse(rule.unit)
  const base = parameter === undefined ? undefined : book.units.parse(parameter.unit)
  if (parameter !== undefined && base !== undefined && unit !== undefined && base.kind !== unit.kind && rule.bound !== 'class')
    report(`unit "${rule.unit}" does not measure "${parameter.id}" (${parameter.unit})`)
  if (parameter?.plausible === undefined || unit === undefined || base === undefined || rule.bound === 'class') return
  const { min, max } = parameter.plausible
  for (const spec of 'min' in rule.value ? [rule.value.min, rule.value.max] : [rule.value]) {
    for (const text of figuresOf(document, spec, book)) {
      const value = convert(parseExact(text), unit, base)
      if (value.compare(parseDecimal(min)) < 0 || value.compare(parseDecimal(max)) > 0)
        report(`limit ${text} ${rule.unit} is not plausible: expected ${min} to ${max} ${parameter.unit}`)
    }
  }
}

/** The figures that a specification can give as they stand; those of formulas are inputs, not limits. */
function figuresOf(document: string, spec: ValueSpec, book: Book): string[] {
  if ('const' in spec) return isExact(spec.const) ? [spec.const] : []
  if (!('table' in spec)) return []
  const table = book.tables.get(`${document}/${spec.table}`)?.table
  const rows = table?.rows.filter((row) =>
    Object.entries({ ...spec.where, ...(spec.row === undefined ? {} : { [table.keys[0] ?? '']: spec.row }) }).every(
      ([column, text]) => row[table.header.indexOf(column)] === text,
    ),
  )
  return (rows ?? []).flatMap((row) =>
    row.filter(
      (cell, index) =>
        isExact(cell) && !table?.keys.includes(table.header[index] ?? '') && (spec.column === undefined || table?.header[index] === spec.column),
    ),
  )
}

/** Two limits of one element, parameter and side, in one document and edition, never both match. */
function checkUnique(sources: SourceFolder, book: Book, located: ReadonlyMap<string, Located<Rule>>): void {
  const limits = book.rules.filter(({ rule }) => rule.kind === 'limit')
  const wide = new Map(limits.map(({ rule }) => [rule, new Set(rule.element.flatMap((id) => book.elements.broaden(id)))]))
  const reaches = (one: Rule, other: Rule): boolean => one.element.some((id) => wide.get(other)?.has(id) === true)
  const together = Map.groupBy(limits, ({ document, rule }) => `${document} ${rule.parameter}`)
  for (const [one, other] of pairsOf(together.values())) {
    const sameSide = one.rule.bound === other.rule.bound || one.rule.bound === 'range' || other.rule.bound === 'range'
    if (
      sameSide &&
      one.rule.editions.some((edition) => other.rule.editions.includes(edition)) &&
      (reaches(one.rule, other.rule) || reaches(other.rule, one.rule)) &&
      !areDisjoint(one.rule.when, other.rule.when, book.dimensions)
    ) {
      const place = located.get(other.rule.id)
      sources.report(
        place?.file ?? '',
        place?.line ?? 1,
        `rule "${other.rule.id}": can match together with "${one.rule.id}": make their conditions disjoint`,
      )
    }
  }
}

/** Every two of each group. */
function* pairsOf<T>(groups: Iterable<readonly T[]>): Generator<readonly [T, T]> {
  for (const group of groups) for (const [index, one] of group.entries()) for (const other of group.slice(index + 1)) yield [one, other]
}
