import { hash } from 'node:crypto'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type StateDialect, stateMigrations, statementsOf } from '../../server/access/state-schema.ts'

/** Of each released version, the hashes of what it says to SQLite and to PostgreSQL. A new version adds a line; a line that is here never changes. */
const released: readonly (readonly [sqlite: string, postgres: string])[] = [
  ['3db5c62c8e41377f', '3faedd465b04ddd4'],
  ['2feb8e415b61920a', '84937695a493b584'],
  ['54d214a831994d01', 'e3b0c44298fc1c14'],
  ['7b6ea530ae5b9a8a', '26f91599a42d6245'],
  ['8c72f464d0abc1a4', 'b96d1efaf5a9499b'],
  ['d1e77876930dd53f', 'd1e77876930dd53f'],
  ['632b099d74b8a772', 'cc205f113756f765'],
  ['a9dc534facf16062', '060810452a623134'],
  ['719483549252c8bd', '719483549252c8bd'],
]

test('what a released version made of the tables is never written otherwise: its installations have it already', () => {
  const of = (dialect: StateDialect): string[] => stateMigrations.map((one) => hash('sha256', statementsOf(one, dialect).join('\n')).slice(0, 16))
  const [sqlite, postgres] = [of('sqlite'), of('postgres')]
  expect(sqlite.map((one, version) => [one, postgres[version]])).toEqual(released)
})

test('SQLite holds every value of the state to the type of its column, and a project shows what its document says', () => {
  const database = new Database(':memory:')
  for (const migration of stateMigrations) for (const statement of statementsOf(migration, 'sqlite')) database.exec(statement)
  expect(() => database.exec("INSERT INTO session (token, proof, key, expires_at) VALUES (x'00', x'00', 'uno', '')")).toThrow(/cannot store TEXT/)
  const document = JSON.stringify({ name: 'Obra', reference: '12/26', geo_id: 'ES-28079', checks: [{}, {}] })
  const shown = database
    .prepare(
      "INSERT INTO project (id, created_at, updated_at, document) VALUES ('una', '', '', ?) RETURNING name, reference, geo_id, checks, revision, bytes",
    )
    .get(document)
  expect(shown).toEqual({ name: 'Obra', reference: '12/26', geo_id: 'ES-28079', checks: 2, revision: 1, bytes: 0 })
  database.close()
})
