import type { Kysely } from 'kysely'
import { type AuditPosition, genesisHash, type StoredLine } from '../audit-line.ts'
import { isSignedBy, signedCheckpoint } from '../audit-signature.ts'
import type { ChainReader } from '../audit-verification.ts'
import type { SigningKey } from '../signing-key.ts'
import type { SharedDatabase } from './connection.ts'
import type { SharedTables } from './schema.ts'

const lineColumns = ['seq', 'at', 'text', 'hash'] as const
const checkpointColumns = ['seq', 'hash', 'previous_seq', 'previous_hash', 'key_id', 'signature'] as const

/** The chain of one node, for verification. */
export function readChain(
  database: SharedDatabase,
  node: string,
  settings: Pick<ChainReader, 'earlierKeys' | 'publicKey' | 'retentionSettings'>,
): ChainReader & { head(): Promise<StoredLine | undefined> } {
  return {
    ...settings,
    after: (seq, limit) =>
      database.run((db) =>
        db.selectFrom('audit_line').select(lineColumns).where('node', '=', node).where('seq', '>', seq).orderBy('seq').limit(limit).execute(),
      ),
    head: () => database.run((db) => lastLine(db, node)),
    checkpointsIn: (after, through) =>
      database.run((db) =>
        db
          .selectFrom('audit_checkpoint')
          .select(checkpointColumns)
          .where('node', '=', node)
          .where('seq', '>', after)
          .where('seq', '<=', through)
          .orderBy('seq')
          .execute(),
      ),
    anchor: () =>
      database.run(async (db) => {
        const { seq, hash, at, signed } = await db.selectFrom('audit_node').selectAll().where('node', '=', node).executeTakeFirstOrThrow()
        return seq === 0 ? undefined : { seq, hash, at: at ?? undefined, signed }
      }),
  }
}

/** The last line of a chain. */
function lastLine(db: Kysely<SharedTables>, node: string): Promise<StoredLine | undefined> {
  return db.selectFrom('audit_line').select(lineColumns).where('node', '=', node).orderBy('seq', 'desc').limit(1).executeTakeFirst()
}

/**
 * Signs the end of a chain. Signs nothing if the checkpoint before is missing or invalid, so that verification reports the damage. Returns the number of
 * lines that are not signed.
 */
export function signChain(database: SharedDatabase, node: string, key: SigningKey): Promise<number> {
  return database.inTransaction(async (db) => {
    const head = await db.selectFrom('audit_node').selectAll().where('node', '=', node).forUpdate().executeTakeFirstOrThrow()
    const previous = await db
      .selectFrom('audit_checkpoint')
      .select(checkpointColumns)
      .where('node', '=', node)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    const signed = previous?.seq ?? 0
    if (signed >= head.seq) return 0
    const isDamaged = signed < head.signed || (previous !== undefined && !(await isIntact(db, node, previous)))
    if (isDamaged || (previous?.key_id === key.id && !isSignedBy(previous, key.publicKey))) return head.seq - signed
    const { seq: previous_seq, hash: previous_hash } = previous ?? { seq: 0, hash: genesisHash }
    await db
      .insertInto('audit_checkpoint')
      .values({ node, ...signedCheckpoint(key, { seq: head.seq, hash: head.hash, previous_seq, previous_hash }) })
      .execute()
    await db.updateTable('audit_node').set({ signed: head.seq }).where('node', '=', node).execute()
    return 0
  })
}

/** True if the line of a checkpoint is unchanged, or was removed by retention. */
async function isIntact(db: Kysely<SharedTables>, node: string, { seq, hash }: AuditPosition): Promise<boolean> {
  const line = await db
    .selectFrom('audit_line')
    .select(['seq', 'hash'])
    .where('node', '=', node)
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return line?.seq === seq ? line.hash === hash : line !== undefined
}
