import { createPublicKey } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Audit, lineSink } from '../audit.ts'
import { type AuditEntry, type AuditLine, type AuditPosition, parseLine, type StoredLine, sealLine } from '../audit-line.ts'
import { type Sink, SinkError, sinkLine } from '../audit-sink.ts'
import type { SigningKey } from '../signing-key.ts'
import { storageErrorKind } from '../storage-error.ts'
import type { Deferred, Store } from '../store.ts'
import { auditUnavailable } from '../strict-audit.ts'
import { readChain, signChain } from './audit-chain.ts'
import type { SharedDatabase } from './connection.ts'
import type { SharedTables } from './schema.ts'

interface Settings {
  readonly node: string
  readonly now: () => Date
  /** Lines older than this many days are removed; 0 keeps all. */
  readonly keepDays: number
  readonly signingKey: SigningKey
  readonly sink: Sink | undefined
  readonly isSinkRequired: boolean
}

/** The audit of a node. */
export interface SharedAudit extends Deferred<Audit> {
  /** As `Store.atomically`. */
  atomically: Store['atomically']
  close(): Promise<void>
}

interface Waiting {
  readonly entry: AuditEntry
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const signAfterMs = 5000
const mostAtOnce = 1000
const dayMs = 86_400_000

/**
 * Opens the audit of a node in a database that nodes share. Each node has a chain of its own. Lines that come while others are written are written
 * together after them, in one transaction.
 */
export function openSharedAudit(database: SharedDatabase, settings: Settings): SharedAudit {
  const { node, now, keepDays, signingKey } = settings
  const { isSinkRequired } = settings
  const sink = lineSink(isSinkRequired ? undefined : settings.sink)
  const add = async (db: Kysely<SharedTables>, entries: readonly Addition[]): Promise<readonly StoredLine[]> => {
    const lines = await addLines(db, entries, { node, at: now(), keepDays })
    if (isSinkRequired) settings.sink?.take(lines.map(sinkLine))
    return lines
  }
  const publicKey = (): string => createPublicKey(signingKey.publicKey).export({ format: 'pem', type: 'spki' }).toString()
  const reading = { publicKey, earlierKeys: () => [], retentionSettings: () => ({ now: now(), keepDays }) }
  const waiting: Waiting[] = []
  let writing: Promise<void> | undefined
  let unlisted = 0
  let unsigned = 0
  let lastError: string | undefined
  let timer: NodeJS.Timeout | undefined
  const sign = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    try {
      unsigned = await signChain(database, node, signingKey)
    } catch (error) {
      // Signed when the next line is written.
      if (storageErrorKind(error) === undefined) throw error
    }
  }
  const write = async (turn: readonly Waiting[]): Promise<void> => {
    const counted = unlisted
    const entries = turn.map(({ entry }, index) => (index > 0 || counted === 0 ? entry : { ...entry, unlisted: counted }))
    try {
      const lines = await database.inTransaction((db) => add(db, entries))
      unlisted -= counted
      unsigned += lines.length
      lastError = sink(lines) ? undefined : 'sink'
      for (const { resolve } of turn) resolve()
      timer ??= setTimeout(sign, signAfterMs).unref()
    } catch (error) {
      unlisted += turn.length
      lastError = errorName(error)
      for (const { reject } of turn) reject(error)
    }
  }
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) await write(waiting.splice(0, mostAtOnce))
    writing = undefined
  }
  const appendInTurn = (entry: AuditEntry): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject })
      writing ??= new Promise<void>((done) => setImmediate(() => done(writeAll())))
    })
  const atomically: Store['atomically'] = async (change, entryOf) => {
    const counted = unlisted
    let lines: readonly StoredLine[] = []
    const value = await database.inTransaction(async (db) => {
      const changed = await change()
      const entry = entryOf(changed)
      if (entry === undefined) return changed
      try {
        lines = await add(db, [counted === 0 ? entry : { ...entry, unlisted: counted }])
      } catch (error) {
        lastError = errorName(error)
        throw auditUnavailable(error)
      }
      return changed
    })
    if (lines.length === 0) return value
    unlisted -= counted
    unsigned += lines.length
    lastError = sink(lines) ? undefined : 'sink'
    timer ??= setTimeout(sign, signAfterMs).unref()
    return value
  }
  const nodes = (): Promise<string[]> =>
    database.run(async (db) =>
      (await db.selectFrom('audit_node').select('node').where('seq', '>', 0).orderBy('node').execute()).map((one) => one.node),
    )
  return {
    ...readChain(database, node, reading),
    append: appendInTurn,
    atomically,
    appendInTurn,
    chains: async () => (await nodes()).map((name) => ({ node: name, ...readChain(database, name, reading) })),
    countUnlisted: () => {
      unlisted++
    },
    newest: (before, limit) =>
      database.run(async (db) => {
        const rows = await db.selectFrom('audit_line').selectAll().where('number', '<', before).orderBy('number', 'desc').limit(limit).execute()
        return rows.map((row) => ({ ...parseLine(row), number: row.number }))
      }),
    count: () =>
      database.run(
        async (db) =>
          (
            await db
              .selectFrom('audit_line')
              .select((build) => build.fn.countAll<number>().as('lines'))
              .executeTakeFirstOrThrow()
          ).lines,
      ),
    sign,
    lag: () => ({ unwritten: unlisted + waiting.length, unsigned }),
    lastError: () => lastError,
    async close() {
      await writing
      clearTimeout(timer)
      if (unsigned > 0) await sign()
    },
  }
}

