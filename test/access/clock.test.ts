import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { openService, type Service } from '../../server/service.ts'
import { bodyOf, network } from '../service.ts'

const hour = 3_600_000
const noon = Date.parse('2026-11-21T12:00:00Z')
let service: Service

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  const data = mkdtempSync(join(tmpdir(), 'plomada-clock-'))
  service = openService(readConfig({ PLOMADA_DATA: data, PLOMADA_KB: inject('packFile'), PLOMADA_RATE: '5' }), () => undefined)
})
afterEach(() => {
  service.close()
  vi.useRealTimers()
})

const issue = (expiresAt: Date | null) => service.store.keys.issue({ name: 'obra', scopes: ['read'], expiresAt })
const ask = (key: string) =>
  service.app.fetch(new Request('http://localhost/api/v1/meta', { headers: { host: 'localhost', authorization: `Bearer ${key}` } }), network)

describe('the clock of the machine is set', () => {
  test.each([
    ['back an hour', -hour],
    ['forward an hour', hour],
    ['back to 1970', -noon],
  ])('%s: the rate limit of a key is neither stuck nor reset', async (_name, step) => {
    const { text } = issue(null)
    const before = [await ask(text), await ask(text), await ask(text)].map(({ status }) => status)
    vi.setSystemTime(noon + step)
    const after = [await ask(text), await ask(text), await ask(text)]
    expect([...before, ...after.map(({ status }) => status)]).toEqual([200, 200, 200, 200, 200, 429])
    expect(Number(after[2]?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  test('forward past the expiry of a key: it is expired; back again: it is valid again', async () => {
    const { text } = issue(new Date(noon + hour / 2))
    expect((await ask(text)).status).toBe(200)
    vi.setSystemTime(noon + hour)
    expect(await bodyOf(await ask(text))).toMatchObject({ status: 401, code: 'key-expired' })
    vi.setSystemTime(noon)
    expect((await ask(text)).status).toBe(200)
  })

  test('back an hour: a valid key stays valid, and an expired one is judged by the new time', async () => {
    const [long, short] = [issue(new Date(noon + hour)), issue(new Date(noon - hour / 2))]
    expect([(await ask(long.text)).status, (await ask(short.text)).status]).toEqual([200, 401])
    vi.setSystemTime(noon - hour)
    expect([(await ask(long.text)).status, (await ask(short.text)).status]).toEqual([200, 200])
  })

  test('back an hour: the last use of a key is recorded with the new time', async () => {
    const { text, key } = issue(null)
    await ask(text)
    vi.setSystemTime(noon - hour)
    await ask(text)
    expect(service.store.keys.list().find(({ id }) => id === key.id)?.last_used_at).toBe(new Date(noon - hour).toISOString())
  })
})
