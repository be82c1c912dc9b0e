import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import type { Book } from '../../server/engine/book.ts'
import type { ContextInput } from '../../server/engine/context.ts'
import { exactText } from '../../server/engine/decimal.ts'
import { type Building, openData, type PartOutcome, requirementsOf, requirementsOfElement, standingIn } from '../../server/engine/requirements.ts'
import { termsOf } from '../../server/engine/terms.ts'
import { placeIn, smallBook } from './small-book.ts'

type Rules = Parameters<typeof smallBook>[0]['rules']

const values = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
// In `e` the zone is always `a`.
const uses = [...values, { id: 'e', label: 'e', implies: { zona: 'a' } }]
function bookOf(...rules: Rules): Book {
  return smallBook({
    elements: [
      { id: 'puerta', label: 'Puerta' },
      { id: 'porton', label: 'Portón', broader: 'puerta' },
      { id: 'trampilla', label: 'Trampilla', sets: { uso: 'c' } },
      { id: 'cancela', label: 'Cancela', also: [{ element: 'puerta', when: { uso: ['a'] } }] },
    ],
    parameters: [{ id: 'anchura', label: 'Anchura', unit: 'm' }],
    dimensions: [
      { id: 'uso', label: 'Uso', type: 'enum', values: uses },
      { id: 'zona', label: 'Zona', type: 'enum', values },
      { id: 'abierto', label: 'Abierto', type: 'boolean', default: false },
      { id: 'nueva', label: 'Nueva', type: 'boolean', default: true },
      { id: 'altura', label: 'Altura', type: 'number', unit: 'm' },
      { id: 'peso', label: 'Peso', type: 'number', unit: 'kg' },
    ],
    tables: [
      {
        ...{ keys: ['uso'], header: ['uso', 'blanco', 'lleno'] },
        rows: [
          ['a', '—', '2'],
          ['b', '—', '2'],
          ['c', '—', '2'],
          ['e', '—', '2'],
        ],
      },
    ],
    thresholds: [
      { dimension: 'altura', rules: ['d/desde', 'd/hasta', 'd/entre'] },
      { dimension: 'peso', rules: ['d/otra'] },
    ],
    documents: [{}, { slug: 'acotado', outside: [{ when: { zona: ['c'] }, except: [], editions: [], text: 'en otra norma', section: 's' }] }],
    rules,
  })
}
const building = (context: ContextInput = {}, more: Partial<Building> = {}): Building => ({
  ...{ place: placeIn(null), asOf: '2024-01-01', codes: [], context, parts: [], absent: [] },
  ...more,
})
function outcomesOf(book: Book, of: Building) {
  const found = requirementsOf(book, of)
  if ('errors' in found) throw new Error(JSON.stringify(found.errors))
  return found.requirements.map(({ outcomes }) => outcomes)
}
/** What the first rule asks of the building itself. */
function outcome(book: Book, context: ContextInput = {}, more: Partial<Building> = {}): PartOutcome {
  const one = outcomesOf(book, building(context, more))[0]?.[0]?.outcome
  if (one === undefined) throw new Error('no rule')
  return one
}
const bounds = (one: PartOutcome): string[] => one.bounds.map(({ side, limit }) => `${side} ${typeof limit === 'string' ? limit : exactText(limit)}`)
const ofCell = (column: string) => ({ table: 't', match: { uso: 'uso' }, column })

describe('a rule whose figure is not verified', () => {
  const unread = (when: Rules[number]['when'] = {}): Book => bookOf({ when, verification: 'unverified' })
  test('is not held, with its figure, where it binds', () => {
    expect(outcome(unread())).toMatchObject({ standing: 'not_held', why: undefined, forbids: false })
    expect(bounds(outcome(unread()))).toEqual(['max 3'])
  })
  test('is not held where it is open whether it binds', () => {
    expect(outcome(unread({ uso: 'a' }))).toMatchObject({ standing: 'not_held', needs: ['uso'] })
  })
  test('does not apply where its conditions are not met', () => {
    expect(outcome(unread({ uso: 'a' }), { uso: 'b' })).toMatchObject({
      standing: 'does_not_apply',
      why: { kind: 'condition', dimension: 'uso', value: 'b' },
    })
  })
  test.each(['official_text', 'two_readers', 'single_reader'] as const)('one that is read (%s) applies', (verification) => {
    expect(outcome(bookOf({ verification })).standing).toBe('applies')
  })
})

