import Database from 'better-sqlite3'
import { readConfig } from '../config/config.ts'
import { openKnowledgeBase } from '../kb/open.ts'
import { type Bases, openBases } from '../packs/bases.ts'
import { installCommand, keygenCommand, listCommand, rollbackCommand, trustCommand } from './kb-packs.ts'
import { flagsOf, parse, type Show, type Terminal, UsageError } from './terminal.ts'

/** `kb info | check | list | install | rollback | trust | keygen` */
export function kbCommand(args: readonly string[], terminal: Terminal): number {
  const { values, positionals } = parse(args, { signature: { type: 'string' }, out: { type: 'string' } })
  const [action, file] = positionals
  const bases = openBases(readConfig(terminal.environment, flagsOf(values)))
  const show = (value: unknown, text: string): void => terminal.out(values.json ? JSON.stringify(value, null, 2) : text)
  switch (action) {
    case 'info':
      return info(bases, show)
    case 'check':
      return check(bases, show)
    case 'list':
      return listCommand(bases, show)
    case 'install':
      return installCommand(bases, { file, signature: values.signature }, show)
    case 'rollback':
      return rollbackCommand(bases, show)
    case 'trust':
      return trustCommand(bases, file, show)
    case 'keygen':
      return keygenCommand(values.out, show)
    default:
      throw new UsageError({
        es: 'Falta qué hacer con la base: info, check, list, install, rollback, trust o keygen',
        en: 'Say what to do with the knowledge base: info, check, list, install, rollback, trust or keygen',
      })
  }
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
