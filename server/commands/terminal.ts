import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Environment } from '../config/environment.ts'

/** Where a command reads its settings and writes its words. */
export interface Terminal {
  readonly environment: Environment
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** What is piped in. */
  readonly input?: AsyncIterable<Uint8Array> | undefined
  /** Whether somebody watches what `err` writes. */
  readonly isWatched?: boolean | undefined
}

/** Prints what a command found, as JSON or as text. */
export type Show = (value: unknown, text: string) => void

/** The same terminal, on which nothing that others named (keys, projects, files) can move the cursor, colour or hide what is said: control characters are written as `\u001b`. */
export function plainly(terminal: Terminal): Terminal {
  const plain = (text: string): string =>
    text.replace(/(?!\r\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (one) =>
      one === '\n' || one === '\t' ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
  return { ...terminal, out: (text) => terminal.out(plain(text)), err: (text) => terminal.err(plain(text)) }
}

/** The command was called wrongly: shown with the help, exit code 2. */
export class UsageError extends Error {}

/** Flags that every command takes. */
export const settings = {
  host: { type: 'string' },
  port: { type: 'string' },
  data: { type: 'string' },
  kb: { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'allow-host': { type: 'string' },
  rate: { type: 'string' },
  'audit-days': { type: 'string' },
  'audit-mb': { type: 'string' },
  'audit-sink': { type: 'string' },
  projects: { type: 'string' },
  'projects-mb': { type: 'string' },
  'ask-url': { type: 'string' },
  'ask-model': { type: 'string' },
  'ask-any-address': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options']

/** Reads the arguments of a command; an unknown flag, or one given twice with different values, is a `UsageError`. */
export function parse<Options extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: Options) {
  const config = { args: [...args], options: { ...settings, ...options }, allowPositionals: true, strict: true } as const
  try {
    const parsed = parseArgs(config)
    refuseRepeatedFlags(config)
    return parsed
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** `parseArgs` would keep the last value silently. */
function refuseRepeatedFlags(config: ParseArgsConfig): void {
  const given = new Map<string, string | undefined>()
  for (const token of parseArgs({ ...config, tokens: true }).tokens) {
    if (token.kind !== 'option' || config.options?.[token.name]?.multiple === true) continue
    if (given.has(token.name) && given.get(token.name) !== token.value)
      throw new UsageError(`--${token.name} consta dos veces con valores distintos: ${given.get(token.name)} y ${token.value}`)
    given.set(token.name, token.value)
  }
}

/** The text flags of a parsed command, for `readConfig`. */
export function flagsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

const breaking = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

/** A name that others gave as one line of plain text: control characters, line breaks and marks of direction are written as `\u000a`. */
export function oneLine(text: string): string {
  return text.replace(breaking, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Rows under aligned headings, each on one line whatever its cells hold. */
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