describe('a rule that lacks data', () => {
  test('depends on them, with its cases, where they change what it asks', () => {
    const open = outcome(bookOf({ adjust: [{ when: { uso: 'a' }, add: '1' }] }))
    expect(open).toMatchObject({ standing: 'depends', needs: ['uso'], bounds: [], why: undefined })
    expect(open.cases()?.map(({ when, bounds: own }) => [when.get('uso'), own?.length])).toEqual([
      [{ kind: 'values', values: ['a'] }, 1],
      [{ kind: 'values', values: ['b', 'c', 'e'] }, 1],
    ])
  })
  test('applies with one limit where every case has the same', () => {
    for (const book of [
      { ...bookOf({ value: ofCell('lleno') }) },
      bookOf({ value: { const: '2' }, adjust: [{ when: { uso: 'a' }, factor: '1' }] }),
    ]) {
      const settled = outcome(book)
      expect(settled).toMatchObject({ standing: 'applies', needs: [] })
      expect(bounds(settled)).toEqual(['max 2'])
      expect(settled.cases()).toEqual([])
    }
  })
  test('sets no limit where no case has one', () => {
    const settled = outcome(bookOf({ value: ofCell('blanco') }))
    expect(settled).toMatchObject({ standing: 'does_not_apply', why: { kind: 'no-limit' }, bounds: [], needs: [] })
    expect(outcome(bookOf({ value: ofCell('blanco') }), { uso: 'a' })).toMatchObject({ standing: 'does_not_apply', why: { kind: 'no-limit' } })
  })
  test('with one limit in every case is held against the datum that reaches it', () => {
    const threshold: Rules[number] = {
      id: 'desde',
      kind: 'threshold',
      bound: 'min',
      value: { const: '2' },
      adjust: [{ when: { uso: 'a' }, factor: '1' }],
    }
    expect(outcome(bookOf(threshold), { altura: 3 })).toMatchObject({ standing: 'applies', reachedBy: 'altura' })
    expect(outcome(bookOf(threshold), { altura: 1 })).toMatchObject({ standing: 'does_not_apply', why: { kind: 'not-reached' } })
  })
  test('without a list of cases says none', () => {
    const open = outcome(bookOf({ value: { formula: 'h', let: { h: { dimension: 'altura' } } } }))
    expect(open).toMatchObject({ standing: 'depends', needs: ['altura'] })
    expect(open.cases()).toBeUndefined()
  })
})

describe('a threshold', () => {
  const from = bookOf({ id: 'desde', kind: 'threshold', bound: 'min', unit: 'cm', value: { const: '250' } })
  test.each([
    [2.49, 'does_not_apply', undefined],
    [2.5, 'applies', 'altura'],
    [9, 'applies', 'altura'],
  ])('of 250 cm, at %d m', (altura, standing, reachedBy) => {
    const found = outcome(from, { altura })
    expect(found).toMatchObject({ standing, reachedBy })
    expect(bounds(found)).toEqual(['min 250'])
    expect(found.why).toEqual(standing === 'applies' ? undefined : { kind: 'not-reached', dimension: 'altura', value: new Fraction(altura) })
  })
  test('without its datum depends on it, with its bound and no cases', () => {
    const open = outcome(from)
    expect(open).toMatchObject({ standing: 'depends', needs: ['altura'] })
    expect([bounds(open), open.cases()]).toEqual([['min 250'], undefined])
  })
  test('between two figures is reached within both', () => {
    const between = bookOf({ id: 'entre', kind: 'threshold', bound: 'range', value: { min: { const: '2' }, max: { const: '4' } } })
    expect([1, 2, 4, 5].map((altura) => outcome(between, { altura }).standing)).toEqual(['does_not_apply', 'applies', 'applies', 'does_not_apply'])
  })
  test('of something that the datum does not measure applies with its bound', () => {
    const other = bookOf({ id: 'otra', kind: 'threshold', bound: 'min' })
    expect(outcome(other, { peso: 1 })).toMatchObject({ standing: 'applies', reachedBy: undefined })
  })
})