function errorName(error: unknown): string {
  return error instanceof SinkError ? 'sink' : (storageErrorKind(error) ?? 'internal')
}

type Addition = AuditEntry & Pick<AuditLine, 'unlisted' | 'removed_through'>

/** Adds lines to the chain of a node. On the first of a day, removes those that are too old and says so in a line of its own. */
async function addLines(
  db: Kysely<SharedTables>,
  entries: readonly Addition[],
  { node, at, keepDays }: { readonly node: string; readonly at: Date; readonly keepDays: number },
): Promise<readonly StoredLine[]> {
  // The lock keeps two processes of a node from forking its chain.
  const head = await db.selectFrom('audit_node').selectAll().where('node', '=', node).forUpdate().executeTakeFirstOrThrow()
  const removal = await removeOld(db, { node, headAt: head.at, today: at.toISOString().slice(0, 10), keepDays })
  let before: AuditPosition = head
  const lines = [...removal, ...entries].map((entry) => {
    const seq = before.seq + 1
    const stamp = { seq, at: at.toISOString() }
    const line = { ...stamp, ...sealLine({ ...entry, ...stamp, node, previous: before.hash }) }
    before = line
    return line
  })
  await db
    .insertInto('audit_line')
    .values(lines.map((line) => ({ node, ...line })))
    .execute()
  await db.updateTable('audit_node').set({ seq: before.seq, hash: before.hash, at: at.toISOString() }).where('node', '=', node).execute()
  return lines
}

/** Removes the lines that are older than so many days before the last one, and returns the line that records it. */
async function removeOld(
  db: Kysely<SharedTables>,
  { node, headAt, today, keepDays }: { readonly node: string; readonly headAt: string | null; readonly today: string; readonly keepDays: number },
): Promise<Addition[]> {
  if (keepDays === 0 || headAt === null || headAt.slice(0, 10) >= today) return []
  const cutoff = new Date(Date.parse(headAt) - keepDays * dayMs).toISOString()
  const last = await db
    .selectFrom('audit_line')
    .selectAll()
    .where('node', '=', node)
    .where('at', '<', cutoff)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return []
  const { numDeletedRows } = await db.deleteFrom('audit_line').where('node', '=', node).where('seq', '<=', last.seq).executeTakeFirst()
  await db.deleteFrom('audit_checkpoint').where('node', '=', node).where('seq', '<=', last.seq).execute()
  const { seq, hash, at } = last
  return [
    {
      who: { kind: 'service' },
      address: null,
      operation: 'audit retention',
      subject: null,
      status: null,
      request_id: null,
      removed_through: { seq, hash, at, lines: Number(numDeletedRows), because: { days: keepDays } },
    },
  ]
}
