import { expect, test } from 'vitest'
import { parseDecimal } from '../../server/engine/decimal.ts'
import { verify } from '../../server/engine/verify.ts'
import { placeFor } from '../../server/operations/place-for.ts'
import { realBase } from '../service.ts'

const kb = realBase()
const request = {
  element: 'escalera',
  parameter: 'anchura',
  value: parseDecimal('1'),
  unit: 'm',
  place: placeFor(kb, 'ES-28079'),
  asOf: kb.meta.referenceDate,
  codes: [{ slug: 'cte-db-sua' }],
}
const told = { tipo_uso: 'restringido' }
const text = (outcome: unknown): string =>
  JSON.stringify(outcome, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value instanceof Map || value instanceof Set ? [...value] : value,
  )

test('what was worked out for a context is used again only where everything but the value is the same', () => {
  const changes = [
    {},
    { value: parseDecimal('0.5') },
    { value: parseDecimal('0.8') },
    { asOf: '2007-01-01' },
    { codes: [] },
    { codes: [{ slug: 'cte-db-sua', version: '2019' }] },
    { place: placeFor(kb, 'ES-08019') },
    { parameter: 'huella' },
    { element: 'rampa' },
    { unit: 'kg' },
  ]
  // One after the other, so that each could be given what was kept for the one before.
  const shared = changes.map((change) => text(verify(kb.book, { ...request, ...change, context: told })))
  const fresh = changes.map((change) => text(verify(kb.book, { ...request, ...change, context: { ...told } })))
  expect(shared).toEqual(fresh)
  expect(new Set(fresh).size).toBe(changes.length)
})
