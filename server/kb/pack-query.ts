import type Database from 'better-sqlite3'
import { type Compilable, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { PackTables } from './pack-schema.ts'

/** Builds queries, does not run them: each is compiled once into a prepared statement (building it at each request costs twenty times more). */
export const queryBuilder = new Kysely<PackTables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** A prepared statement. The parameter values in the query are placeholders; the real ones are bound in the same order. */
export interface Statement<Row> {
  get(...parameters: (string | number)[]): Row | undefined
  all(...parameters: (string | number)[]): Row[]
}

/** A query that is compiled and prepared when first run: a command runs few of them. Rows have the type of the query. */
export function prepared<Row>(database: Database.Database, query: () => Compilable<Row>): Statement<Row> {
  let statement: Database.Statement<(string | number)[], Row> | undefined
  const open = (): Database.Statement<(string | number)[], Row> => {
    statement ??= database.prepare<(string | number)[], Row>(query().compile().sql)
    return statement
  }
  return { get: (...parameters) => open().get(...parameters), all: (...parameters) => open().all(...parameters) }
}
