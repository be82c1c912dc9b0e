import {
  type ColumnDefinitionBuilder,
  type Compilable,
  type CreateTableBuilder,
  DummyDriver,
  type Generated,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'

/** The tables of keys, sessions and projects, which embedded SQLite and PostgreSQL have alike. */
export interface StateTables {
  access_key: {
    id: Generated<number>
    name: string
    prefix: string
    hash: Uint8Array
    scopes: string
    created_at: string
    expires_at: string | null
    last_used_at: string | null
    revoked_at: string | null
    /** JSON array of the projects that it is limited to; null: none. */
    project_ids: string | null
    reading_only: Generated<number>
    team: string | null
  }
  session: { number: Generated<number>; token: Uint8Array; proof: Uint8Array; key: number; expires_at: string }
  /** `name`, `reference`, `geo_id` and `checks` are those of the document; SQLite computes them when it is written. */
  project: {
    number: Generated<number>
    id: string
    revision: Generated<number>
    created_at: string
    updated_at: string
    document: string
    name: string
    reference: string
    geo_id: string
    checks: number
    /** The key that last wrote it; null for the local user. */
    owner: number | null
    bytes: Generated<number>
    /** Who wrote the revision (JSON of `Author`). */
    written_by: string | null
    /** When it was put in the bin; null: it is in use. */
    deleted_at: string | null
    deleted_by: string | null
  }
  /** Earlier revisions of projects. `by` is who wrote it, at `at`; `owner` is the key among them. */
  project_revision: {
    number: Generated<number>
    project: string
    revision: number
    at: string
    by: string | null
    owner: number | null
    bytes: number
    document: string
    /** JSON array of the ids of its photographs; null where an earlier version of the program wrote it. */
    photos: string | null
  }
  /** Photographs of checks. `owner` is the key that added it; null for the local user. */
  photo: {
    number: Generated<number>
    project: string
    id: string
    check_id: string
    caption: string
    type: string
    width: number
    height: number
    bytes: number
    sha256: string
    added_at: string
    added_by: string
    owner: number | null
    content: Uint8Array
    /** When it was taken out of its project; null: it is in use. */
    removed_at: string | null
  }
}

type Builder = Kysely<Record<string, Record<string, unknown>>>
export type StateDialect = 'sqlite' | 'postgres'
type Migration = (on: Target) => readonly Compilable[]

/** What a migration is written for. */
interface Target {
  readonly dialect: StateDialect
  readonly db: Builder
  /** A table whose first column numbers its rows. */
  numbered(table: string, column: string): CreateTableBuilder<string, string>
  readonly bytes: 'blob' | 'bytea'
  /** Ends a table: SQLite then holds values to the types of their columns. */
  strict<Table extends CreateTableBuilder<string, string>>(table: Table): Compilable
}

/** Each entry migrates the tables of keys, sessions and projects to the next version. Never change a released entry. */
export const stateMigrations: readonly Migration[] = [
  ({ db, numbered, bytes, strict }) => [
    strict(
      numbered('access_key', 'id')
        .addColumn('name', 'text', required)
        .addColumn('prefix', 'text', required)
        .addColumn('hash', sql.raw(bytes), (column) => column.notNull().unique())
        .addColumn('scopes', 'text', required)
        .addColumn('created_at', 'text', required)
        .addColumn('expires_at', 'text')
        .addColumn('last_used_at', 'text')
        .addColumn('revoked_at', 'text'),
    ),
    db.schema.createIndex('access_key_prefix').on('access_key').column('prefix'),
  ],
  // The columns that a list shows are computed once, when a document is written. PostgreSQL's JSON cannot hold every text, so there the program fills them.
  ({ dialect, numbered, strict }) => {
    const shown =
      (expression: string) =>
      (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
        dialect === 'sqlite' ? column.generatedAlwaysAs(sql.raw(expression)).stored() : column.notNull()
    return [
      strict(
        numbered('project', 'number')
          .addColumn('id', 'text', (column) => column.notNull().unique())
          .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
          .addColumn('created_at', 'text', required)
          .addColumn('updated_at', 'text', required)
          .addColumn('document', 'text', required)
          .addColumn('name', 'text', shown("json_extract(document, '$.name')"))
          .addColumn('reference', 'text', shown("json_extract(document, '$.reference')"))
          .addColumn('geo_id', 'text', shown("json_extract(document, '$.geo_id')"))
          .addColumn('checks', 'integer', shown("json_array_length(document, '$.checks')")),
      ),
    ]
  },
  // The audit of SQLite is in files of its own; in PostgreSQL `audit_node` has the same.
  ({ dialect, db, strict }) =>
    dialect === 'postgres'
      ? []
      : [
          strict(
            db.schema
              .createTable('audit_anchor')
              .addColumn('one', 'integer', (column) => column.primaryKey().check(sql.raw('one = 1')))
              .addColumn('seq', 'integer', required)
              .addColumn('hash', 'text', required),
          ),
        ],
  // `signed`: number of the last signed line of the audit when the anchor was written. `owner`: the key that last wrote a project; null for the local user.
  ({ dialect, db }) => [
    ...(dialect === 'postgres'
      ? []
      : [
          db.schema.alterTable('audit_anchor').addColumn('at', 'text'),
          db.schema.alterTable('audit_anchor').addColumn('signed', 'integer', (column) => column.notNull().defaultTo(0)),
        ]),
    db.schema.alterTable('project').addColumn('owner', 'integer'),
    db.schema.alterTable('project').addColumn('bytes', 'integer', (column) => column.notNull().defaultTo(0)),
    db.updateTable('project').set({ bytes: sql`octet_length(document)` }),
    db.schema.createIndex('project_owner').on('project').columns(['owner', 'bytes']),
  ],
  ({ db, numbered, bytes, strict }) => [
    strict(
      numbered('session', 'number')
        .addColumn('token', sql.raw(bytes), (column) => column.notNull().unique())
        .addColumn('proof', sql.raw(bytes), required)
        .addColumn('key', 'integer', required)
        .addColumn('expires_at', 'text', required),
    ),
    db.schema.createIndex('session_key').on('session').columns(['key', 'number']),
  ],
  ({ db }) => [
    db.schema.alterTable('access_key').addColumn('project_ids', 'text'),
    db.schema.alterTable('access_key').addColumn('reading_only', 'integer', (column) => column.notNull().defaultTo(0)),
    db.schema.alterTable('access_key').addColumn('team', 'text'),
  ],
  ({ db, numbered, strict }) => [
    db.schema.alterTable('project').addColumn('written_by', 'text'),
    db.schema.alterTable('project').addColumn('deleted_at', 'text'),
    db.schema.alterTable('project').addColumn('deleted_by', 'text'),
    strict(
      numbered('project_revision', 'number')
        .addColumn('project', 'text', required)
        .addColumn('revision', 'integer', required)
        .addColumn('at', 'text', required)
        .addColumn('by', 'text')
        .addColumn('owner', 'integer')
        .addColumn('bytes', 'integer', required)
        .addColumn('document', 'text', required),
    ),
    db.schema.createIndex('project_revision_place').on('project_revision').columns(['project', 'revision']).unique(),
    db.schema.createIndex('project_revision_owner').on('project_revision').columns(['owner', 'bytes']),
  ],
  ({ db, numbered, bytes, strict }) => [
    strict(
      numbered('photo', 'number')
        .addColumn('project', 'text', required)
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('check_id', 'text', required)
        .addColumn('caption', 'text', required)
        .addColumn('type', 'text', required)
        .addColumn('width', 'integer', required)
        .addColumn('height', 'integer', required)
        .addColumn('bytes', 'integer', required)
        .addColumn('sha256', 'text', required)
        .addColumn('added_at', 'text', required)
        .addColumn('added_by', 'text', required)
        .addColumn('owner', 'integer')
        .addColumn('content', sql.raw(bytes), required),
    ),
    db.schema.createIndex('photo_project').on('photo').columns(['project', 'number']),
    db.schema.createIndex('photo_owner').on('photo').columns(['owner', 'bytes']),
  ],
  ({ db }) => [db.schema.alterTable('photo').addColumn('removed_at', 'text'), db.schema.alterTable('project_revision').addColumn('photos', 'text')],
]

/** Builds statements and runs none. What migrations say is written the same for both databases, so one compiler writes it. */
const db: Builder = new Kysely({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (inner) => new SqliteIntrospector(inner),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** The statements of a migration, for one dialect. */
export function statementsOf(migration: Migration, dialect: StateDialect): readonly string[] {
  return migration({
    dialect,
    db,
    bytes: dialect === 'sqlite' ? 'blob' : 'bytea',
    numbered: (table, name) =>
      db.schema
        .createTable(table)
        .addColumn(name, 'integer', (column) => (dialect === 'sqlite' ? column.primaryKey() : column.primaryKey().generatedAlwaysAsIdentity())),
    strict: (table) => (dialect === 'sqlite' ? table.modifyEnd(sql.raw('strict')) : table),
  }).map((one) => one.compile().sql)
}

function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull()
}