describe('why a rule does not bind', () => {
  test('the first condition that the case does not meet, of those that it states', () => {
    const book = bookOf({ when: { uso: 'a', zona: 'b', altura: { lt: '3' } } })
    expect(outcome(book, { zona: 'c', altura: 9 }).why).toEqual({ kind: 'condition', dimension: 'zona', value: 'c' })
    expect(outcome(book, { uso: 'a', zona: 'b', altura: 9 }).why).toEqual({ kind: 'condition', dimension: 'altura', value: new Fraction(9) })
  })
  test('what the rule takes for granted gives way to what is stated', () => {
    const book = bookOf({ when: { uso: 'a', zona: 'a' }, assume: { uso: 'a', zona: 'b' } })
    expect(outcome(book).why).toEqual({ kind: 'condition', dimension: 'zona', value: 'b' })
    expect(outcome(book, { uso: 'c' }).why).toEqual({ kind: 'condition', dimension: 'uso', value: 'c' })
    expect(outcome(book, { zona: 'a' }).standing).toBe('applies')
  })
  test('a case that is exempt, in the words of the rule; one that the law does not admit is forbidden', () => {
    const exempt = (forbids: boolean) => bookOf({ exempt: [{ when: { uso: 'a' }, text: 'salvo a', forbids }] })
    expect(outcome(exempt(false), { uso: 'a' })).toMatchObject({
      standing: 'does_not_apply',
      forbids: false,
      why: { kind: 'exempt', text: 'salvo a' },
    })
    expect(outcome(exempt(true), { uso: 'a' })).toMatchObject({ standing: 'applies', forbids: true, why: { kind: 'exempt', text: 'salvo a' } })
    expect(outcome(exempt(true), { uso: 'b' })).toMatchObject({ standing: 'applies', forbids: false, why: undefined })
  })
  test('a case that its document leaves to another', () => {
    expect(outcome(bookOf({ of: 'acotado' }), { zona: 'c' })).toMatchObject({
      standing: 'does_not_apply',
      why: { kind: 'exempt', text: 'en otra norma' },
    })
    expect(outcome(bookOf({}), { zona: 'c' }).standing).toBe('applies')
  })
  test('of one case, never what was worked out for another', () => {
    const book = bookOf({ when: { uso: 'a', zona: 'b' } })
    expect(outcome(book, { uso: 'a' }).needs).toEqual(['zona'])
    expect(outcome(book, { zona: 'a' }).why).toEqual({ kind: 'condition', dimension: 'zona', value: 'a' })
    expect(outcome(book, { uso: 'a' })).toBe(outcome(book, { uso: 'a', altura: 9 }))
  })
  test('an element that the building has not, with the narrower ones', () => {
    const why = { kind: 'absent', element: { id: 'puerta' } }
    expect(outcome(bookOf({}), {}, { absent: ['puerta'] })).toMatchObject({ standing: 'does_not_apply', why })
    expect(outcome(bookOf({ element: 'porton' }), {}, { absent: ['puerta'] })).toMatchObject({ standing: 'does_not_apply', why })
    expect(outcome(bookOf({}), {}, { absent: ['porton'] }).standing).toBe('applies')
  })
  test('an element that is by definition of another use', () => {
    const book = bookOf({ element: 'trampilla' })
    expect(outcome(book, { uso: 'a' })).toMatchObject({
      standing: 'does_not_apply',
      why: { kind: 'other-thing', element: { id: 'trampilla' }, dimension: 'uso' },
    })
    expect(outcome(book, { uso: 'c' }).standing).toBe('applies')
  })
})

describe('a rule on several elements stands as on the one where it is strongest', () => {
  const book = bookOf({ element: ['porton', 'trampilla'], when: { uso: 'c' } })
  test.each<[ContextInput, string[], string]>([
    [{}, [], 'applies'],
    [{}, ['trampilla'], 'depends'],
    [{ uso: 'a' }, [], 'does_not_apply'],
    [{ uso: 'c' }, ['porton'], 'applies'],
    [{}, ['porton', 'trampilla'], 'does_not_apply'],
  ])('%j without %j: %s', (context, absent, standing) => expect(outcome(book, context, { absent }).standing).toBe(standing))

  test('and is not held where no element is in the vocabulary', () => {
    expect(outcome(bookOf({ element: 'nada' })).standing).toBe('not_held')
  })
})

