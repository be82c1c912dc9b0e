import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Environment } from '../config/environment.ts'
import type { Language, Text } from '../errors/language.ts'

/** Where a command reads its settings and input, and writes its output. */
export interface Terminal {
  readonly environment: Environment
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Language of help and errors. */
  readonly language: Language
  /** The piped input. */
  readonly input?: AsyncIterable<Uint8Array> | undefined
  /** True if `err` writes to a terminal, so that progress is worth showing. */
  readonly isWatched?: boolean | undefined
}

/** Prints the result of a command, as JSON or as text. */
export type Show = (value: unknown, text: string) => void

/** The same terminal with control characters written as `\u001b`, so that no name of a key, project or file can move the cursor or change colours. */
export function withoutControls(terminal: Terminal): Terminal {
  const plain = (text: string): string =>
    text.replace(/(?!\r\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (one) =>
      one === '\n' || one === '\t' ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
  return { ...terminal, out: (text) => terminal.out(plain(text)), err: (text) => terminal.err(plain(text)) }
}

/** A command with wrong arguments. Printed with the help; the exit code is 2. */
export class UsageError extends Error {
  readonly detail: Text

  constructor(detail: Text, options?: ErrorOptions) {
    super(detail.en, options)
    this.name = 'UsageError'
    this.detail = detail
  }
}

/** Flags that every command takes. */
export const settings = {
  host: { type: 'string' },
  port: { type: 'string' },
  data: { type: 'string' },
  kb: { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'allow-host': { type: 'string' },
  'trust-proxy': { type: 'string' },
  workers: { type: 'string' },
  node: { type: 'string' },
  rate: { type: 'string' },
  'audit-days': { type: 'string' },
  'audit-mb': { type: 'string' },
  'audit-sink': { type: 'string' },
  projects: { type: 'string' },
  'projects-mb': { type: 'string' },
  'ask-url': { type: 'string' },
  'ask-model': { type: 'string' },
  'ask-any-address': { type: 'string' },
  lang: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options']

/** Parses the arguments of a command. Throws `UsageError` for an unknown flag, a missing or unexpected value, and a flag given twice with different values. */
export function parse<Options extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: Options) {
  const config = { args: [...args], options: { ...settings, ...options }, allowPositionals: true, strict: true } as const
  rejectWrongFlags(config)
  return parseArgs(config)
}

interface FlagToken {
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

/** Node reports wrong flags in English only, and keeps the last value of a repeated flag without a word: both are checked here first. */
function rejectWrongFlags(config: ParseArgsConfig): void {
  const given = new Map<string, string | undefined>()
  const { tokens } = parseArgs({ ...config, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(config.options ?? {}, token.name) ? config.options?.[token.name] : undefined
    const wrong = wrongFlag(token, option?.type)
    if (wrong !== undefined) throw new UsageError(wrong)
    if (option?.multiple === true) continue
    const { name, rawName, value } = token
    if (given.has(name) && given.get(name) !== value)
      throw new UsageError({
        es: `${rawName} consta dos veces con valores distintos: ${given.get(name)} y ${value}`,
        en: `${rawName} is given twice with different values: ${given.get(name)} and ${value}`,
      })
    given.set(name, value)
  }
  const language = given.get('lang')
  if (language !== undefined && language !== 'es' && language !== 'en')
    throw new UsageError({ es: `No se conoce --lang «${language}»: es o en`, en: `Unknown --lang "${language}": expected es or en` })
}

/** The error of one flag; undefined if it is right. */
function wrongFlag({ rawName, value, inlineValue }: FlagToken, type: 'string' | 'boolean' | undefined): Text | undefined {
  if (type === undefined) return { es: `No existe la opción ${rawName}`, en: `Unknown option ${rawName}` }
  if (type === 'boolean') return value === undefined ? undefined : { es: `${rawName} no lleva valor`, en: `${rawName} takes no value` }
  if (value === undefined) return { es: `Falta el valor de ${rawName}`, en: `${rawName} needs a value` }
  if (inlineValue === false && value.length > 1 && value.startsWith('-'))
    return {
      es: `Falta el valor de ${rawName}; si es «${value}», escriba ${rawName}=${value}`,
      en: `${rawName} needs a value; if it is "${value}", write ${rawName}=${value}`,
    }
  return undefined
}

/** The text flags of a parsed command, for `readConfig`. */
export function flagsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

const breaking = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

/** A name as one line of plain text: control characters, line breaks and text direction marks are written as `\u000a`. */
export function oneLine(text: string): string {
  return text.replace(breaking, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Formats a table: rows under aligned headings, each row on one line whatever its cells contain. */
export function columns(headings: readonly string[], cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(oneLine))
  const widths = headings.map((heading, index) => Math.max(heading.length, ...rows.map((row) => row[index]?.length ?? 0)))
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
