import { describe, expect, test } from 'vitest'
import { parseDecimal } from '../../server/engine/decimal.ts'
import type { Request } from '../../server/engine/outcome.ts'
import { allOf, prepare } from '../../server/engine/prepared.ts'
import { verify } from '../../server/engine/verify.ts'
import { placeIn, smallBook } from './small-book.ts'

const values = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }))
const book = smallBook({
  elements: [
    { id: 'puerta', label: 'Puerta' },
    { id: 'ventana', label: 'Ventana' },
  ],
  parameters: [
    { id: 'anchura', label: 'Anchura', unit: 'm' },
    { id: 'numero', label: 'Número', integer: true },
    { id: 'razon', label: 'Razón' },
  ],
  dimensions: [
    { id: 'uso', label: 'Uso', type: 'enum', values, default: 'a' },
    { id: 'zona', label: 'Zona', type: 'enum', values },
    { id: 'altura', label: 'Altura', type: 'number', default: '3' },
  ],
  rules: [
    { id: 'exenta', value: { const: '1' }, exempt: [{ when: { uso: ['a', 'b'], zona: 'c' }, text: 'salvo en c' }] },
    { id: 'alta', element: 'ventana', value: { dimension: 'altura' } },
    { id: 'cuenta', element: 'ventana', parameter: 'numero', unit: '1' },
    { id: 'parte', element: 'ventana', parameter: 'razon', unit: '1' },
  ],
})
const place = placeIn(null)
const request = (parts: Partial<Request> = {}): Request => ({
  ...{ element: 'puerta', parameter: 'anchura', value: parseDecimal('2'), unit: 'm', place, context: {}, asOf: '2024-01-01', codes: [] },
  ...parts,
})

describe('what a request settles besides its value', () => {
  test('is worked out once for all its values, and anew where anything else differs', () => {
    const first = prepare(book, request())
    expect(prepare(book, request({ value: parseDecimal('9') }))).toBe(first)
    for (const other of [
      { context: { zona: 'a' } },
      { asOf: '2024-01-02' },
      { place: placeIn(null) },
      { unit: 'cm' },
      { codes: [{ slug: 'd' }] },
      { codes: [{ slug: 'd', version: '1' }] },
    ])
      expect(prepare(book, request(other)), JSON.stringify(other)).not.toBe(first)
    expect(prepare(book, request({ codes: [{ slug: 'd' }] }))).not.toBe(prepare(book, request({ codes: [{ slug: 'd', version: '1' }] })))
  })

  test('are the data that take their default, which are named, and those that are stated otherwise', () => {
    const prepared = (context: Request['context']) => {
      const found = prepare(book, request({ context }))
      if ('kind' in found) throw new Error(found.kind)
      return { assumed: [...found.assumed], stated: [...found.stated], uso: found.known.get('uso') }
    }
    expect(prepared({})).toEqual({ assumed: ['uso'], stated: [], uso: 'a' })
    // Who states the default says no more than who is silent.
    expect(prepared({ uso: 'a' })).toEqual({ assumed: [], stated: [], uso: 'a' })
    expect(prepared({ uso: 'b' })).toEqual({ assumed: [], stated: ['uso'], uso: 'b' })
    expect(prepared({ zona: 'a' })).toMatchObject({ stated: ['zona'] })
  })

  test('is the unit: none for what is counted, and one for a ratio', () => {
    const kindOf = (parameter: string, unit: string) => {
      const found = prepare(book, request({ element: 'ventana', parameter, unit }))
      return 'kind' in found ? found.kind : found.unit.kind
    }
    expect([kindOf('numero', ''), kindOf('numero', ' '), kindOf('razon', ''), kindOf('anchura', '')]).toEqual([
      '1',
      '1',
      'unit-mismatch',
      'unit-mismatch',
    ])
    expect(kindOf('anchura', 'cm')).toBe('m1')
  })
})

test('an exception is asked for where the request states a part of it with another value than the default', () => {
  const verdict = (context: Request['context']) => {
    const found = verify(book, request({ context }))
    return found.kind === 'verdict' ? found.findings.map(({ complies }) => complies) : found.kind
  }
  expect([verdict({}), verdict({ uso: 'a' })]).toEqual([[false], [false]])
  expect(verdict({ uso: 'b' })).not.toEqual([false])
})

test('a rule of what the thing may also be is told where the case is open, if it may refuse the value', () => {
  const gates = smallBook({
    elements: [
      { id: 'puerta', label: 'Puerta' },
      { id: 'cancela', label: 'Cancela', also: [{ element: 'puerta', when: { zona: ['a'] } }] },
    ],
    parameters: [{ id: 'anchura', label: 'Anchura', unit: 'm' }],
    dimensions: [{ id: 'zona', label: 'Zona', type: 'enum', values }],
    rules: [{ id: 'propia', element: 'cancela', value: { const: '10' } }, { id: 'de-puerta' }],
  })
  const aside = (value: string, context: Request['context'] = {}) => {
    const found = verify(gates, request({ element: 'cancela', value: parseDecimal(value), context }))
    return found.kind === 'verdict' ? found.aside.map(({ rule }) => rule.id) : found.kind
  }
  expect([aside('4'), aside('2'), aside('4', { zona: 'b' })]).toEqual([['de-puerta'], [], []])
})

test('every name that some things have is told once, in order', () => {
  expect([
    ...allOf(
      [
        ['b', 'a'],
        ['a', 'c'],
      ],
      (one) => one,
    ),
  ]).toEqual(['b', 'a', 'c'])
})
