import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compressed, encodingFor } from '../../server/api/compression.ts'
import type { RequestContext } from '../../server/api/request-context.ts'
import { desktop, network, startService } from '../service.ts'

const contextOf = (caller: RequestContext['caller']) => ({ caller }) as RequestContext
const accepting = (header?: string) => new Request('http://localhost/', header === undefined ? {} : { headers: { 'accept-encoding': header } })

describe('the encoding of an answer', () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip,br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=1', 'gzip'],
    ['br;q=0.000', undefined],
    ['br;q=0., gzip;q=0.001', 'gzip'],
    ['br;q=0;x=1, gzip', 'gzip'],
    ['identity, deflate', undefined],
    ['xbr, gzipped', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for a caller that accepts «%s» is %s', (header, encoding) => {
    expect(encodingFor(contextOf(network), accepting(header))).toBe(encoding)
  })

  test('is none within the program, whatever is accepted', () => {
    for (const caller of [desktop, { kind: 'terminal' } as const]) expect(encodingFor(contextOf(caller), accepting('br, gzip'))).toBeUndefined()
  })
})

describe('a body', () => {
  const pack = (body: string, header: string) => compressed(contextOf(network), accepting(header), body)

  test('of 1400 characters is compressed, a shorter one is sent as it is', async () => {
    expect(await pack('a'.repeat(1399), 'br')).toEqual({ body: 'a'.repeat(1399), headers: {} })
    for (const [name, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { body, headers } = await pack('a'.repeat(1400), name)
      expect([headers, unpack(body as Uint8Array).toString(), body.length < 200]).toEqual([{ 'Content-Encoding': name }, 'a'.repeat(1400), true])
    }
  })

  test('that was compressed before is not compressed again, and each encoding is kept for itself', async () => {
    const encoded = new Map()
    const body = 'a'.repeat(2000)
    const packed = async (header: string) => (await compressed(contextOf(network), accepting(header), body, encoded)).body
    const first = await packed('br')
    expect(await packed('br')).toBe(first)
    expect(gunzipSync((await packed('gzip')) as Uint8Array).toString()).toBe(body)
    expect([...encoded.keys()]).toEqual(['br', 'gzip'])
  })
})

test.each(['/api/v1/normativa/cte/cte-db-he', '/trpc/listZones?input=%7B%22zone%22%3A%22radon_zone%22%7D'])(
  '%s is the same text compressed or not, with a weak tag of its own where it is compressed',
  async (path) => {
    const { get } = startService()
    const plain = await get(path, { 'accept-encoding': 'identity' })
    const packed = await get(path, { 'accept-encoding': 'br' })
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'br'])
    expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(await plain.text())
    expect(packed.headers.get('etag')).toBe(`W/${plain.headers.get('etag')}`)
    expect(packed.headers.get('vary')).toContain('Accept-Encoding')
    const known = { 'if-none-match': `"other", ${packed.headers.get('etag')}`, 'accept-encoding': 'br' }
    expect((await get(path, known)).status).toBe(304)
    expect((await get(path, { 'if-none-match': '*' })).status).toBe(304)
  },
)
