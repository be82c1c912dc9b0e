import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Environment } from '../config/environment.ts'
import { alikeAmong } from '../engine/text.ts'
import type { Language, Text } from '../errors/language.ts'
import type { Option } from '../usage/option.ts'
import { commonOptions, serviceOptions } from '../usage/shared-options.ts'

/** What a text says, for its colour. */
type Tone = 'good' | 'bad'

/** Where a command reads its settings and input, and writes its output. */
export interface Terminal {
  readonly environment: Environment
  /** With a tone, the first line of the text is coloured, if colours are wanted. */
  readonly out: (text: string, tone?: Tone) => void
  readonly err: (text: string, tone?: Tone) => void
  /** Language of help and errors. */
  readonly language: Language
  /** The piped input. */
  readonly input?: AsyncIterable<Uint8Array> | undefined
  /** True if `err` writes to a terminal, so that progress is worth showing. */
  readonly isWatched?: boolean | undefined
  /** Columns of the terminal that `out` writes to; undefined if it is none. */
  readonly width?: number | undefined
  /** Asks the person at the terminal; undefined if nobody is there. The tab key completes the proposals. Rejects with `Interrupted` if they leave. */
  readonly question?: ((text: string, proposals?: readonly string[]) => Promise<string>) | undefined
}

/** Prints the result of a command, as JSON or as text. */
export type Show = (value: unknown, text: string) => void

const colours: Readonly<Record<Tone, string>> = { good: '32', bad: '31' }

/**
 * The same terminal with control characters written as `\u001b`, so that no name of a key, project or file can move the cursor or change colours.
 * `isColoured`: writes the first line of a text in the colour of its tone.
 */
export function withoutControls(terminal: Terminal, isColoured: boolean): Terminal {
  const plain = (text: string): string =>
    text.replace(/(?!\r(?:\n|$))[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (one) =>
      one === '\n' || one === '\t' ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
  const toned = (text: string, tone: Tone | undefined): string =>
    isColoured && tone !== undefined ? plain(text).replace(/^[^\n]+/, (line) => `\u001b[1;${colours[tone]}m${line}\u001b[0m`) : plain(text)
  const { environment, language, isWatched, width, question } = terminal
  return {
    environment,
    language,
    isWatched,
    width,
    question,
    // Opened by the command that reads it.
    get input() {
      return terminal.input
    },
    out: (text, tone) => terminal.out(toned(text, tone)),
    err: (text, tone) => terminal.err(toned(text, tone)),
  }
}

/** The person at the terminal left a question without an answer (Ctrl+C, or the end of the input). */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted')
    this.name = 'Interrupted'
  }
}

/** A command with wrong arguments. Printed with the command that tells the right ones; the exit code is 2. */
export class UsageError extends Error {
  readonly detail: Text

  constructor(detail: Text, options?: ErrorOptions) {
    super(detail.en, options)
    this.name = 'UsageError'
    this.detail = detail
  }
}

/** Options that every command takes. */
export const settings = { ...serviceOptions, ...commonOptions }

/** Parses the arguments of a command. `options`: those of the command, as its help tells them. Throws `UsageError` for an unknown option, a missing or unexpected value, and an option given twice with different values, and for two formats at once. */
export function parse<Options extends Readonly<Record<string, Option>>>(args: readonly string[], options: Options) {
  const config = { args: [...args], options: { ...settings, ...options }, allowPositionals: true, strict: true } as const
  rejectWrongFlags(config)
  const parsed = parseArgs(config)
  rejectTwoFormats(parsed.values)
  return parsed
}

/** Throws `UsageError` if JSON and CSV are asked for at once. */
function rejectTwoFormats({ json, csv }: { readonly json?: unknown; readonly csv?: unknown }): void {
  if (json === true && csv === true)
    throw new UsageError({
      es: 'Se piden dos formatos a la vez, json y csv: se espera uno',
      en: 'Two formats are asked for at once, json and csv: expected one',
    })
}

interface FlagToken {
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

/** Node reports wrong flags in English only, and keeps the last value of a repeated flag without a word: both are checked here first. */
function rejectWrongFlags(config: ParseArgsConfig & { readonly options: Readonly<Record<string, Option>> }): void {
  const { options } = config
  const given = new Map<string, string | undefined>()
  const { tokens } = parseArgs({ ...config, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    const wrong = option === undefined ? unknownFlag(token.rawName, Object.keys(options)) : wrongFlag(token, option)
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
}

/** The error of an option that does not exist, with the one that may be meant. */
function unknownFlag(rawName: string, names: readonly string[]): Text {
  const [meant] = alikeAmong(names.map((name) => [name, name]))(rawName)
  if (meant === undefined) return { es: `No existe la opción ${rawName}`, en: `Unknown option ${rawName}` }
  return { es: `No existe la opción ${rawName}: ¿quería decir --${meant}?`, en: `Unknown option ${rawName}: did you mean --${meant}?` }
}

/** The error of one flag; undefined if it is right. */
function wrongFlag({ rawName, value, inlineValue }: FlagToken, { type, values }: Option): Text | undefined {
  if (type === 'boolean') return value === undefined ? undefined : { es: `${rawName} no lleva valor`, en: `${rawName} takes no value` }
  if (value === undefined) return { es: `Falta el valor de ${rawName}`, en: `${rawName} needs a value` }
  if (inlineValue === false && value.length > 1 && value.startsWith('-'))
    return {
      es: `Falta el valor de ${rawName}; si es «${value}», escriba ${rawName}=${value}`,
      en: `${rawName} needs a value; if it is "${value}", write ${rawName}=${value}`,
    }
  if (values !== undefined && !values.includes(value)) {
    const all = values.join(', ')
    return { es: `No se conoce ${rawName} «${value}»: se espera ${all}`, en: `Unknown ${rawName} "${value}": expected ${all}` }
  }
  return undefined
}

/** The text flags of a parsed command, for `readConfig`. */
export function flagsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}
