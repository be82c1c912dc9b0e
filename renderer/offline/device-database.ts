import type Database from 'better-sqlite3'
import initialise from 'sql.js'

/** Opens the bytes of a SQLite database in the browser. It is read as the server reads its own: `prepare`, then `get` or `all`. */
export async function openDeviceDatabase(bytes: Uint8Array, wasm: ArrayBuffer): Promise<Database.Database> {
  const { Database: Opened } = await initialise({ wasmBinary: wasm })
  const database = new Opened(bytes)
  const prepare = (sql: string) => {
    const statement = database.prepare(sql)
    const all = (...parameters: (string | number)[]): unknown[] => {
      statement.bind(parameters)
      const rows: unknown[] = []
      while (statement.step()) rows.push(statement.getAsObject())
      statement.reset()
      return rows
    }
    return { all, get: (...parameters: (string | number)[]): unknown => all(...parameters)[0] }
  }
  // Safe cast: what reads a pack uses no other part of a database.
  return { prepare, close: () => database.close() } as unknown as Database.Database
}
