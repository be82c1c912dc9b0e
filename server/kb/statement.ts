import type Database from 'better-sqlite3'
import { type Compilable, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { PackTables } from './schema.ts'

/** Builds SQL only: queries are compiled once and run on kept statements (building one at each request costs twenty times more). */
export const pack = new Kysely<PackTables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** A kept statement. The query's parameters are placeholders, bound in the order they were written in. */
export interface Statement<Row> {
  get(...parameters: (string | number)[]): Row | undefined
  all(...parameters: (string | number)[]): Row[]
}

/** Compiles a query and keeps its statement, with the row type of the query. */
export function prepared<Row>(database: Database.Database, query: Compilable<Row>): Statement<Row> {
  const statement = database.prepare<(string | number)[], Row>(query.compile().sql)
  return { get: (...parameters) => statement.get(...parameters), all: (...parameters) => statement.all(...parameters) }
}
