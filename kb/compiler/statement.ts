import type { Rule, TableValue, ValueSpec } from '../../server/engine/schema.ts'

/** The parsed first line of a rule: `escalera · anchura ≥ 0,80 m`. */
export type Statement = Pick<Rule, 'kind' | 'element' | 'parameter' | 'bound' | 'strict' | 'scale' | 'value' | 'unit'>

/** A statement that cannot be read: where in the line, what stands there and what was expected. */
export class StatementError extends SyntaxError {
  readonly column: number
  constructor(column: number, found: string, expected: string) {
    super(`found ${found === '' ? 'the end of the line' : `"${found}"`}: expected ${expected}`)
    this.column = column
  }
}

/** Words before the statement of what is no limit. */
export const kindWords = { umbral: 'threshold', dato: 'datum', clasificación: 'classification', orientativo: 'orientative' } as const

/** Signs of comparison, the longest first. */
export const signs = [
  ['estrictamente entre', 'range', true],
  ['entre', 'range', false],
  ['clase ≥', 'class', false],
  ['≤', 'max', false],
  ['≥', 'min', false],
  ['<', 'max', true],
  ['>', 'min', true],
  ['=', 'equals', false],
] as const

interface Cursor {
  readonly text: string
  at: number
}

/** Reads the first line of a rule. `variables` are what the formulas of the line may name. Throws `StatementError`. */
export function parseStatement(text: string, variables: Readonly<Record<string, ValueSpec>>): Statement {
  const cursor: Cursor = { text, at: 0 }
  const kind = take(cursor, /(umbral|dato|clasificación|orientativo):\s*/y)?.[1] as keyof typeof kindWords | undefined
  const element = expectMatch(cursor, /[a-z0-9-]+(\s*,\s*[a-z0-9-]+)*/y, 'an element such as "escalera"')[0].split(/\s*,\s*/)
  expectMatch(cursor, /\s*·\s*/y, '"·" between element and parameter')
  const parameter = expectMatch(cursor, /[a-z0-9-]+/y, 'a parameter such as "anchura"')[0]
  take(cursor, /\s+/y)
  const sign = signs.find(([word]) => text.startsWith(word, cursor.at))
  if (sign === undefined) throw unexpected(cursor, `one of ${signs.map(([word]) => word).join(' ')}`)
  const [word, bound, strict] = sign
  cursor.at += word.length
  take(cursor, /\s+/y)
  const common = { kind: kind === undefined ? ('limit' as const) : kindWords[kind], element, parameter, bound, strict }
  if (bound === 'class') return { ...common, ...classAndScale(cursor, variables), unit: '1' }
  const value = bound === 'range' ? rangeOf(cursor, variables) : valueAt(cursor, variables)
  return { ...common, value, scale: null, unit: text.slice(cursor.at).trim() || '1' }
}

function rangeOf(cursor: Cursor, variables: Readonly<Record<string, ValueSpec>>): { min: ValueSpec; max: ValueSpec } {
  const min = valueAt(cursor, variables)
  expectMatch(cursor, /\s+y\s+/y, '"y" and the upper end of the range')
  return { min, max: valueAt(cursor, variables) }
}

