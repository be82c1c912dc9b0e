import { type Config, readConfig } from '../config/config.ts'
import { version } from '../config/version.ts'
import { alikeAmong } from '../engine/text.ts'
import { errorText } from '../errors/error-text.ts'
import { type KnowledgeBaseMeta, packMeta } from '../kb/open.ts'
import { chooseBase } from '../packs/choose-base.ts'
import { completions } from '../usage/completion.ts'
import { commandHelp, generalHelp } from '../usage/help-text.ts'
import { manualPage } from '../usage/manual.ts'
import { allUsages, commandNames, usageOf } from '../usage/usages.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'

/** `help [command]` and `command --help`. */
export async function helpCommand(name: string | undefined, { out, language, width }: Terminal): Promise<number> {
  if (name === undefined || name.startsWith('-')) {
    out(generalHelp(language, width))
    return 0
  }
  const usage = await usageOf(name)
  if (usage === undefined) throw unknownCommand(name)
  out(commandHelp(name, usage, language, width))
  return 0
}

/** `--version`: the program, and the knowledge base that it would use, if it has one. */
export function versionCommand(args: readonly string[], terminal: Terminal): number {
  const { values } = parse(args, {})
  const base = baseVersion(readConfig(terminal.environment, flagsOf(values)), terminal)
  const node = process.versions.node
  terminal.out(
    values.json
      ? JSON.stringify(
          { version, node, kb: 'why' in base ? null : { id: base.id, version: base.version, reference_date: base.referenceDate } },
          null,
          2,
        )
      : [`plomada ${version} (Node ${node})`, 'why' in base ? base.why : `${base.id} ${base.version} (${base.referenceDate})`].join('\n'),
  )
  return 0
}

/** The base in use, or why there is none. */
function baseVersion(config: Config, { language }: Terminal): KnowledgeBaseMeta | { readonly why: string } {
  try {
    return packMeta(chooseBase(config).file)
  } catch (error) {
    return { why: `${{ es: 'Sin base', en: 'No knowledge base' }[language]}: ${errorText(error)[language]}` }
  }
}

/** `completion SHELL`: prints the script that completes commands and options in a shell. */
export async function completionCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { positionals } = parse(args, {})
  const write = Object.hasOwn(completions, positionals[0] ?? '') ? completions[positionals[0] ?? ''] : undefined
  if (write === undefined)
    throw new UsageError({ es: 'Falta la consola: bash, zsh, fish o powershell', en: 'Name the shell: bash, zsh, fish or powershell' })
  terminal.out(write(await allUsages(), terminal.language))
  return 0
}

/** `man`: prints the manual page. */
export async function manCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  parse(args, {})
  terminal.out(manualPage(await allUsages(), terminal.language, version))
  return 0
}

/** The error of a command that does not exist, with the one that may be meant. */
export function unknownCommand(name: string): UsageError {
  const [meant] = alikeAmong(commandNames.map((one) => [one, one]))(name)
  if (meant === undefined) return new UsageError({ es: `No existe la orden «${name}»`, en: `Unknown command "${name}"` })
  return new UsageError({ es: `No existe la orden «${name}»: ¿quería decir ${meant}?`, en: `Unknown command "${name}": did you mean ${meant}?` })
}
