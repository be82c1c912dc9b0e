import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { openSigningKey } from '../../server/access/signing-key.ts'
import { openStore } from '../../server/access/store.ts'
import { checkKeyList, type KeyList, standingOf } from '../../server/certificate/key-list.ts'
import { runCli } from '../../server/cli.ts'
import { testApp } from '../declared-problems.ts'
import { flatRoof, network, realBase } from '../service.ts'
import { timeAuthority } from './time-authority.ts'

const temporary = () => mkdtempSync(join(tmpdir(), 'plomada-keys-'))

async function run(folder: string, ...args: string[]) {
  const [out, err]: string[][] = [[], []]
  const code = await runCli(args, {
    environment: { PLOMADA_DATA: folder, PLOMADA_KB: inject('packFile') },
    out: (text) => out?.push(text),
    err: (text) => err?.push(text),
  })
  return { code, out: out?.join('\n') ?? '', err: err?.join('\n') ?? '' }
}

/** An installation, its public key, and a certificate that it signed; and a folder of somebody else. */
async function installation() {
  const [folder, elsewhere] = [temporary(), temporary()]
  const store = openStore(folder, () => new Date())
  const kb = realBase()
  const app = testApp({ kb, store, rate: undefined, allowedHosts: [] })
  const { text } = store.keys.issue({ name: 'obra', scopes: ['verify'], expiresAt: null })
  const certify = async (name: string): Promise<string> => {
    const headers = { authorization: `Bearer ${text}`, host: 'localhost', 'content-type': 'application/json' }
    const body = JSON.stringify({ ...flatRoof, include: ['certificate'] })
    const response = await app.fetch(new Request('http://localhost/api/v1/verify', { method: 'POST', headers, body }), network)
    const file = join(elsewhere, name)
    writeFileSync(file, await response.text())
    return file
  }
  const publicKey = (name: string): string => {
    const file = join(elsewhere, name)
    writeFileSync(file, openSigningKey(folder).publicKey)
    return file
  }
  const list = async (name: string): Promise<string> => {
    const file = join(elsewhere, name)
    writeFileSync(file, (await run(folder, 'certificate', 'keys')).out)
    return file
  }
  const end = (): void => {
    store.close()
    kb.close()
  }
  return { folder, elsewhere, store, certify, publicKey, list, end }
}

/** Checks a certificate in an installation that has never seen the issuer. */
const check = (file: string, ...flags: string[]) => run(temporary(), 'certificate', 'check', file, ...flags)

describe('a replaced signing key', () => {
  test('is followed from the old key to the new one, and what both signed holds', async () => {
    const { folder, store, certify, publicKey, list, end } = await installation()
    const [before, old] = [await certify('antes.json'), publicKey('vieja.pem')]
    expect(await run(folder, 'certificate', 'rotate', '--overlap', '30')).toMatchObject({ code: 0, out: expect.stringContaining('sustituida') })
    // The running service signs with the new key from now on.
    const [after, fresh, keys] = [await certify('después.json'), publicKey('nueva.pem'), await list('claves.json')]
    const ids = [before, after].map((file) => JSON.parse(readFileSync(file, 'utf8')).certificate.key_id)
    expect(ids[0]).not.toBe(ids[1])
    for (const trusted of [old, fresh])
      for (const [file, why] of [
        [before, 'overlap'],
        [after, 'current'],
      ] as const) {
        const checked = await check(file, '--keys', keys, '--public-key', trusted, '--json')
        expect(JSON.parse(checked.out), `${trusted} ${file}`).toMatchObject({ holds: true, key_trusted: true, key_standing: why, same: true })
        expect(checked.code).toBe(0)
      }
    // Without the list the other key is a stranger's.
    expect(await check(before, '--public-key', fresh)).toMatchObject({ code: 1 })
    // The audit that the old key signed is still good.
    expect(await run(folder, 'audit', 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('íntegro') })
    expect((await run(folder, 'audit', 'export')).out).toContain('signing key rotate')
    expect(store.storedKeyList()).toBe(readFileSync(join(folder, 'keys', 'signing-keys.json'), 'utf8'))
    end()
    expect(await check(before, '--keys', keys, '--public-key', fresh)).toMatchObject({ code: 0, out: expect.stringContaining('todavía admitida') })
  })

  test('is told as old when the overlap is over', async () => {
    const { folder, certify, list, publicKey, end } = await installation()
    const file = await certify('antes.json')
    await run(folder, 'certificate', 'rotate', '--overlap', '0')
    const checked = await check(file, '--keys', await list('claves.json'), '--public-key', publicKey('nueva.pem'))
    expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('No dice cuándo se firmó') })
    end()
  })
})

