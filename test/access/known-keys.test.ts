import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import { knownKeys } from '../../server/access/known-keys.ts'

afterEach(() => vi.useRealTimers())

test('a key that was let in is remembered until this process changes a key', () => {
  const known = knownKeys<string>(new Database(':memory:'))
  expect(known.get('plm_una')).toBeUndefined()
  known.add('plm_una', 'una')
  known.add('plm_otra', 'otra')
  expect([known.get('plm_una'), known.get('plm_otra')]).toEqual(['una', 'otra'])
  known.forget()
  expect([known.get('plm_una'), known.get('plm_otra')]).toEqual([undefined, undefined])
})

test('a key that was let in is forgotten within 20 ms after another process writes', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const file = join(mkdtempSync(join(tmpdir(), 'plomada-known-')), 'plomada.db')
  const [own, other] = [new Database(file), new Database(file)]
  own.exec('CREATE TABLE access_key (id INTEGER)')
  const known = knownKeys<string>(own)
  known.get('plm_una')
  known.add('plm_una', 'una')
  own.exec('INSERT INTO access_key VALUES (1)')
  expect(known.get('plm_una')).toBe('una')
  other.exec('INSERT INTO access_key VALUES (2)')
  vi.advanceTimersByTime(19)
  expect(known.get('plm_una')).toBe('una')
  vi.advanceTimersByTime(1)
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
