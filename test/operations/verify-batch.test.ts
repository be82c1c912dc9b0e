import { describe, expect, test } from 'vitest'
import { withCpuSeconds } from '../cpu-time.ts'
import { bodyOf, flatRoof, type Json, startService } from '../service.ts'

const { post } = startService()
const path = '/api/v1/verify/batch'
const batch = async (items: readonly unknown[], headers = {}) => bodyOf(await post(path, { items }, headers))

describe('a batch', () => {
  test('gives each item, in order, the answer of verify for it alone', async () => {
    const items = [
      { ...flatRoof, value: 0.34, include: ['trace'] },
      { ...flatRoof, value: 0.35 },
      { ...flatRoof, value: 0.36 },
      { ...flatRoof, geo_id: 'ES-99999' },
      { ...flatRoof, unit: 'm' },
      { ...flatRoof, element: 'cubirta-plana' },
      { element: 'envolvente-termica', parameter: 'K', value: 0.4, unit: 'W/m²K', geo_id: 'ES-28079' },
      { ...flatRoof, color: 'rojo' },
      { ...flatRoof, value: null },
      7,
      null,
    ]
    const body = await batch(items)
    expect(body['summary']).toEqual({ total: 11, compliant: 2, non_compliant: 1, undecided: 8 })
    for (const [index, result] of (body['items'] as Json[]).entries()) {
      const alone = await bodyOf(await post('/api/v1/verify', items[index]))
      // Only a request of its own is offered pairs.
      const { type: _type, instance: _instance, request_id: _id, pairs: _pairs, ...rest } = alone
      const expected = 'code' in alone ? { index, outcome: 'problem', problem: rest } : { index, outcome: 'verdict', verdict: alone }
      if (typeof items[index] === 'object' && items[index] !== null) expect(result).toEqual(expected)
      else expect(result).toMatchObject({ index, outcome: 'problem', problem: { status: 422, code: 'validation', errors: [{ pointer: '' }] } })
    }
    expect((body['items'] as Json[]).slice(3, 8).map((one) => (one['problem'] as Json)['code'])).toEqual([
      'unknown-municipality',
      'unit-mismatch',
      'unknown-element',
      'indeterminate',
      'validation',
    ])
  })

  test('names a missing datum, a candidate and a unit for each item that lacks one', async () => {
    const { items } = await batch([
      { element: 'envolvente-termica', parameter: 'K', value: 0.4, unit: 'W/m²K', geo_id: 'ES-28079' },
      { ...flatRoof, element: 'cubirta-plana' },
      { ...flatRoof, unit: 'm' },
    ])
    expect(items).toMatchObject([
      { problem: { missing: expect.arrayContaining([expect.objectContaining({ field: 'uso' })]) } },
      { problem: { candidates: expect.arrayContaining(['cubierta-plana']) } },
      { problem: { accepted_units: ['W/m²K'] } },
    ])
  })

  test('is the same bytes for the same input, and names the base', async () => {
    const items = [flatRoof, { ...flatRoof, value: 'alto' }]
    const [one, two] = [await (await post(path, { items })).text(), await (await post(path, { items })).text()]
    expect(one).toBe(two)
    expect(JSON.parse(one)).toMatchObject({ kb: { id: 'plomada-es', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } })
    expect(one).not.toMatch(/request_id|\d{4}-\d{2}-\d{2}T/)
  })

  test('keeps every digit of a value', async () => {
    const digits = '0.35000000000000000000000000000001'
    const text = await (await post(path, JSON.stringify({ items: [flatRoof] }).replace('0.5', digits))).text()
    expect(text).toContain(`"provided_value":${digits}`)
    expect(text).toContain('"non_compliant":1')
  })

  test('answers in the language of the request', async () => {
    const title = async (language: string) => {
      const { items } = await batch([{ ...flatRoof, element: 'x' }], { 'accept-language': language })
      return (items as { problem: Json }[]).map(({ problem }) => problem['title'])
    }
    expect([await title('es'), await title('en')]).toEqual([['Elemento desconocido'], ['Unknown element']])
  })

  test.each([
    [0, 422],
    [1, 200],
    [999, 200],
    [1000, 200],
    [1001, 422],
  ])('of %i items answers %i', async (count, status) => {
    const response = await post(path, { items: Array.from({ length: count }, () => flatRoof) })
    expect(response.status).toBe(status)
    const body = await bodyOf(response)
    if (status === 200) expect(body).toMatchObject({ summary: { total: count, non_compliant: count } })
    else expect(body).toMatchObject({ code: 'validation', errors: [{ pointer: '/items' }] })
  })

  const largest = 4 * 1024 * 1024
  test.each([
    [largest - 1, 200],
    [largest, 200],
    [largest + 1, 413],
  ])('of %i bytes answers %i', async (bytes, status) => {
    const text = JSON.stringify({ items: [flatRoof] })
    const padded = text + ' '.repeat(bytes - Buffer.byteLength(text))
    const response = await post(path, padded)
    expect(response.status).toBe(status)
    if (status === 413) expect(await bodyOf(response)).toMatchObject({ code: 'too-large', detail: expect.stringContaining(String(largest)) })
  })

  test('rejects fields other than items', async () => {
    expect(await bodyOf(await post(path, { items: [flatRoof], geo_id: 'ES-28079' }))).toMatchObject({
      errors: [{ pointer: '/geo_id', code: 'unknown-field' }],
    })
  })

  test('with only unknown names blocks other requests for seconds, not minutes', async () => {
    const unknown = (item: number) => Object.fromEntries(Array.from({ length: 20 }, (_, field) => [`uso_${item}_${field}`, 'x']))
    const thousand = (change: (item: number) => Json) => Array.from({ length: 1000 }, (_, item) => ({ ...flatRoof, ...change(item) }))
    const elements = await withCpuSeconds(() => batch(thousand((item) => ({ element: `cubertia plnaa ${item} ${'abcdefghij '.repeat(9)}` }))))
    expect(elements.result['summary']).toMatchObject({ undecided: 1000 })
    const conditions = await withCpuSeconds(() => batch(thousand((item) => ({ context: unknown(item) }))))
    expect((conditions.result['items'] as Json[])[0]).toMatchObject({ problem: { code: 'validation' } })
    expect(elements.seconds + conditions.seconds).toBeLessThan(20)
  })
})
