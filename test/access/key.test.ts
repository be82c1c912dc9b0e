import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isWellFormed } from '../../server/access/key.ts'
import { openStore } from '../../server/access/store.ts'
import { ServiceError } from '../../server/errors/service-error.ts'
import { bodyOf, desktop, flatRoof, network, startService } from '../service.ts'

const day = 86_400_000

describe('keys', () => {
  test('a request without a key is rejected with an explanation of how to send one', async () => {
    const { app } = startService()
    const response = await app.fetch(new Request('http://localhost/api/v1/meta', { headers: { host: 'localhost' } }), network)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="plomada"')
    expect(await bodyOf(response)).toMatchObject({ code: 'key-missing', type: '/problems/key-missing' })
  })

  test('the desktop needs no key, and no header turns a network caller into the desktop', async () => {
    const { app, get } = startService()
    expect((await app.fetch(new Request('http://localhost/api/v1/meta'), desktop)).status).toBe(200)
    expect((await get('/api/v1/meta', { authorization: '', 'x-caller': 'desktop', 'x-forwarded-for': '127.0.0.1' })).status).toBe(401)
  })

  test('a wrong checksum is rejected before any lookup', async () => {
    const service = startService()
    const broken = `${service.key.slice(0, -1)}${service.key.endsWith('0') ? '1' : '0'}`
    let lookedUp = false
    const keys = { ...service.keys, authenticate: service.keys.authenticate }
    expect(isWellFormed(service.key)).toBe(true)
    expect(isWellFormed(broken)).toBe(false)
    for (const row of keys.list()) lookedUp ||= row.last_used_at !== null
    const response = await service.get('/api/v1/meta', { authorization: `Bearer ${broken}` })
    expect(await bodyOf(response)).toMatchObject({ status: 401, code: 'key-malformed' })
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(lookedUp || service.keys.list().some((row) => row.last_used_at !== null)).toBe(false)
  })

  test('a well-formed key of another installation is unknown', async () => {
    const [one, other] = [startService(), startService()]
    expect(await bodyOf(await one.get('/api/v1/meta', { authorization: `Bearer ${other.key}` }))).toMatchObject({ status: 401, code: 'key-invalid' })
  })

  test('a key works until the moment it expires', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const { keys, get } = startService({ now: () => now })
    const { text } = keys.issue({ name: 'corta', scopes: ['read'], expiresAt: new Date(now.getTime() + day) })
    const ask = async () => (await get('/api/v1/meta', { authorization: `Bearer ${text}` })).status
    now = new Date('2026-01-01T23:59:59.999Z')
    expect(await ask()).toBe(200)
    now = new Date('2026-01-02T00:00:00Z')
    expect(await bodyOf(await get('/api/v1/meta', { authorization: `Bearer ${text}` }))).toMatchObject({ status: 401, code: 'key-expired' })
  })

  test('a revoked key is rejected at once and stays revoked', async () => {
    const { keys, get } = startService()
    const { text, key } = keys.issue({ name: 'obra', scopes: ['read'], expiresAt: null })
    expect((await get('/api/v1/meta', { authorization: `Bearer ${text}` })).status).toBe(200)
    const first = keys.revoke(String(key.id))
    expect(keys.revoke('obra')?.revoked_at).toBe(first?.revoked_at)
    expect(await bodyOf(await get('/api/v1/meta', { authorization: `Bearer ${text}` }))).toMatchObject({ status: 401, code: 'key-revoked' })
  })

  test('the answer to a key without the scope names the missing scope', async () => {
    const { keys, post } = startService()
    const { text } = keys.issue({ name: 'lector', scopes: ['read'], expiresAt: null })
    const response = await post('/api/v1/verify', flatRoof, { authorization: `Bearer ${text}` })
    expect(await bodyOf(response)).toMatchObject({ status: 403, code: 'scope-missing', detail: expect.stringContaining('verify') })
  })

  test('rotating gives a key with the same name, scopes and term, and revokes the old one', async () => {
    const now = new Date('2026-01-01T00:00:00Z')
    const { keys, get } = startService({ now: () => now })
    const old = keys.issue({ name: 'programa', scopes: ['read', 'verify'], expiresAt: new Date(now.getTime() + 30 * day) })
    const fresh = keys.rotate('programa')
    expect(fresh?.key).toMatchObject({ name: 'programa', scopes: ['read', 'verify'], expires_at: old.key.expires_at })
    expect((await get('/api/v1/meta', { authorization: `Bearer ${old.text}` })).status).toBe(401)
    expect((await get('/api/v1/meta', { authorization: `Bearer ${fresh?.text}` })).status).toBe(200)
    expect(keys.rotate('nadie')).toBeUndefined()
  })

  test('is named by its number, its first characters or its name; of those with one name the last that is in force', () => {
    const { keys } = startService()
    const issue = (name: string) => keys.issue({ name, scopes: ['read'], expiresAt: null }).key
    const [one, two, three] = [issue('obra'), issue('obra'), issue('obra')]
    expect(keys.revoke(three.prefix)).toMatchObject({ id: three.id })
    expect(keys.rotate('obra')?.key).toMatchObject({ name: 'obra' })
    expect(keys.list().find(({ id }) => id === two.id)).toMatchObject({ revoked_at: expect.any(String) })
    expect(keys.list().find(({ id }) => id === one.id)).toMatchObject({ revoked_at: null })
    const fresh = keys.list().at(-1)
    expect([keys.revoke('obra')?.id, keys.revoke('obra')?.id]).toEqual([fresh?.id, one.id])
    // None is in force: the last one was revoked already.
    expect(keys.revoke('obra')).toMatchObject({ id: fresh?.id })
    expect([keys.revoke(one.prefix)?.id, keys.revoke(String(two.id))?.id, keys.revoke('obr')]).toEqual([one.id, two.id, undefined])
    // A number or first characters go before a name that is the same.
    const named = issue(String(one.id))
    expect([keys.revoke(String(one.id))?.id, keys.revoke(String(named.id))?.id]).toEqual([one.id, named.id])
  })

  test('the last use is written at most once a minute', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const { keys, get } = startService({ now: () => now })
    const { text, key } = keys.issue({ name: 'uso', scopes: ['read'], expiresAt: null })
    const used = async (at: string) => {
      now = new Date(at)
      await get('/api/v1/meta', { authorization: `Bearer ${text}` })
      return keys.list().find(({ id }) => id === key.id)?.last_used_at
    }
    expect(await used('2026-01-01T00:00:10Z')).toBe('2026-01-01T00:00:10.000Z')
    expect(await used('2026-01-01T00:01:09Z')).toBe('2026-01-01T00:00:10.000Z')
    expect(await used('2026-01-01T00:01:10Z')).toBe('2026-01-01T00:01:10.000Z')
  })

  test('no state file and no log line contains the text of a key', async () => {
    const { key, folder, get, post, lines } = startService()
    await get('/api/v1/meta')
    await post('/api/v1/verify', flatRoof)
    const secret = key.slice(12)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) expect(readFileSync(join(entry.parentPath, entry.name)).includes(secret), entry.name).toBe(false)
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(lines.at(-1)).toMatchObject({ operation: 'verify', status: 200, request_id: expect.any(String), ms: expect.any(Number) })
  })

  test('a key over its rate limit is rejected with Retry-After until the limit refills; other keys are not affected', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const { keys, get } = startService({ now: () => now, perMinute: 3 })
    const other = keys.issue({ name: 'otra', scopes: ['read'], expiresAt: null })
    for (const left of [2, 1, 0]) expect((await get('/api/v1/meta')).headers.get('ratelimit')).toContain(`r=${left}`)
    const refused = await get('/api/v1/meta')
    expect(await bodyOf(refused)).toMatchObject({ status: 429, code: 'rate-limited' })
    expect(Number(refused.headers.get('retry-after'))).toBe(20)
    expect((await get('/api/v1/meta', { authorization: `Bearer ${other.text}` })).status).toBe(200)
    now = new Date(now.getTime() + 20_000)
    expect((await get('/api/v1/meta')).status).toBe(200)
  })

  test('guessing keys from one address hits a rate limit before any expensive lookup', async () => {
    const now = new Date('2026-01-01T00:00:00Z')
    const { get } = startService({ now: () => now, perMinute: 2 })
    const codes = []
    for (let time = 0; time < 3; time++) codes.push((await get('/api/v1/meta', { authorization: 'Bearer plm_wrong' })).status)
    expect(codes).toEqual([401, 401, 429])
  })
})

