import type { Language } from '../errors/language.ts'
import type { CommandUsage } from './commands.ts'
import { optionForm } from './help-text.ts'
import type { Option } from './option.ts'
import { commonOptions } from './shared-options.ts'

const words = {
  es: {
    name: 'NOMBRE',
    about: 'normativa técnica de la edificación, con o sin red',
    use: 'SINOPSIS',
    form: 'ORDEN [opciones]',
    commands: 'ÓRDENES',
    common: 'OPCIONES DE TODAS LAS ÓRDENES',
    exit: 'CÓDIGOS DE SALIDA',
    codes: ['bien', 'fallo', 'uso incorrecto', 'algo no cumple', 'nada incumple, pero algo no se puede decidir'],
  },
  en: {
    name: 'NAME',
    about: 'Spanish building regulations, with or without a network',
    use: 'SYNOPSIS',
    form: 'COMMAND [options]',
    commands: 'COMMANDS',
    common: 'OPTIONS OF EVERY COMMAND',
    exit: 'EXIT STATUS',
    codes: ['success', 'failure', 'wrong usage', 'something does not comply', 'nothing fails, but something cannot be decided'],
  },
} as const

/** The manual page of the command line, as roff for `man`. */
export function manualPage(usages: ReadonlyMap<string, CommandUsage>, language: Language, version: string): string {
  const { name, about, use, form, commands, common, exit, codes } = words[language]
  return [
    `.TH PLOMADA 1 "" "Plomada ${roff(version)}"`,
    `.SH ${name}`,
    `plomada \\- ${roff(about)}`,
    `.SH ${use}`,
    `.B plomada`,
    roff(form),
    `.SH ${commands}`,
    ...[...usages].flatMap(([command, usage]) => commandLines(command, usage, language)),
    `.SH ${common}`,
    ...optionLines(commonOptions, language),
    `.SH ${exit}`,
    ...codes.flatMap((text, code) => ['.TP', String(code), roff(text)]),
    '',
  ].join('\n')
}

function commandLines(name: string, { about, operands, actions = {}, options, exit }: CommandUsage, language: Language): string[] {
  return [
    `.SS ${roff(`plomada ${name}${operands === undefined ? '' : ` ${operands[language]}`}`)}`,
    roff(about[language]),
    ...(exit === undefined ? [] : ['.PP', roff(`${words[language].exit.toLowerCase()}: ${exit[language]}`)]),
    ...Object.entries(actions).flatMap(([action, { operands: after, about: what }]) => [
      '.TP',
      `.B ${roff([action, after?.[language]].filter(Boolean).join(' '))}`,
      roff(what[language]),
    ]),
    ...optionLines(options, language),
  ]
}

function optionLines(options: Readonly<Record<string, Option>>, language: Language): string[] {
  return Object.entries(options).flatMap(([name, option]) => ['.TP', `.B ${roff(optionForm(name, option, language))}`, roff(option.about[language])])
}

/** Text of which roff changes nothing. */
function roff(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&')
}