describe('a revoked signing key', () => {
  test('certifies nothing more, unless a time stamp proves that it was there before', async () => {
    const { folder, elsewhere, certify, list, publicKey, end } = await installation()
    const [file, old] = [await certify('antes.json'), publicKey('vieja.pem')]
    const tsa = timeAuthority('ec')
    const ca = join(elsewhere, 'tsa.pem')
    writeFileSync(ca, tsa.authority)
    expect(await run(folder, 'timestamp', 'request', file)).toMatchObject({ code: 0 })
    writeFileSync(`${file}.tsr`, tsa.answer(readFileSync(`${file}.tsq`)))
    expect(await run(folder, 'timestamp', 'check', file, '--tsa', ca)).toMatchObject({ code: 0, out: expect.stringContaining('Existía el') })
    expect(await run(folder, 'timestamp', 'check', file)).toMatchObject({ code: 1, out: expect.stringContaining('SIN CONFIANZA') })
    const id = openSigningKey(folder).id
    const today = new Date().toISOString().slice(0, 10)
    expect(await run(folder, 'certificate', 'revoke', id, '--from', today, '--reason', 'portátil robado')).toMatchObject({
      code: 0,
      out: expect.stringContaining('portátil robado'),
    })
    const [keys, fresh] = [await list('claves.json'), publicKey('nueva.pem')]
    const stamped = ['--timestamp', `${file}.tsr`, '--tsa', ca]
    expect(await check(file, '--keys', keys, '--public-key', fresh)).toMatchObject({
      code: 1,
      err: expect.stringContaining('nada prueba que se firmara antes'),
    })
    // The stamp is of today, the day from which the key is not to be believed.
    expect(await check(file, '--keys', keys, '--public-key', fresh, ...stamped)).toMatchObject({
      code: 1,
      err: expect.stringContaining('el sello de tiempo es del'),
    })
    // The same by a list that revokes it from tomorrow on: the day is not over for the clock of the test, so the list is asked directly.
    const read = JSON.parse(readFileSync(keys, 'utf8')) as KeyList
    const later = { ...read, keys: read.keys.map((key) => ({ ...key, revoked_from: key.revoked_from === null ? null : '2999-01-01T00:00:00.000Z' })) }
    const now = new Date()
    expect(standingOf(later, id, { stampedAt: now, now })).toEqual({ isGood: true, why: 'before-revocation' })
    expect(standingOf(later, id, { stampedAt: new Date('2999-01-01T00:00:00Z'), now })).toEqual({ isGood: false, why: 'revoked' })
    expect(standingOf(later, id, { stampedAt: undefined, now })).toEqual({ isGood: false, why: 'revoked-without-time' })
    expect(standingOf(later, 'otra', { stampedAt: now, now })).toEqual({ isGood: false, why: 'unlisted' })
    // Who trusts the stolen key alone learns nothing from the list: its thief could have written one.
    expect(await check(file, '--keys', keys, '--public-key', old)).toMatchObject({ code: 2, err: expect.stringContaining('ni esta la traspasó') })
    // The installation itself knows without being given the list.
    expect(await run(folder, 'certificate', 'check', file)).toMatchObject({ code: 1, err: expect.stringContaining('revocada') })
    const after = await certify('después.json')
    expect(await check(after, '--keys', keys, '--public-key', fresh)).toMatchObject({ code: 0 })
    // A stamp that does not hold, or whose authority is not given, is refused.
    writeFileSync(`${after}.tsr`, readFileSync(`${file}.tsr`))
    expect(await check(after, '--keys', keys, '--public-key', fresh, '--timestamp', `${after}.tsr`, '--tsa', ca)).toMatchObject({
      code: 2,
      err: expect.stringContaining('otro documento'),
    })
    expect(await check(after, '--keys', keys, '--public-key', fresh, '--timestamp', `${after}.tsr`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--tsa'),
    })
    end()
  })

  test('that was stamped before the day holds', async () => {
    const { folder, elsewhere, certify, list, publicKey, end } = await installation()
    const file = await certify('antes.json')
    const tsa = timeAuthority('ec')
    const ca = join(elsewhere, 'tsa.pem')
    writeFileSync(ca, tsa.authority)
    await run(folder, 'timestamp', 'request', file)
    writeFileSync(`${file}.tsr`, tsa.answer(readFileSync(`${file}.tsq`)))
    const id = openSigningKey(folder).id
    await run(folder, 'certificate', 'rotate')
    const { revokeSigningKey } = await import('../../server/certificate/rotate-key.ts')
    const tomorrow = new Date(Date.now() + 86_400_000)
    revokeSigningKey(folder, openSigningKey(folder), { id, from: tomorrow, reason: null, now: new Date() })
    const checked = await check(
      file,
      '--keys',
      await list('claves.json'),
      '--public-key',
      publicKey('nueva.pem'),
      '--timestamp',
      `${file}.tsr`,
      '--tsa',
      ca,
    )
    expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('un sello de tiempo prueba que existía') })
    end()
  })
})

