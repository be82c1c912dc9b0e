import type Database from 'better-sqlite3'

/** Rows of keys that were authenticated, by the first characters of the key. Empty as soon as the database may hold other rows. */
export interface KnownKeys<Row> {
  get(prefix: string): Row | undefined
  add(prefix: string, row: Row): void
  /** Must be called after each change that this process makes. Changes by other processes are noticed. */
  forget(): void
}

const mostKnown = 20_000
const checkEveryMs = 20

/**
 * Remembers the rows of keys. A look-up asks the database whether another connection has changed it since (`data_version`), at most every 20 ms: that
 * long a key that another process revoked may still be taken.
 */
export function knownKeys<Row>(database: Database.Database): KnownKeys<Row> {
  const dataVersion = database.prepare<[], number>('PRAGMA data_version').pluck()
  const rows = new Map<string, Row>()
  let version: number | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  const check = (): void => {
    const now = performance.now()
    if (now - checkedAt < checkEveryMs) return
    checkedAt = now
    const current = dataVersion.get()
    if (current !== version) rows.clear()
    version = current
  }
  return {
    get(prefix) {
      check()
      return rows.get(prefix)
    },
    add(prefix, row) {
      if (rows.size >= mostKnown) rows.clear()
      rows.set(prefix, row)
    },
    forget: () => rows.clear(),
  }
}
