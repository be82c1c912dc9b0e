import { readdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openStore } from '../../server/access/store.ts'

// Writes audit lines of three months, so that two new files are started: `month-writer.ts folder`. It prints each line after it was written. Each file
// stays open for a reader, as in another process: then what is written stays in its WAL when the writer goes on to the next file.
const [folder = ''] = process.argv.slice(2)
let now = new Date()
const readers = new Map<string, Database.Database>()
const store = openStore(folder, () => now)
for (const month of ['2026-09', '2026-10', '2026-11'])
  for (const day of ['01', '02', '03']) {
    now = new Date(`${month}-${day}T10:00:00Z`)
    const request_id = `${month}-${day}`
    store.audit.append({ who: { kind: 'terminal' }, address: null, operation: 'escribir', subject: null, status: null, request_id })
    writeSync(1, `line ${request_id}\n`)
    for (const file of readdirSync(folder).filter((name) => /^audit.*\.db$/.test(name)))
      if (!readers.has(file)) readers.set(file, new Database(join(folder, file), { readonly: true }))
    for (const reader of readers.values()) reader.prepare('SELECT count(*) FROM sqlite_schema').get()
  }
store.close()
