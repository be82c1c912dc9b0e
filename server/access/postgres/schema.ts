import { type Compilable, DummyDriver, type Generated, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { OperatorError } from '../../errors/operator-error.ts'
import { type StateTables, stateMigrations, statementsOf } from '../state-schema.ts'
import type { SharedDatabase } from './connection.ts'

/** All tables of a database that nodes share: keys and projects, and what an installation of one node keeps in files. */
export interface SharedTables extends StateTables {
  /** How many migrations of each list were applied. */
  schema_version: { one: number; state: number; shared: number }
  /** Numbers that grow when what they are named after changes. Nodes look at them each second. */
  change: { name: ChangeName; number: number }
  /** The audit chain of each node: its last line and its last signed one. `seen_at`: when the node last wrote. */
  audit_node: { node: string; seq: number; hash: string; at: string | null; signed: number; seen_at: string }
  audit_line: { number: Generated<number>; node: string; seq: number; at: string; text: string; hash: string }
  audit_checkpoint: { node: string; seq: number; hash: string; previous_seq: number; previous_hash: string; key_id: string; signature: string }
  /** The private key of the installation (PEM). */
  secret: { name: string; text: string }
  /** The letterhead, as JSON. */
  office: { one: number; document: string }
  trusted_key: { id: string; text: string }
  pack: { sha256: string; bytes: Uint8Array; signature: string }
  /** The pack in use and the one before; null is that of the program. */
  pack_in_use: { one: number; current: string | null; previous: string | null }
}

export type ChangeName = 'keys' | 'packs' | 'trust'

const db = new Kysely<Record<string, Record<string, unknown>>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (one) => new PostgresIntrospector(one),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const one = () => sql`one = 1`

/** Each entry migrates the tables that only a shared database has to the next version. Never change a released entry. */
const sharedMigrations: readonly (() => readonly Compilable[])[] = [
  () => [
    db.schema
      .createTable('change')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('number', 'bigint', (column) => column.notNull()),
    db.insertInto('change').values(['keys', 'packs', 'trust'].map((name) => ({ name: sql.lit(name), number: sql.lit(1) }))),
    db.schema
      .createTable('audit_node')
      .addColumn('node', 'text', (column) => column.primaryKey())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('at', 'text')
      .addColumn('signed', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull()),
    db.schema
      .createTable('audit_line')
      .addColumn('number', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn('node', 'text', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addUniqueConstraint('audit_line_place', ['node', 'seq']),
    db.schema
      .createTable('audit_checkpoint')
      .addColumn('node', 'text', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('previous_seq', 'bigint', (column) => column.notNull())
      .addColumn('previous_hash', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('signature', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('audit_checkpoint_place', ['node', 'seq']),
    db.schema
      .createTable('secret')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull()),
    db.schema
      .createTable('trusted_key')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull()),
    db.schema
      .createTable('pack')
      .addColumn('sha256', 'text', (column) => column.primaryKey())
      .addColumn('bytes', 'bytea', (column) => column.notNull())
      .addColumn('signature', 'text', (column) => column.notNull()),
    db.schema
      .createTable('pack_in_use')
      .addColumn('one', 'integer', (column) => column.primaryKey().check(one()))
      .addColumn('current', 'text')
      .addColumn('previous', 'text'),
    db.schema
      .createTable('office')
      .addColumn('one', 'integer', (column) => column.primaryKey().check(one()))
      .addColumn('document', 'text', (column) => column.notNull()),
    db.insertInto('pack_in_use').values({ one: sql.lit(1), current: null, previous: null }),
  ],
]

/** Number of the advisory lock that nodes take while they migrate. */
const migrationLock = 4_780_001

/** Creates or migrates the tables. Nodes that start together wait for each other. Throws `OperatorError` if a newer version of the program wrote them. */
export function migrate(database: SharedDatabase): Promise<void> {
  return database.inTransaction(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction)
    await sql`create table if not exists schema_version (one integer primary key check (one = 1), state integer not null, shared integer not null)`.execute(
      transaction,
    )
    await sql`insert into schema_version values (1, 0, 0) on conflict do nothing`.execute(transaction)
    const { state, shared } = await transaction.selectFrom('schema_version').select(['state', 'shared']).executeTakeFirstOrThrow()
    if (state > stateMigrations.length || shared > sharedMigrations.length)
      throw new OperatorError({
        es: 'La base de datos de PLOMADA_STATE_URL es de una versión más nueva: use el programa más nuevo',
        en: 'The database of PLOMADA_STATE_URL is of a newer version: use the newer program',
      })
    for (const migration of stateMigrations.slice(state))
      for (const statement of statementsOf(migration, 'postgres')) await sql.raw(statement).execute(transaction)
    for (const migration of sharedMigrations.slice(shared)) for (const query of migration()) await sql.raw(literal(query)).execute(transaction)
    await transaction.updateTable('schema_version').set({ state: stateMigrations.length, shared: sharedMigrations.length }).execute()
  })
}

/** The text of a statement without parameters. */
function literal(query: Compilable): string {
  const { sql: text, parameters } = query.compile()
  if (parameters.every((parameter) => parameter === null)) return text.replace(/\$\d+/g, 'null')
  throw new TypeError('A migration has a parameter')
}
