import Database from 'better-sqlite3'
import { packDdl } from './pack-schema.ts'

/** Tables that only search and questions read. They are half of a pack. */
const left: ReadonlySet<string> = new Set(['search_index', 'answer_index'])

/** A pack without what search and questions need, as the bytes of a SQLite database: verdicts, articles and places, for a device without a network. */
export function copyForDevices(pack: Database.Database): Uint8Array {
  const copy = new Database(':memory:')
  try {
    copy.exec(packDdl)
    const tables = copy.prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    copy.transaction(() => {
      for (const { name } of tables) if (!left.has(name)) copyTable(pack, copy, name)
    })()
    return copy.serialize()
  } finally {
    copy.close()
  }
}

function copyTable(pack: Database.Database, copy: Database.Database, table: string): void {
  const columns = copy.prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('${table}')`).all()
  // The text without markup serves snippets and passages only.
  const wanted = columns.map(({ name }) => (table === 'section' && name === 'plain' ? "'' AS plain" : name))
  const insert = copy.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`)
  for (const row of pack
    .prepare<[], unknown[]>(`SELECT ${wanted.join(', ')} FROM ${table}`)
    .raw()
    .iterate())
    insert.run(...row)
}
