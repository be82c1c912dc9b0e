import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StorageError, type StorageErrorKind } from '../storage-error.ts'
import type { SharedTables } from './schema.ts'

/** The database that several nodes share. */
export interface SharedDatabase {
  /**
   * Runs queries. Throws `StorageError` if the database cannot be reached or written, at once while it is known to be lost. Other errors are thrown as
   * they are.
   */
  run<Value>(work: (db: Kysely<SharedTables>) => Promise<Value>): Promise<Value>
  /** Runs queries in one transaction, like `run`. What it returned is on the database's disk. Within another one, as a part of that. */
  inTransaction<Value>(work: (db: Kysely<SharedTables>) => Promise<Value>): Promise<Value>
  /** True within `inTransaction`: what was written may still be undone. */
  isInTransaction(): boolean
  /** Why the last query failed; undefined after a success. */
  lost(): StorageErrorKind | undefined
  close(): Promise<void>
}

const connectWithinMs = 5000
const answerWithinMs = 10_000
/** While the database is lost, it is tried again this often. */
const tryAgainAfterMs = 500
const connections = 8

/** SQLSTATE classes and codes, and codes of the system, of a database that cannot be reached or is going down. */
const unreachable = /^(08|57P0[1-5]|53300|ECONN|ENOTFOUND|ENOENT|ETIMEDOUT|EPIPE|EHOST|ENET|EAI_)/
/** Messages of the client library, which gives these errors no code. */
const disconnected = /timeout|terminated|ended|closed|not queryable/i

/** Opens the connections to a database. Connects when it is first used. */
export function openDatabase(url: string): SharedDatabase {
  // Sums and numbers of rows are far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    application_name: 'plomada',
  })
  let kind: StorageErrorKind | undefined
  let triedAt = Number.NEGATIVE_INFINITY
  // A connection that is lost between two queries has nobody else to tell, and would end the process.
  const lose = (): void => {
    kind = 'unreachable'
  }
  pool.on('error', lose)
  pool.on('connect', (client) => void client.on('error', lose))
  const db = new Kysely<SharedTables>({ dialect: new PostgresDialect({ pool }) })
  const current = new AsyncLocalStorage<Kysely<SharedTables>>()
  const run: SharedDatabase['run'] = async (work) => {
    const outer = current.getStore()
    if (outer !== undefined) return work(outer)
    if (kind === 'unreachable') {
      if (performance.now() - triedAt < tryAgainAfterMs) throw unreachableError()
      triedAt = performance.now()
    }
    try {
      const value = await work(db)
      kind = undefined
      return value
    } catch (error) {
      const found = kindOf(error)
      if (found === undefined) throw error
      kind = found
      triedAt = performance.now()
      throw found === 'unreachable' ? unreachableError(error) : new StorageError(found, text(error), { cause: error })
    }
  }
  return {
    run,
    inTransaction: (work) =>
      run((plain) =>
        current.getStore() === undefined ? plain.transaction().execute((opened) => current.run(opened, () => work(opened))) : work(plain),
      ),
    isInTransaction: () => current.getStore() !== undefined,
    lost: () => kind,
    close: () => db.destroy(),
  }
}

function kindOf(error: unknown): StorageErrorKind | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof AggregateError) return kindOf(error.errors[0])
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === '53100') return 'full'
  if (code === '25006') return 'unwritable'
  if (/^(40001|40P01|55P03)$/.test(code)) return 'busy'
  if (unreachable.test(code) || (code === '' && disconnected.test(error.message))) return 'unreachable'
  return undefined
}

function text(error: unknown): { readonly es: string; readonly en: string } {
  const message = error instanceof Error ? error.message : String(error)
  return { es: message, en: message }
}

/** Neither address nor password of the database is named: the log has this. */
function unreachableError(cause?: unknown): StorageError {
  return new StorageError(
    'unreachable',
    { es: 'No se alcanza la base de datos de PLOMADA_STATE_URL', en: 'The database of PLOMADA_STATE_URL cannot be reached' },
    { cause },
  )
}
