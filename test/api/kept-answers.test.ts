import { describe, expect, test } from 'vitest'
import { keptAnswers } from '../../server/api/kept-answers.ts'
import { operationList } from '../../server/operations/index.ts'
import type { Context } from '../../server/operations/operation.ts'
import { startService } from '../service.ts'

const answer = (bytes: number) => ({ body: new Uint8Array(bytes), etag: '"x"', encoded: new Map() })
const mebibyte = 1024 * 1024

describe('answers that are kept', () => {
  test('at most 16 MiB are kept, the newest ones, and none over 4 MiB', () => {
    const kept = keptAnswers()
    for (let number = 0; number < 40; number++) kept.add(`answer ${number}`, answer(mebibyte))
    kept.add('large', answer(5 * mebibyte))
    kept.add('answer 39', answer(mebibyte))
    const left = Array.from({ length: 40 }, (_, number) => number).filter((number) => kept.get(`answer ${number}`) !== undefined)
    expect(left).toEqual(Array.from({ length: 16 }, (_, number) => 24 + number))
    expect(kept.get('large')).toBeUndefined()
  })

  test('operations whose answers are kept read the base, the language and the input alone', async () => {
    const { kb } = startService()
    const read = new Set<string>()
    for (const operation of operationList.filter(({ isOfBase }) => isOfBase))
      for (const example of Object.values(operation.examples)) {
        const context = new Proxy({ kb, language: 'es' } as unknown as Context, {
          get(target, name) {
            read.add(String(name))
            return Reflect.get(target, name)
          },
        })
        await operation.run(context, operation.input.parse(example))
      }
    expect([...read].filter((name) => !['kb', 'language'].includes(name))).toEqual([])
    expect(read.has('kb')).toBe(true)
  })

  test.each(['/api/v1/geo/ES-28079', '/api/v1/geo/ES-28079?altitude_m=900', '/api/v1/municipios?provincia=52', '/api/v1/zonas?zone=radon_zone'])(
    '%s is answered alike the second time, also compressed and by its tag',
    async (path) => {
      const { get } = startService()
      const [first, second, packed] = [await get(path), await get(path), await get(path, { 'accept-encoding': 'br' })]
      const etag = first.headers.get('etag') ?? ''
      expect(await second.text()).toBe(await first.text())
      expect(second.headers.get('etag')).toBe(etag)
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
      const again = await get(path, { 'accept-encoding': 'br' })
      expect(Buffer.from(await again.arrayBuffer()).equals(Buffer.from(await packed.arrayBuffer()))).toBe(true)
      expect(again.headers.get('content-encoding')).toBe(packed.headers.get('content-encoding'))
    },
  )
})
