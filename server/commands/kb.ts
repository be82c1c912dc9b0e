import Database from 'better-sqlite3'
import { readConfig } from '../config.ts'
import { openKnowledgeBase } from '../kb/open.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'

/** `kb info | check` */
export function kbCommand(args: readonly string[], terminal: Terminal): number {
  const { values, positionals } = parse(args, {})
  const { packFile } = readConfig(terminal.environment, flagsOf(values))
  if (positionals[0] === 'info') {
    const kb = openKnowledgeBase(packFile)
    try {
      const { id, version, sha256, referenceDate } = kb.meta
      const held = {
        id,
        version,
        sha256,
        reference_date: referenceDate,
        file: packFile,
        documents: kb.documents.length,
        rules: kb.book.rules.length,
        municipalities: kb.geography.list({}).length,
      }
      terminal.out(
        values.json
          ? JSON.stringify(held, null, 2)
          : Object.entries(held)
              .map(([name, value]) => `${name.padEnd(15)} ${value}`)
              .join('\n'),
      )
      return 0
    } finally {
      kb.close()
    }
  }
  if (positionals[0] === 'check') {
    const database = new Database(packFile, { readonly: true, fileMustExist: true })
    const result = String(database.pragma('integrity_check', { simple: true }))
    database.close()
    openKnowledgeBase(packFile).close()
    terminal.out(values.json ? JSON.stringify({ file: packFile, integrity: result }) : `${packFile}: ${result}`)
    return result === 'ok' ? 0 : 1
  }
  throw new UsageError('Falta qué hacer con la base: info o check')
}
