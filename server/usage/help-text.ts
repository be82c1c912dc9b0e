import type { Language } from '../errors/language.ts'
import { type CommandUsage, commands } from './commands.ts'
import { operationCommands } from './operation-commands.ts'
import type { Option } from './option.ts'
import { commonOptions } from './shared-options.ts'

const widest = 100
const words = {
  es: {
    title: 'plomada: normativa técnica de la edificación, con o sin red',
    use: 'Uso',
    commands: 'Órdenes',
    options: 'Opciones',
    common: 'Opciones de todas las órdenes',
    exit: 'Salida',
    more: 'plomada ORDEN --help: sus opciones. plomada --version: la versión del programa y la base.',
    ends: 'Códigos de salida: 0 bien, 1 fallo, 2 uso incorrecto, 3 algo no cumple, 4 algo no se puede decidir.',
  },
  en: {
    title: 'plomada: Spanish building regulations, with or without a network',
    use: 'Usage',
    commands: 'Commands',
    options: 'Options',
    common: 'Options of every command',
    exit: 'Exit code',
    more: 'plomada COMMAND --help: its options. plomada --version: the version of the program and the knowledge base.',
    ends: 'Exit codes: 0 success, 1 failure, 2 wrong usage, 3 something does not comply, 4 something cannot be decided. Results are in Spanish.',
  },
} as const

/** The list of commands. `width`: columns of the terminal. */
export function generalHelp(language: Language, width: number | undefined): string {
  const { title, commands: heading, more, ends } = words[language]
  const rows = Object.entries({ ...commands, ...operationCommands }).map(([name, { about }]) => [name, about[language]] as const)
  return [title, '', heading, ...aligned(rows, width), '', ...wrapped(more, width), ...wrapped(ends, width)].join('\n')
}

/** How one command is used. */
export function commandHelp(name: string, usage: CommandUsage, language: Language, width: number | undefined): string {
  const { use, options, common, exit } = words[language]
  const own = Object.entries(usage.options)
  const first = `${use}: plomada ${[name, usage.operands?.[language], own.length === 0 ? undefined : `[${options.toLowerCase()}]`].filter((part) => part !== undefined).join(' ')}`
  return [
    first,
    ...wrapped(`  ${usage.about[language]}`, width),
    ...(own.length === 0
      ? []
      : [
          '',
          options,
          ...aligned(
            own.map((one) => optionRow(one, language)),
            width,
          ),
        ]),
    '',
    common,
    ...aligned(
      Object.entries(commonOptions).map((one) => optionRow(one, language)),
      width,
    ),
    ...(usage.exit === undefined ? [] : ['', ...wrapped(`${exit}: ${usage.exit[language]}`, width)]),
  ].join('\n')
}

/** `--context CAMPO=VALOR…` and what it is. */
function optionRow([name, option]: readonly [string, Option], language: Language): readonly [string, string] {
  return [optionForm(name, option, language), option.about[language]]
}

/** An option as it is written: `--context CAMPO=VALOR…`. */
export function optionForm(name: string, { value, multiple }: Option, language: Language): string {
  return `--${name}${value === undefined ? '' : ` ${value[language]}`}${multiple === true ? ' …' : ''}`
}

/** Two columns, the second wrapped. A long first cell has a line of its own. */
function aligned(rows: readonly (readonly [string, string])[], width = widest): string[] {
  const first = Math.min(30, Math.max(...rows.map(([left]) => left.length)) + 2)
  return rows.flatMap(([left, right]) => {
    const lines = wrapped(right, Math.max(24, Math.min(width, widest) - first - 2))
    const begins = left.length + 2 > first ? [`  ${left}`] : []
    return [...begins, ...lines.map((line, at) => `  ${(at === 0 && begins.length === 0 ? left : '').padEnd(first)}${line}`)]
  })
}

/** A sentence in lines of at most `width` characters. */
function wrapped(sentence: string, width = widest): string[] {
  const lines: string[] = []
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length + 1 <= Math.min(width, widest)) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
