import type { TableValue, ValueSpec } from '../../server/engine/schema.ts'
import { kindWords, type Statement, signs } from './statement.ts'

/** The first line of a rule as `parseStatement` reads it; what its formulas name goes into `con`. */
export function statementText(rule: Statement): { readonly line: string; readonly variables: Readonly<Record<string, string>> } {
  const word = Object.entries(kindWords).find(([, kind]) => kind === rule.kind)?.[0]
  const sign = signs.find(([, bound, strict]) => bound === rule.bound && (strict === rule.strict || bound === 'class'))?.[0] ?? ''
  const head = `${word === undefined ? '' : `${word}: `}${rule.element.join(', ')} · ${rule.parameter} ${sign} `
  const ends = 'min' in rule.value && 'max' in rule.value ? [rule.value.min, rule.value.max] : [rule.value as ValueSpec]
  const variables = Object.assign({}, ...ends.map(variablesOf)) as Record<string, string>
  if (rule.bound === 'class') return { line: `${head}${valueText(ends[0] ?? { const: '' })} (${rule.scale})`, variables }
  return { line: `${head}${ends.map(valueText).join(' y ')}${rule.unit === '1' ? '' : ` ${rule.unit}`}`, variables }
}

/** One value as `parseValue` reads it. */
export function valueText(value: ValueSpec): string {
  if ('const' in value) return figureText(value.const)
  if ('dimension' in value) return value.dimension
  if ('formula' in value) return `(${value.formula})`
  return `${value.table}[${tableArguments(value).join(', ')}]`
}

/** A figure with the decimal comma of Spanish; a class stays as it is. */
export function figureText(text: string): string {
  return /^[+-]?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text
}

function variablesOf(value: ValueSpec): Record<string, string> {
  if (!('formula' in value)) return {}
  return Object.assign({}, ...Object.entries(value.let).map(([name, part]) => ({ ...variablesOf(part), [name]: valueText(part) })))
}

function tableArguments({ row, where = {}, match = {}, by, column, interpolate }: TableValue): string[] {
  return [
    ...(row === undefined ? [] : [cellText(row)]),
    ...Object.entries(where).map(([name, text]) => `${cellText(name)} = ${cellText(text)}`),
    ...Object.entries(match).map(([name, dimension]) => `${cellText(name)}: ${dimension}`),
    ...(by === undefined ? [] : [`por ${by}`]),
    ...(column === undefined ? [] : [`columna ${cellText(column)}`]),
    ...(interpolate === undefined ? [] : [`interpola ${cellText(interpolate)}`]),
  ]
}

function cellText(text: string): string {
  return /[",[\]=:]|^\s|\s$|^(por|columna|interpola)\s|^$/.test(text) ? `"${text}"` : text
}