describe('a remembered key', () => {
  const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const reasonOf = (act: () => unknown): unknown => {
    try {
      act()
      return undefined
    } catch (error) {
      return error instanceof ServiceError ? error.code : error
    }
  }
  /** Two connections to one folder, as two processes have, and a key that the first remembers. */
  async function twoProcesses() {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-keys-'))
    const [serving, other] = [openStore(folder, () => new Date()), openStore(folder, () => new Date())]
    const { text, key } = serving.keys.issue({ name: 'obra', scopes: ['read'], expiresAt: null })
    for (let times = 0; times < 3; times++) {
      expect(serving.keys.authenticate(text).id).toBe(key.id)
      await nextTurn()
    }
    return { serving, other, text, key }
  }

  test('is rejected at once after this process revokes or rotates it', async () => {
    const one = await twoProcesses()
    one.serving.keys.revoke('obra')
    expect(reasonOf(() => one.serving.keys.authenticate(one.text))).toBe('key-revoked')
    const two = await twoProcesses()
    const fresh = two.serving.keys.rotate('obra')
    expect(reasonOf(() => two.serving.keys.authenticate(two.text))).toBe('key-revoked')
    expect(two.serving.keys.authenticate(fresh?.text ?? '').name).toBe('obra')
    for (const { serving, other } of [one, two]) [serving, other].map((store) => store.close())
  })

  test('is rejected within 20 ms after another process revokes or rotates it', async () => {
    for (const change of ['revoke', 'rotate'] as const) {
      const { serving, other, text } = await twoProcesses()
      serving.keys.authenticate(text)
      other.keys[change]('obra')
      await setTimeout(21)
      expect(
        reasonOf(() => serving.keys.authenticate(text)),
        change,
      ).toBe('key-revoked')
      for (const store of [serving, other]) store.close()
    }
  })

  test('does not let in another key with the same first characters', async () => {
    const { serving, other, text } = await twoProcesses()
    const body = `${text.slice(0, 20)}${text.slice(20, -6).split('').reverse().join('')}`
    const alike = wellFormedLike(body)
    expect(isWellFormed(alike)).toBe(true)
    expect(reasonOf(() => serving.keys.authenticate(alike))).toBe(alike === text ? undefined : 'key-invalid')
    expect(serving.keys.authenticate(text).name).toBe('obra')
    for (const store of [serving, other]) store.close()
  })
})

/** A body with its checksum. */
function wellFormedLike(body: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let rest = crc32(body)
  let digits = ''
  for (let digit = 0; digit < 6; digit++) {
    digits = `${alphabet[rest % 62]}${digits}`
    rest = Math.floor(rest / 62)
  }
  return `${body}${digits}`
}
