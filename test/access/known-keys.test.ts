import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { knownKeys } from '../../server/access/known-keys.ts'

test('a key that was let in is remembered until this process changes a key', () => {
  const known = knownKeys<string>(new Database(':memory:'))
  expect(known.get('plm_una')).toBeUndefined()
  known.add('plm_una', 'una')
  known.add('plm_otra', 'otra')
  expect([known.get('plm_una'), known.get('plm_otra')]).toEqual(['una', 'otra'])
  known.forget()
  expect([known.get('plm_una'), known.get('plm_otra')]).toEqual([undefined, undefined])
})

test('a key that was let in is forgotten within 20 ms after another process writes', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'plomada-known-')), 'plomada.db')
  const [own, other] = [new Database(file), new Database(file)]
  own.exec('CREATE TABLE access_key (id INTEGER)')
  const known = knownKeys<string>(own)
  known.get('plm_una')
  known.add('plm_una', 'una')
  own.exec('INSERT INTO access_key VALUES (1)')
  expect(known.get('plm_una')).toBe('una')
  other.exec('INSERT INTO access_key VALUES (2)')
  expect(known.get('plm_una')).toBe('una')
  await setTimeout(21)
  expect(known.get('plm_una')).toBeUndefined()
  for (const database of [own, other]) database.close()
})

test('at most twenty thousand keys are remembered: then all of them are asked for again', () => {
  const known = knownKeys<number>(new Database(':memory:'))
  known.get('plm_0')
  for (let index = 0; index < 20_000; index++) known.add(`plm_${index}`, index)
  expect([known.get('plm_0'), known.get('plm_19999')]).toEqual([0, 19_999])
  known.add('plm_20000', 20_000)
  expect([known.get('plm_0'), known.get('plm_19999'), known.get('plm_20000')]).toEqual([undefined, undefined, 20_000])
})
