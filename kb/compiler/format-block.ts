import { CORE_SCHEMA, load } from 'js-yaml'
import { parseStatement, parseVariables } from './statement.ts'
import { statementText, valueText } from './statement-text.ts'

/** Keys of a rule in the order in which they are written, and whether each item of a list stands on its own line. */
const order = [
  'titulo',
  'con',
  'si',
  'supuesto',
  'ajuste',
  'exento',
  'ademas',
  'remite',
  'comparacion',
  'aviso',
  'redondeo',
  'donde',
  'ediciones',
  'verificacion',
  'fuentes',
  'en',
  'fecha',
  'contexto',
  'comprobado',
  'casos',
  'revisado',
] as const
const oneLineAnItem = new Set<string>(['con', 'ajuste', 'exento', 'aviso', 'comprobado', 'casos'])

/** Writes every rule of an article in its usual form: order of keys, decimal comma, one line for each item. A rule with comments stays as it is. */
export function formatRules(article: string): string {
  return article.replace(/^(```regla [^\n]*\n)([\s\S]*?)(?=^```$)/gm, (whole, fence: string, block: string) =>
    /^\s*#|\s#\s/m.test(block) ? whole : `${fence}${formatBlock(block)}`,
  )
}

/** One rule in its usual form. What cannot be read stays as it is, for the check to tell. */
function formatBlock(block: string): string {
  const [first = '', ...rest] = block.trimEnd().split('\n')
  try {
    const fields = load(rest.join('\n'), { schema: CORE_SCHEMA }) as Record<string, unknown>
    const variables = (fields['con'] ?? {}) as Record<string, unknown>
    const read = parseVariables(Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, String(text)])))
    const statement = parseStatement(first, read)
    const con = Object.fromEntries(Object.entries(read).map(([name, value]) => [name, valueText(value)]))
    const all: Record<string, unknown> = { ...fields, ...(Object.keys(con).length === 0 ? {} : { con }) }
    const names = [...order.filter((name) => all[name] !== undefined), ...Object.keys(all).filter((name) => !order.some((one) => one === name))]
    return `${[statementText(statement).line, ...names.flatMap((name) => fieldLines(name, all[name]))].join('\n')}\n`
  } catch {
    return block
  }
}

function fieldLines(name: string, value: unknown): string[] {
  if (!oneLineAnItem.has(name)) return [`${name}: ${typeof value === 'string' ? blockText(value) : flow(value)}`]
  if (name === 'con') return ['con:', ...Object.entries(value as object).map(([key, text]) => `  ${key}: ${blockText(String(text))}`)]
  const items = Array.isArray(value) ? value : [value]
  const [only] = items
  if (name === 'comprobado' && items.length === 1 && (typeof only !== 'object' || only === null)) return [`comprobado: ${blockText(String(only))}`]
  return [
    `${name}:`,
    ...items.map((item) => `  - ${name === 'comprobado' ? figureLine(item) : typeof item === 'string' ? blockText(item) : flow(item)}`),
  ]
}

function figureLine(item: unknown): string {
  if (typeof item !== 'object' || item === null) return blockText(String(item))
  return Object.entries(item)
    .map(([figure, context]) => `${blockText(figure)}: ${flow(context)}`)
    .join('')
}

/** A value inside braces or brackets. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? flowText(value) : String(value)
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${flowText(key)}: ${flow(one)}`)
    .join(', ')} }`
}

const isWord = /^(true|false|null|yes|no|on|off|~)$/i

function flowText(text: string): string {
  const isPlain = /^[\p{L}_<≥][\p{L}\p{N}_ .;()/%°²³·=<>≤≥«»¿?-]*$/u.test(text) && !/\s$/.test(text)
  return isPlain && !isWord.test(text) ? text : JSON.stringify(text)
}

function blockText(text: string): string {
  const isPlain = /^[\p{L}\d<≥][^:#"'[\]{}&*!|>%@`]*$/u.test(text) && !/\s$/.test(text) && !/^\d+(\.\d+)?$/.test(text)
  return (isPlain || /^\d+$/.test(text)) && !isWord.test(text) ? text : JSON.stringify(text)
}
