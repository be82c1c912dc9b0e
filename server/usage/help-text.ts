import type { Language } from '../errors/language.ts'
import { type CommandUsage, commands } from './commands.ts'
import { operationCommands } from './operation-commands.ts'
import type { Option } from './option.ts'
import { commonOptions } from './shared-options.ts'

const widest = 100
/** Columns that an explanation beside its option needs. */
const leastText = 24
const words = {
  es: {
    title: 'plomada: normativa técnica de la edificación, con o sin red',
    use: 'Uso',
    commands: 'Órdenes',
    action: 'ACCIÓN',
    actions: 'Acciones',
    options: 'Opciones',
    common: 'Opciones de todas las órdenes',
    required: '; hace falta',
    exit: 'Salida',
    more: 'plomada ORDEN --help: sus acciones y opciones. plomada --version: la versión del programa y de la base.',
    ends: 'Códigos de salida: 0 bien, 1 fallo, 2 uso incorrecto, 3 algo no cumple, 4 algo no se puede decidir.',
  },
  en: {
    title: 'plomada: Spanish building regulations, with or without a network',
    use: 'Usage',
    commands: 'Commands',
    action: 'ACTION',
    actions: 'Actions',
    options: 'Options',
    common: 'Options of every command',
    required: '; needed',
    exit: 'Exit code',
    more: 'plomada COMMAND --help: its actions and options. plomada --version: the version of the program and the knowledge base.',
    ends: 'Exit codes: 0 success, 1 failure, 2 wrong usage, 3 something does not comply, 4 something cannot be decided. Texts of regulations are in Spanish.',
  },
} as const

/** The list of commands. `width`: columns of the terminal. */
export function generalHelp(language: Language, width: number | undefined): string {
  const { title, commands: heading, more, ends } = words[language]
  const rows = Object.entries({ ...commands, ...operationCommands }).map(([name, { about }]) => [name, about[language]] as const)
  return [...wrapped(title, width), '', heading, ...aligned(rows, width), '', ...wrapped(more, width), ...wrapped(ends, width)].join('\n')
}

/** How one command is used. */
export function commandHelp(name: string, usage: CommandUsage, language: Language, width: number | undefined): string {
  const { use, action, actions, options, common, exit } = words[language]
  const own = Object.entries(usage.options)
  const form = [
    `plomada ${name}`,
    usage.actions === undefined ? usage.operands?.[language] : action,
    own.length === 0 ? undefined : `[${options.toLowerCase()}]`,
  ]
  return [
    ...wrapped(`${use}: ${form.filter((part) => part !== undefined).join(' ')}`, width),
    ...indented(usage.about[language], width),
    ...section(
      actions,
      Object.entries(usage.actions ?? {}).map(
        ([one, { operands, about }]): Row => [[one, operands?.[language]].filter(Boolean).join(' '), about[language]],
      ),
      width,
    ),
    ...section(
      options,
      own.map((one) => optionRow(one, language)),
      width,
    ),
    ...section(
      common,
      Object.entries(commonOptions).map((one) => optionRow(one, language)),
      width,
    ),
    ...(usage.exit === undefined ? [] : ['', ...wrapped(`${exit}: ${usage.exit[language]}`, width)]),
  ].join('\n')
}

/** What is explained, and the explanation. */
type Row = readonly [string, string]

function section(heading: string, rows: readonly Row[], width: number | undefined): string[] {
  return rows.length === 0 ? [] : ['', heading, ...aligned(rows, width)]
}

function indented(sentence: string, width = widest): string[] {
  return wrapped(sentence, Math.min(width, widest) - 2).map((line) => `  ${line}`)
}

/** `--context CAMPO=VALOR…` and what it is. */
function optionRow([name, option]: readonly [string, Option], language: Language): Row {
  const about = option.about[language]
  return [optionForm(name, option, language), option.required === true ? `${about}${words[language].required}` : about]
}

/** An option as it is written: `--context CAMPO=VALOR…`. */
export function optionForm(name: string, { value, multiple }: Option, language: Language): string {
  return `--${name}${value === undefined ? '' : ` ${value[language]}`}${multiple === true ? ' …' : ''}`
}

/** Two columns, the second wrapped. A long first cell has a line of its own; where the terminal is narrow, all have. */
function aligned(rows: readonly Row[], width = widest): string[] {
  const room = Math.min(width, widest)
  const natural = Math.min(30, Math.max(...rows.map(([left]) => left.length)) + 2)
  const first = room - natural - 2 < leastText ? 2 : natural
  return rows.flatMap(([left, right]) => {
    const lines = wrapped(right, room - first - 2)
    const begins = left.length + 2 > first ? wrapped(left, room - 2).map((line) => `  ${line}`) : []
    return [...begins, ...lines.map((line, at) => `  ${(at === 0 && begins.length === 0 ? left : '').padEnd(first)}${line}`)]
  })
}

/** A sentence in lines of at most `width` characters, broken between words or after a `|`. */
function wrapped(sentence: string, width = widest): string[] {
  const lines: string[] = []
  const room = Math.min(width, widest)
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length + 1 <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(...pieces(word, room))
  }
  return lines
}

/** A word that is longer than a line, such as `--zone climate_zone|radon_zone`, in pieces. */
function pieces(word: string, room: number): string[] {
  if (word.length <= room) return [word]
  const bar = word.lastIndexOf('|', room - 1)
  const at = bar > 0 ? bar + 1 : room
  return [word.slice(0, at), ...pieces(word.slice(at), room)]
}
