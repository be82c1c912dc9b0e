import Database from 'better-sqlite3'
import { readConfig } from '../config/config.ts'
import type { Language, Text } from '../errors/language.ts'
import { openKnowledgeBase } from '../kb/open.ts'
import type { Bases } from '../packs/bases.ts'
import { commands as usages } from '../usage/commands.ts'
import { wrongAction } from './actions.ts'
import { installCommand, keygenCommand, listCommand, rollbackCommand, trustCommand } from './kb-packs.ts'
import { withBases } from './open-state.ts'
import { showResult } from './show-result.ts'
import { flagsOf, parse, type Show, type Terminal } from './terminal.ts'

/** `kb info | check | list | install | rollback | trust | keygen` */
export function kbCommand(args: readonly string[], terminal: Terminal): number | Promise<number> {
  const { values, positionals } = parse(args, usages.kb.options)
  const [action, file] = positionals
  const config = readConfig(terminal.environment, flagsOf(values))
  const show = showResult(terminal, values)
  const commands: Readonly<Record<string, (bases: Bases) => number | Promise<number>>> = {
    info: (bases) => info(bases, show, terminal.language),
    check: (bases) => check(bases, show, terminal.language),
    list: (bases) => listCommand(bases, show, terminal),
    install: (bases) => installCommand(bases, { file, signature: values.signature, terminal }, show),
    rollback: (bases) => rollbackCommand(bases, show, terminal),
    trust: (bases) => trustCommand(bases, { file, show, terminal }),
  }
  if (action === 'keygen') return keygenCommand(values.out, show, terminal)
  const command = Object.hasOwn(commands, action ?? '') ? commands[action ?? ''] : undefined
  if (command === undefined) throw wrongAction('kb', action, { es: 'la base', en: 'the knowledge base' })
  return withBases(config, command)
}

const origins = {
  shipped: { es: 'la que acompaña al programa', en: 'shipped with the program' },
  installed: { es: 'instalada', en: 'installed' },
  asked: { es: 'pedida', en: 'asked for' },
} as const

function info(bases: Bases, show: Show, language: Language): number {
  const { file, origin, because } = bases.chosen()
  const kb = openKnowledgeBase(file)
  try {
    const { id, version, sha256, referenceDate } = kb.meta
    const [documents, rules, municipalities] = [kb.documents.length, kb.book.rules.length, kb.geography.list({}).length]
    const value = { id, version, sha256, reference_date: referenceDate, file, origin, because: because.es, documents, rules, municipalities }
    const text: Text = {
      es: `${id} ${version}, a ${referenceDate}\n${documents} normas, ${rules} reglas, ${municipalities} municipios\n${file}: ${origins[origin].es}. ${because.es}\nSHA-256 de sus fuentes: ${sha256}`,
      en: `${id} ${version}, as of ${referenceDate}\n${documents} documents, ${rules} rules, ${municipalities} municipalities\n${file}: ${origins[origin].en}. ${because.en}\nSHA-256 of its sources: ${sha256}`,
    }
    show(value, text[language])
    return 0
  } finally {
    kb.close()
  }
}

function check(bases: Bases, show: Show, language: Language): number {
  const { file } = bases.chosen()
  const database = new Database(file, { readonly: true, fileMustExist: true })
  const result = String(database.pragma('integrity_check', { simple: true }))
  database.close()
  openKnowledgeBase(file).close()
  show({ file, integrity: result }, `${file}: ${result === 'ok' ? { es: 'está entera', en: 'is whole' }[language] : result}`)
  return result === 'ok' ? 0 : 1
}