function classAndScale(cursor: Cursor, variables: Readonly<Record<string, ValueSpec>>): Pick<Rule, 'value' | 'scale'> {
  if (/^[a-z0-9-]+\[/.test(cursor.text.slice(cursor.at))) {
    const value = valueAt(cursor, variables)
    return { value, scale: expectMatch(cursor, /\s*\(([a-z0-9_]+)\)\s*$/y, 'the scale in brackets at the end')[1] ?? null }
  }
  const [, text = '', scale = null] = expectMatch(
    cursor,
    /(.+?)\s*\(([a-z0-9_]+)\)\s*$/y,
    'a class and its scale, such as "EI 60 (resistencia_fuego)"',
  )
  return { value: { const: text }, scale }
}

/** Reads what formulas name: each may be made from those before it. Throws `StatementError`. */
export function parseVariables(texts: Readonly<Record<string, string>>): Record<string, ValueSpec> {
  const read: Record<string, ValueSpec> = {}
  for (const [name, text] of Object.entries(texts)) read[name] = parseValue(text, read)
  return read
}

/** Reads one value: a figure, a table with its cell in square brackets, a formula in round ones, or a dimension. */
function parseValue(text: string, variables: Readonly<Record<string, ValueSpec>>): ValueSpec {
  const cursor: Cursor = { text, at: 0 }
  const value = valueAt(cursor, variables)
  if (cursor.at < text.length) throw unexpected(cursor, 'the end of the value')
  return value
}

function valueAt(cursor: Cursor, variables: Readonly<Record<string, ValueSpec>>): ValueSpec {
  const table = take(cursor, /([a-z0-9-]+)\[/y)?.[1]
  if (table !== undefined) return tableAt(cursor, table)
  if (cursor.text[cursor.at] === '(') return formulaAt(cursor, variables)
  const figure = take(cursor, /[+-]?\d+([.,]\d+)?(\/\d+)?(?![\w,.])/y)?.[0]
  if (figure !== undefined) return { const: figure.replace(',', '.') }
  const dimension = take(cursor, /[a-zA-Z_][\w.]*/y)?.[0]
  if (dimension !== undefined) return { dimension }
  throw unexpected(cursor, 'a figure such as "0,80", a table such as "tabla-1[fila, por uso]", a formula in brackets or a dimension')
}

function formulaAt(cursor: Cursor, variables: Readonly<Record<string, ValueSpec>>): ValueSpec {
  const start = cursor.at
  let depth = 0
  for (; cursor.at < cursor.text.length; cursor.at++) {
    if (cursor.text[cursor.at] === '(') depth++
    if (cursor.text[cursor.at] === ')' && --depth === 0) break
  }
  if (depth > 0) throw unexpected(cursor, '")" at the end of the formula')
  cursor.at++
  const formula = cursor.text.slice(start + 1, cursor.at - 1).trim()
  const names = new Set(formula.match(/[a-zA-Z_]\w*/g) ?? [])
  return { formula, let: Object.fromEntries(Object.entries(variables).filter(([name]) => names.has(name))) }
}

function tableAt(cursor: Cursor, table: string): TableValue {
  const spec: { -readonly [K in keyof TableValue]: TableValue[K] } = { table }
  const where: Record<string, string> = {}
  const match: Record<string, string> = {}
  for (;;) {
    take(cursor, /\s*/y)
    const [keyword] = take(cursor, /(por|columna|interpola)\s+/y) ?? []
    const name = cellText(cursor)
    take(cursor, /\s*/y)
    if (keyword?.startsWith('por')) spec.by = name
    else if (keyword?.startsWith('columna')) spec.column = name
    else if (keyword?.startsWith('interpola')) spec.interpolate = name
    else if (take(cursor, /=\s*/y)) where[name] = cellText(cursor)
    else if (take(cursor, /:\s*/y)) match[name] = cellText(cursor)
    else spec.row = name
    take(cursor, /\s*/y)
    if (take(cursor, /\]/y)) break
    expectMatch(cursor, /,/y, '"," or "]"')
  }
  return { ...spec, ...(Object.keys(where).length === 0 ? {} : { where }), ...(Object.keys(match).length === 0 ? {} : { match }) }
}

function cellText(cursor: Cursor): string {
  const [, quoted, plain] = expectMatch(cursor, /"([^"]*)"|([^",[\]=:]+)/y, 'the text of a row or column, quoted if it has , [ ] = or :')
  return quoted ?? (plain ?? '').trim()
}

function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at
  const match = pattern.exec(cursor.text)
  if (match === null) return undefined
  cursor.at += match[0].length
  return match
}

function expectMatch(cursor: Cursor, pattern: RegExp, expected: string): RegExpExecArray {
  const match = take(cursor, pattern)
  if (match === undefined) throw unexpected(cursor, expected)
  return match
}

function unexpected({ text, at }: Cursor, expected: string): StatementError {
  return new StatementError(at + 1, text.slice(at, at + 20), expected)
}
