import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSharedStore } from '../../server/access/postgres/open.ts'
import { openStore, type Store, type StoreOptions } from '../../server/access/store.ts'
import { clusterOfTests } from './postgres-cluster.ts'

/** The moment at which the stores of the tests begin. */
export const today = '2026-11-21T10:00:00.000Z'
/** A key as the author of a change. */
export const by = (id: number) => ({ kind: 'key' as const, id, name: `clave ${id}` })
/** The document of a project, as JSON. */
export const document = (name: string, more = '') =>
  JSON.stringify({ name, reference: '12/26', geo_id: 'ES-41039', checks: [{ id: '1' }], notes: more })

type Open = (now?: () => Date, options?: StoreOptions) => Promise<Store>

/** Both kinds of store, or only SQLite where PostgreSQL is missing, which is said. Each function opens new stores, and the same again: what it returns opens one place. */
export function storeKinds(): readonly (readonly [string, () => Open])[] {
  const { missing, cluster } = clusterOfTests()
  const sqlite = (): Open => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-both-'))
    return async (now = () => new Date(today), options = {}) => openStore(folder, now, options)
  }
  const postgres = (): Open => {
    const url = cluster().newDatabase()
    return async (now = () => new Date(today), options = {}) => (await openSharedStore(url, now, { nodeName: 'uno', ...options })).store
  }
  return missing === undefined
    ? [
        ['SQLite in a folder', sqlite],
        ['PostgreSQL', postgres],
      ]
    : [['SQLite in a folder', sqlite]]
}
