import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import type { LogLine } from '../../server/api/dependencies.ts'
import { hotReload } from '../../server/api/hot-reload.ts'
import { readConfig } from '../../server/config/config.ts'
import type { Caller } from '../../server/http/caller.ts'
import type { KnowledgeBase } from '../../server/kb/open.ts'
import { type Bases, openBases } from '../../server/packs/bases.ts'
import { formatPublicKey, generateKeys } from '../../server/packs/minisign.ts'
import { openService, type Service } from '../../server/service.ts'
import { declaredOnly } from '../declared-problems.ts'
import { bodyOf, desktop, flatRoof, type Json, network } from '../service.ts'
import { baseFile, dataFolder, flipped, type SignedPack, sign, signedPack } from './test-packs.ts'

const first = signedPack(baseFile('2026.12.0', '2026-12-01'))
const second = signedPack(baseFile('2026.12.1', '2026-12-01'))

let service: Service
let bases: Bases
let folder: string
const lines: LogLine[] = []
const start = (): void => {
  folder = dataFolder()
  const config = { ...readConfig({ PLOMADA_DATA: folder }), packFile: inject('packFile') }
  service = openService(config, (line) => lines.push(line))
  isOpen = true
  bases = openBases(config)
}
let isOpen = false
afterEach(() => {
  if (isOpen) service.close()
  isOpen = false
})

const call = (path: string, body?: unknown) =>
  declaredOnly(service.app, (requestId) => lines.findLast((line) => line.request_id === requestId)?.operation).fetch(
    new Request(
      `http://localhost${path}`,
      body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    ),
    desktop,
  )
const install = ({ bytes, signature }: SignedPack) => call('/api/v1/admin/base', { pack: bytes.toString('base64'), signature })
const answered = async (): Promise<string> => {
  const response = await call('/api/v1/verify', flatRoof)
  const { kb } = (await bodyOf(response)) as { kb: { version: string } }
  expect(response.headers.get('knowledge-base')).toMatch(new RegExp(`^${kb.version};`))
  return kb.version
}