describe('a list of keys', () => {
  test('with any field changed, added or left out does not hold', async () => {
    const folder = temporary()
    openStore(folder, () => new Date()).close()
    await run(folder, 'certificate', 'rotate')
    const text = (await run(folder, 'certificate', 'keys')).out
    const trusted = openSigningKey(folder).publicKey
    expect(checkKeyList(text, trusted)).toHaveProperty('list')
    const list = JSON.parse(text) as KeyList
    const [first, second] = list.keys
    if (first === undefined || second === undefined) throw new TypeError('The list has two keys')
    const changed: readonly unknown[] = [
      { ...list, issued_at: '2026-01-01T00:00:00.000Z' },
      { ...list, keys: [first] },
      { ...list, keys: [second, first] },
      { ...list, keys: [first, { ...second, overlap_until: null }] },
      { ...list, keys: [first, { ...second, state: 'revoked' }] },
      { ...list, keys: [first, { ...second, public_key: first.public_key }] },
      { ...list, keys: [first, second, second] },
      { ...list, more: 1 },
      { ...list, signature: list.handed_over?.signature },
    ]
    for (const one of changed) expect(checkKeyList(JSON.stringify(one), trusted), JSON.stringify(one)).toHaveProperty('error')
    expect(checkKeyList('{', trusted)).toEqual({ error: 'not-a-list' })
    expect(checkKeyList(text, openSigningKey(undefined).publicKey)).toEqual({ error: 'other-key' })
  })

  test('is verified with OpenSSL alone', async () => {
    const [folder, elsewhere] = [temporary(), temporary()]
    openStore(folder, () => new Date()).close()
    await run(folder, 'certificate', 'rotate')
    const at = (name: string) => join(elsewhere, name)
    writeFileSync(at('list.json'), (await run(folder, 'certificate', 'keys')).out)
    writeFileSync(at('key.pem'), openSigningKey(folder).publicKey)
    const script = `jq -jcS 'del(.signature, .handed_over)' list.json > statement && jq -r .signature list.json | base64 -d > signature &&
      openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in statement -sigfile signature`
    expect(execFileSync('sh', ['-c', script], { cwd: elsewhere, encoding: 'utf8' })).toContain('Successfully')
  })

  test('is served to whoever has a key, and is empty until a key is replaced', async () => {
    const { folder, store, end } = await installation()
    const app = testApp({ kb: realBase(), store, rate: undefined, allowedHosts: [] })
    const { text } = store.keys.issue({ name: 'otra', scopes: ['ask'], expiresAt: null })
    const get = async () => {
      const headers = { authorization: `Bearer ${text}`, host: 'localhost' }
      return (await app.fetch(new Request('http://localhost/api/v1/claves-de-firma', { headers }), network)).json()
    }
    expect(await get()).toEqual({ list: null })
    await run(folder, 'certificate', 'rotate')
    expect(await get()).toEqual({ list: JSON.parse((await run(folder, 'certificate', 'keys')).out) })
    end()
  })
})

test('a replacement that is cut short is finished, or undone, by the next reader', async () => {
  const folder = temporary()
  openStore(folder, () => new Date()).close()
  const keys = (name: string) => join(folder, 'keys', name)
  const first = openSigningKey(folder).id
  // Cut before the list was stored.
  const other = temporary()
  openSigningKey(other)
  writeFileSync(keys('next.key'), readFileSync(join(other, 'keys', 'certificate.key')))
  expect(openSigningKey(folder).id).toBe(first)
  // Cut after it.
  await run(folder, 'certificate', 'rotate')
  const second = openSigningKey(folder).id
  writeFileSync(keys('next.key'), readFileSync(keys('certificate.key')))
  rmSync(keys('certificate.key'))
  expect(openSigningKey(folder).id).toBe(second)
  expect(second).not.toBe(first)
})

test('wrong uses are told', async () => {
  const folder = temporary()
  openStore(folder, () => new Date()).close()
  expect(await run(folder, 'certificate', 'revoke')).toMatchObject({ code: 2, err: expect.stringContaining('Falta qué clave') })
  expect(await run(folder, 'certificate', 'revoke', 'abc')).toMatchObject({ code: 2, err: expect.stringContaining('--from') })
  expect(await run(folder, 'certificate', 'revoke', 'abc', '--from', '2999-01-01')).toMatchObject({ code: 2 })
  expect(await run(folder, 'certificate', 'revoke', 'abc', '--from', '2026-01-01')).toMatchObject({
    code: 1,
    err: expect.stringContaining('No hay ninguna clave de firma «abc»'),
  })
  expect(await run(folder, 'certificate', 'rotate', '--overlap', 'mucho')).toMatchObject({ err: expect.stringContaining('--overlap') })
  expect(await run(folder, 'timestamp', 'get', 'README.md')).toMatchObject({ code: 2, err: expect.stringContaining('--url') })
})