describe('data that are not stated take their default', () => {
  const assumed = (one: PartOutcome) => one.assumed.map(({ dimension, value }) => `${dimension}=${String(value)}`)
  test('and are named, unless they are stated or the rule takes them for granted', () => {
    const book = bookOf({ when: { abierto: false }, assume: { nueva: 'false' } })
    expect(assumed(outcome(book))).toEqual(['abierto=false'])
    expect(assumed(outcome(book, { abierto: false }))).toEqual([])
    expect(outcome(book).restsOn).toEqual([])
  })
  test('a rule that does not bind rests on those that would make it bind', () => {
    expect(outcome(bookOf({ when: { abierto: true } }))).toMatchObject({ standing: 'does_not_apply', restsOn: ['abierto'] })
    expect(outcome(bookOf({ when: { abierto: true, uso: 'a' } }), { uso: 'b' }).restsOn).toEqual([])
    expect(outcome(bookOf({ when: { abierto: true, nueva: false } })).restsOn).toEqual(['abierto', 'nueva'])
    expect(outcome(bookOf({ when: { abierto: true, nueva: false, uso: 'a' } }), { uso: 'b' }).restsOn).toEqual([])
    expect(outcome(bookOf({ when: { abierto: true, nueva: true } })).restsOn).toEqual(['abierto'])
  })
  test('a case is forbidden on the default that makes it so', () => {
    const book = bookOf({ exempt: [{ when: { abierto: false }, forbids: true }] })
    expect(outcome(book)).toMatchObject({ standing: 'applies', forbids: true, restsOn: ['abierto'] })
  })
})

describe('the parts and the things of a building', () => {
  const book = bookOf({ when: { uso: 'a' } }, { element: 'porton', when: { uso: 'b' } })
  const parts = [
    { name: 'sala', context: { uso: 'a' } },
    { name: 'nave', context: { uso: 'b' } },
    { name: 'patio', context: { uso: 'b' } },
  ]
  test('stand together where the outcome is the same, the strongest first', () => {
    const [first] = outcomesOf(book, building({}, { parts }))
    expect(first?.map(({ parts: names, outcome: { standing } }) => [standing, ...names])).toEqual([
      ['applies', 'sala'],
      ['depends', ''],
      ['does_not_apply', 'nave', 'patio'],
    ])
  })
  test('a thing has the rules of its elements only, and its own data', () => {
    const things = [{ id: 'P1', name: 'sala', kinds: new Set(['porton']), context: { uso: 'b' } }]
    const found = outcomesOf(book, building({ uso: 'a' }, { things }))
    expect(found.map((all) => all.map(({ parts: names, things: ids, outcome: { standing } }) => [standing, names, ids]))).toEqual([
      [['applies', [''], []]],
      [
        ['applies', [], ['P1']],
        ['does_not_apply', [''], []],
      ],
    ])
  })
  test('an error is of the part or the thing that states it', () => {
    const wrong = { uso: 'zzz' }
    const things = [{ id: 'P1', name: 'x', kinds: new Set<string>(), context: wrong }]
    const found = requirementsOf(book, building(wrong, { parts: [...parts, { name: 'mala', context: wrong }], things }))
    const errors = 'errors' in found ? found.errors : []
    expect(errors.map(({ field, error, part, thing }) => [field, error, part, thing])).toEqual([
      ['uso', 'unknown-value', undefined, undefined],
      ['uso', 'unknown-value', 'mala', undefined],
      ['uso', 'unknown-value', undefined, 'P1'],
    ])
  })
  test('what contradicts itself is an error of the part, whatever the element', () => {
    const found = requirementsOf(book, building({ uso: 'a' }, { parts: [{ name: 'mala', context: { uso: 'e', zona: 'b' } }] }))
    expect(found).toMatchObject({ errors: [{ error: 'contradicts', part: 'mala' }] })
  })
  test('are at the altitude that is stated of the building, whatever a part states', () => {
    const high = smallBook({
      elements: [{ id: 'puerta', label: 'Puerta' }],
      parameters: [{ id: 'anchura', label: 'Anchura', unit: 'm' }],
      dimensions: [{ id: 'altitud_m', label: 'Altitud', type: 'number', source: 'place' }],
      rules: [{ when: { altitud_m: { gt: '800' } } }],
    })
    const found = requirementsOf(high, building({ altitud_m: 500 }, { parts: [{ name: 'torre', context: { altitud_m: 900 } }] }))
    if ('errors' in found) throw new Error(JSON.stringify(found.errors))
    expect(found.place.record.altitudeM).toBe(500)
    expect(found.requirements[0]?.outcomes.map(({ parts: names, outcome: { standing } }) => [standing, ...names])).toEqual([
      ['applies', 'torre'],
      ['does_not_apply', ''],
    ])
  })
  test('a rule may bind an element where it binds in some part', () => {
    const [first] = book.rules
    const mayBind = (of: Building) => first !== undefined && standingIn(book, of)(first, 'puerta')
    expect(mayBind(building({ uso: 'b' }))).toBe(false)
    expect(mayBind(building({ uso: 'b' }, { parts }))).toBe(true)
    expect(mayBind(building())).toBe(true)
    expect(mayBind(building({}, { parts, absent: ['puerta'] }))).toBe(false)
  })
})

