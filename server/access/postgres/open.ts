import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type AuditEntry, genesisHash } from '../audit-line.ts'
import { openSinks } from '../audit-sink.ts'
import { type SigningKey, signingKeyOf } from '../signing-key.ts'
import { storageErrorKind, withStorageErrors } from '../storage-error.ts'
import { defaultQuota, type Store, type StoreOptions, sinkSettings } from '../store.ts'
import type { UnwritablePart } from '../write-probe.ts'
import { openSharedAudit } from './audit.ts'
import { openDatabase, type SharedDatabase } from './connection.ts'
import { openSharedKeys } from './keys.ts'
import { openSharedOffice } from './office.ts'
import { openSharedPacks, type SharedPacks } from './packs.ts'
import { openSharedPhotos } from './photos.ts'
import { openSharedProjects } from './projects.ts'
import { type ChangeName, migrate } from './schema.ts'
import { openSharedSessions } from './sessions.ts'

/** What a node shares with others. */
export interface SharedStore {
  readonly store: Store
  readonly packs: SharedPacks
  /** Registers a function to call when another node has changed something. */
  onChange(listener: (name: ChangeName) => void): void
}

/** Options that a shared store takes besides those of any store. */
interface SharedOptions extends StoreOptions {
  /** Name of this node, which names its chain of the audit. */
  readonly nodeName: string
  /** How long to try to reach the database, which may be starting too, in milliseconds; 15 s by default. */
  readonly reachWithinMs?: number | undefined
  /** Called once, with the error, if the database cannot be reached at first. */
  readonly onWait?: ((error: unknown) => void) | undefined
}

const defaultReachWithinMs = 15_000
const tryAgainAfterMs = 500
/** How often a node looks for changes by others, in milliseconds. A key revoked elsewhere is let in for so long. */
const lookEveryMs = 1000

/** Opens the store in a PostgreSQL database that several nodes share, and creates or migrates its tables. Rejects if it cannot be reached. */
export async function openSharedStore(url: string, now: () => Date, options: SharedOptions): Promise<SharedStore> {
  const { nodeName: node, newId = randomUUID, newSecret, quota = defaultQuota } = options
  const database = openDatabase(url)
  try {
    await reached(() => migrate(database), options)
    await database.run((db) =>
      db
        .insertInto('audit_node')
        .values({ node, seq: 0, hash: genesisHash, at: null, signed: 0, seen_at: now().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    const signingKey = await readOrCreateKey(database)
    const keys = openSharedKeys(database, { now, ...(newSecret === undefined ? {} : { newSecret }) })
    const { auditRule = 'relaxed', auditDays = 0 } = options
    const sink = openSinks(sinkSettings(options))
    const audit = openSharedAudit(database, { node, now, keepDays: auditDays, signingKey, sink, isSinkRequired: auditRule === 'strict-sinks' })
    const changes = watchChanges(database, node, now)
    const projects = openSharedProjects(database, { now, newId, quota })
    await projects.purgeExpired()
    const packs = withStorageErrors(openSharedPacks(database), undefined)
    changes.on((name) => {
      if (name === 'keys') void keys.reload().catch(() => changes.again())
    })
    await keys.reload()
    await changes.look()
    const store: Store = {
      keys: withStorageErrors(keys, undefined),
      sessions: withStorageErrors(openSharedSessions(database, { now }), undefined),
      office: withStorageErrors(openSharedOffice(database), undefined),
      projects: withStorageErrors(projects, undefined),
      photos: withStorageErrors(openSharedPhotos(database, { now, newId, quota }), undefined),
      audit: withStorageErrors(audit, undefined),
      signingKey: () => signingKey,
      storedKeyList: () => undefined,
      ...withStorageErrors(
        {
          atomically: async <Value>(change: () => Value | Promise<Value>, entryOf: (value: Value) => AuditEntry | undefined): Promise<Value> => {
            const value = await audit.atomically(change, entryOf)
            await keys.reload().catch(() => changes.again())
            return value
          },
        },
        undefined,
      ),
      auditRule,
      now,
      storageError: undefined,
      unready: () => {
        const reason = database.lost()
        const lost: UnwritablePart[] = reason === undefined || reason === 'busy' ? [] : [{ part: 'state', reason }]
        return audit.lastError() === 'sink' ? [...lost, { part: 'audit-sink', reason: 'unwritable' }] : lost
      },
      async close() {
        changes.stop()
        await audit.close()
        sink?.close()
        await database.close()
      },
    }
    return { store, packs, onChange: changes.on }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Does what needs the database, which may be starting together with this node: tries for a while. */
async function reached(
  work: () => Promise<void>,
  { reachWithinMs = defaultReachWithinMs, onWait }: Pick<SharedOptions, 'reachWithinMs' | 'onWait'>,
): Promise<void> {
  let tell = onWait
  for (const startedAt = performance.now(); ; ) {
    try {
      await work()
      return
    } catch (error) {
      if (storageErrorKind(error) !== 'unreachable' || performance.now() - startedAt > reachWithinMs) throw error
      tell?.(error)
      tell = undefined
      await setTimeout(tryAgainAfterMs)
    }
  }
}

/** The private key of the installation. The first node that needs it makes it. */
async function readOrCreateKey(database: SharedDatabase): Promise<SigningKey> {
  const name = 'certificate.key'
  const text = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const stored = await database.run(async (db) => {
    await db
      .insertInto('secret')
      .values({ name, text })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return db.selectFrom('secret').select('text').where('name', '=', name).executeTakeFirstOrThrow()
  })
  return signingKeyOf(stored.text, 'secret')
}

/** Notes each second that this node is there, and looks at what others have changed. */
function watchChanges(database: SharedDatabase, node: string, now: () => Date) {
  const listeners: ((name: ChangeName) => void)[] = []
  let seen = new Map<ChangeName, number>()
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    try {
      const found = await database.run(async (db) => {
        await db.updateTable('audit_node').set({ seen_at: now().toISOString() }).where('node', '=', node).execute()
        return db.selectFrom('change').selectAll().execute()
      })
      const before = seen
      seen = new Map(found.map(({ name, number }) => [name, number]))
      for (const [name, number] of seen) if (before.size > 0 && before.get(name) !== number) for (const listener of listeners) listener(name)
    } catch {
      // The database is lost; the store says so. What was changed meanwhile is seen when it is back.
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  return {
    look,
    on: (listener: (name: ChangeName) => void) => void listeners.push(listener),
    /** Takes all as changed at the next look. */
    again: () => {
      seen = new Map([...seen.keys()].map((name) => [name, -1]))
    },
    stop: () => clearInterval(timer),
  }
}