describe('a running server', () => {
  test('answers the next request from a newly installed pack, also one installed by another process', async () => {
    start()
    const own = await answered()
    const response = await install(first)
    expect(response.status).toBe(200)
    expect(await bodyOf(response)).toMatchObject({
      because: 'Instalada y en uso',
      held: [
        { version: '2026.12.0', in_use: true, origin: 'installed' },
        { version: own, in_use: false, origin: 'shipped' },
      ],
      trusted_keys: [{ origin: 'added' }],
    })
    expect(await answered()).toBe('2026.12.0')
    bases.install(second.bytes, second.signature)
    expect(await answered()).toBe('2026.12.1')
    expect((await call('/api/v1/admin/base/rollback', {})).status).toBe(200)
    expect(await answered()).toBe('2026.12.0')
  })

  test('reports the new base everywhere', async () => {
    start()
    const tag = async (path: string) => (await call(path)).headers.get('etag')
    const before = { openapi: await tag('/openapi.json'), meta: await tag('/api/v1/meta') }
    await install(second)
    const after = { openapi: await tag('/openapi.json'), meta: await tag('/api/v1/meta') }
    expect(after.openapi).not.toBe(before.openapi)
    expect(after.meta).not.toBe(before.meta)
    expect(await bodyOf(await call('/api/v1/meta'))).toMatchObject({ kb: { version: '2026.12.1' }, reference_date: '2026-12-01' })
  })

  test('rejects an invalid pack with its reason, and continues with the old one', async () => {
    start()
    await install(first)
    const response = await install({ ...second, bytes: flipped(second.bytes, 5000) })
    expect(response.status).toBe(422)
    expect(await bodyOf(response)).toMatchObject({
      code: 'base-refused',
      detail: expect.stringContaining('La firma no es de este fichero'),
      errors: [{ code: 'signature-wrong' }],
    })
    expect(await answered()).toBe('2026.12.0')
  })

  test('continues with the open base if its file is damaged, and logs it once', async () => {
    start()
    await install(first)
    expect(await answered()).toBe('2026.12.0')
    writeFileSync(join(folder, 'packs', 'current.json'), 'hola')
    lines.length = 0
    expect(await answered()).toBe('2026.12.0')
    expect(await answered()).toBe('2026.12.0')
    expect(lines.filter(({ operation }) => operation === 'base')).toMatchObject([{ error: expect.stringContaining('current.json') }])
  })

  test('trusts keys added by the desktop only', async () => {
    start()
    const other = generateKeys()
    const pack = sign(second.bytes, other)
    expect((await install(pack)).status).toBe(422)
    const { text } = service.store.keys.issue({ name: 'admin', scopes: ['admin'], expiresAt: null })
    const give = (key: string, caller: Caller) =>
      service.app.fetch(
        new Request('http://localhost/api/v1/admin/base/trusted-keys', {
          method: 'POST',
          body: JSON.stringify({ public_key: key }),
          headers: { authorization: `Bearer ${text}`, host: 'localhost', 'content-type': 'application/json' },
        }),
        caller,
      )
    expect(await bodyOf(await give(formatPublicKey(other), network))).toMatchObject({ code: 'desktop-only' })
    expect(await bodyOf(await give('hola', desktop))).toMatchObject({ code: 'base-refused', errors: [{ code: 'no-public-key' }] })
    expect((await install(pack)).status).toBe(422)
    expect((await give(formatPublicKey(other), desktop)).status).toBe(200)
    expect((await install(pack)).status).toBe(200)
  })

  test('changes the base for administrators only', async () => {
    start()
    const { text } = service.store.keys.issue({ name: 'lector', scopes: ['read', 'verify', 'ask'], expiresAt: null })
    const response = await service.app.fetch(
      new Request('http://localhost/api/v1/admin/base/rollback', {
        method: 'POST',
        body: '{}',
        headers: { authorization: `Bearer ${text}`, host: 'localhost', 'content-type': 'application/json' },
      }),
      network,
    )
    expect(response.status).toBe(403)
  })

  test('neither loses nor mixes answers while the base changes under load', async () => {
    start()
    await install(first)
    let isChanging = true
    const seen = new Set<string>()
    const asking = Array.from({ length: 16 }, async () => {
      while (isChanging) {
        seen.add(await answered())
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    // A busy machine may answer nothing between two changes: go on until both bases have answered.
    for (let time = 0; time < 6 || (seen.size < 2 && time < 60); time++) {
      const { bytes, signature } = time % 2 === 0 ? second : first
      bases.install(bytes, signature)
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    isChanging = false
    await Promise.all(asking)
    expect([...seen].sort()).toEqual(['2026.12.0', '2026.12.1'])
  }, 30_000)
})

describe('hotReload()', () => {
  test('finishes requests on the base they began with, and then closes it', async () => {
    const files = [baseFile('1'), baseFile('2')]
    let turn = 0
    const waiting: (() => void)[] = []
    const opened: KnowledgeBase[] = []
    const holder = hotReload({
      file: () => files[turn] ?? '',
      stamp: () => String(turn),
      serve: (kb) => {
        opened.push(kb)
        return {
          fetch: async () => {
            await new Promise<void>((resolve) => waiting.push(resolve))
            return new Response(`${kb.meta.version} ${kb.geography.list({}).length > 0}`)
          },
        }
      },
      onError: (error) => {
        throw error
      },
    })
    const ask = async () => (await holder.fetch(new Request('http://localhost/'), desktop)).text()
    const [one, two] = [ask(), ask()]
    turn = 1
    const three = ask()
    const places = (kb: KnowledgeBase | undefined) => kb?.geography.list({}).length
    waiting[0]?.()
    expect(await one).toBe('1 true')
    expect(places(opened[0])).toBeGreaterThan(0)
    waiting[1]?.()
    expect(await two).toBe('1 true')
    expect(() => places(opened[0])).toThrow(/not open/)
    waiting[2]?.()
    expect(await three).toBe('2 true')
    holder.close()
  })
})

test('never replaces a base configured by the operator', async () => {
  folder = dataFolder()
  const config = readConfig({ PLOMADA_DATA: folder, PLOMADA_KB: inject('packFile') })
  service = openService(config, () => undefined)
  isOpen = true
  const own = await answered()
  const body: Json = await bodyOf(await install(first))
  expect(body).toMatchObject({ because: 'Se pidió con --kb o PLOMADA_KB', held: [{ origin: 'asked', in_use: true }, { version: '2026.12.0' }] })
  expect(await answered()).toBe(own)
  expect(readFileSync(join(folder, 'packs', 'current.json'), 'utf8')).toContain('current')
})