describe('what is asked of one element', () => {
  const asked = (book: Book, element: string, of: Building) => {
    const terms = termsOf(book, { element, parameter: 'anchura' })
    if (terms === undefined) throw new Error('no such pair')
    const found = requirementsOfElement(book, terms, of)
    if ('errors' in found) return found.errors
    return found.requirements.map(({ loaded, outcomes }) => [loaded.rule.id, outcomes.length, outcomes[0]?.outcome.standing])
  }
  test('by each of its rules, without the parts of the building', () => {
    const book = bookOf({ when: { uso: 'a' } }, { element: 'porton', when: { zona: 'a' } }, { element: 'trampilla' })
    const of = building({ uso: 'b' }, { parts: [{ name: 'sala', context: { uso: 'a' } }] })
    expect(asked(book, 'porton', of)).toEqual([
      ['r1', 1, 'depends'],
      ['r0', 1, 'does_not_apply'],
    ])
  })
  test('a link whose case is open is a condition, where only links bind', () => {
    const book = bookOf({})
    expect(asked(book, 'cancela', building())).toEqual([['r0', 1, 'depends']])
    expect(asked(book, 'cancela', building({ uso: 'a' }))).toEqual([['r0', 1, 'applies']])
    expect(asked(book, 'cancela', building({ uso: 'b' }))).toEqual([])
    expect(asked(bookOf({}, { element: 'cancela' }), 'cancela', building())).toEqual([['r1', 1, 'applies']])
  })
  test('errors of the building are told', () => {
    expect(asked(bookOf({}), 'puerta', building({ uso: 'zzz' }))).toMatchObject([{ field: 'uso', error: 'unknown-value', part: undefined }])
  })
})

describe('open data', () => {
  const counted = (book: Book, of: Building) => {
    const found = requirementsOf(book, of)
    return 'errors' in found ? undefined : openData(found.requirements).map(({ dimension, rules }) => [dimension, rules])
  }
  test('are counted by the rules that they leave open, those that settle most first', () => {
    const book = bookOf({ when: { zona: 'a', uso: 'a' } }, { when: { uso: 'b' } }, { when: { uso: 'c' } }, {})
    expect(counted(book, building())).toEqual([
      ['uso', 3],
      ['zona', 1],
    ])
  })
  test('of a rule that several parts leave open count once; of one that applies in a part, not at all', () => {
    const parts = [{ name: 'sala', context: { uso: 'a' } }]
    expect(counted(bookOf({ when: { uso: 'a' } }), building({}, { parts }))).toEqual([])
    expect(counted(bookOf({ when: { uso: 'a', zona: 'a' } }), building({}, { parts }))).toEqual([
      ['uso', 1],
      ['zona', 1],
    ])
  })
})
