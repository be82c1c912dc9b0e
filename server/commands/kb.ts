import Database from 'better-sqlite3'
import { readConfig } from '../config/config.ts'
import { openKnowledgeBase } from '../kb/open.ts'
import type { Bases } from '../packs/bases.ts'
import { commands as usages } from '../usage/commands.ts'
import { installCommand, keygenCommand, listCommand, rollbackCommand, trustCommand } from './kb-packs.ts'
import { withBases } from './open-state.ts'
import { flagsOf, parse, type Show, type Terminal, UsageError } from './terminal.ts'

/** `kb info | check | list | install | rollback | trust | keygen` */
export function kbCommand(args: readonly string[], terminal: Terminal): number | Promise<number> {
  const { values, positionals } = parse(args, usages.kb.options)
  const [action, file] = positionals
  const config = readConfig(terminal.environment, flagsOf(values))
  const show = (value: unknown, text: string): void => terminal.out(values.json ? JSON.stringify(value, null, 2) : text)
  const commands: Readonly<Record<string, (bases: Bases) => number | Promise<number>>> = {
    info: (bases) => info(bases, show),
    check: (bases) => check(bases, show),
    list: (bases) => listCommand(bases, show, terminal.width),
    install: (bases) => installCommand(bases, { file, signature: values.signature }, show),
    rollback: (bases) => rollbackCommand(bases, show),
    trust: (bases) => trustCommand(bases, file, show),
  }
  if (action === 'keygen') return keygenCommand(values.out, show)
  const command = Object.hasOwn(commands, action ?? '') ? commands[action ?? ''] : undefined
  if (command === undefined)
    throw new UsageError({
      es: 'Falta qué hacer con la base: info, check, list, install, rollback, trust o keygen',
      en: 'Say what to do with the knowledge base: info, check, list, install, rollback, trust or keygen',
    })
  return withBases(config, command)
}

function info(bases: Bases, show: Show): number {
  const { file, origin, because } = bases.chosen()
  const kb = openKnowledgeBase(file)
  try {
    const { id, version, sha256, referenceDate } = kb.meta
    const held = {
      id,
      version,
      sha256,
      reference_date: referenceDate,
      file,
      origin,
      because: because.es,
      documents: kb.documents.length,
      rules: kb.book.rules.length,
      municipalities: kb.geography.list({}).length,
    }
    show(
      held,
      Object.entries(held)
        .map(([name, value]) => `${name.padEnd(15)} ${value}`)
        .join('\n'),
    )
    return 0
  } finally {
    kb.close()
  }
}

function check(bases: Bases, show: Show): number {
  const { file } = bases.chosen()
  const database = new Database(file, { readonly: true, fileMustExist: true })
  const result = String(database.pragma('integrity_check', { simple: true }))
  database.close()
  openKnowledgeBase(file).close()
  show({ file, integrity: result }, `${file}: ${result}`)
  return result === 'ok' ? 0 : 1
}
