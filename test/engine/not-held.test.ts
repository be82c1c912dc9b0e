import { describe, expect, test } from 'vitest'
import { gapsFor, gapsOfTheDay, gapsOfUnread, gapsOfUnreadIn, type NotHeld } from '../../server/engine/not-held.ts'
import type { Request } from '../../server/engine/outcome.ts'
import { when } from '../../server/engine/schema.ts'
import { placeIn, smallBook } from './small-book.ts'

const editions = [
  { version: '1', label: '1', from: '2020-01-01', to: '2021-12-31', partial: true },
  { version: '2', label: '2', from: '2022-01-01', to: null },
]
const point = (number: string, parts: Partial<NotHeld> = {}): NotHeld => ({
  ...{ element: ['puerta'], parameter: ['anchura'], section: `s-${number}`, number, text: `punto ${number}`, editions: [], when: {} },
  ...parts,
})
const book = smallBook({
  documents: [
    {
      editions,
      notHeld: [
        point('0', { element: ['hueco'] }),
        point('1'),
        point('2', { parameter: ['altura'] }),
        point('3', { parameter: [] }),
        point('4', { element: ['ventana'] }),
        point('5', { editions: ['2'] }),
        point('6', { when: when.parse({ uso: 'a' }) }),
        point('7', { element: ['hueco', 'puerta'] }),
      ],
    },
    { slug: 'r', ccaa: '01', editions, notHeld: [point('8')] },
  ],
  elements: [
    { id: 'hueco', label: 'Hueco' },
    { id: 'puerta', label: 'Puerta', broader: 'hueco' },
    { id: 'ventana', label: 'Ventana' },
  ],
  parameters: [
    { id: 'anchura', label: 'Anchura', unit: 'm' },
    { id: 'altura', label: 'Altura', unit: 'm' },
  ],
  dimensions: [
    {
      id: 'uso',
      label: 'Uso',
      type: 'enum',
      values: [
        { id: 'a', label: 'A' },
        { id: 'b', label: 'B' },
      ],
    },
  ],
  rules: [
    { id: 'antes', title: 'La de antes', cite: { section: '1.1', locator: 'Tabla 1' } },
    { id: 'ahora', editions: ['2'], title: 'La de ahora', when: { uso: 'a' }, cite: { section: '1.2' } },
    { id: 'otra', editions: ['2'], title: 'Otra de ese punto', cite: { section: '1.2' } },
    { id: 'dato', editions: ['2'], kind: 'datum', title: 'Un dato', cite: { section: '1.3' } },
    { id: 'regional', of: 'r', editions: ['2'], title: 'La regional', cite: { section: '2' } },
  ],
})
const request = (parts: Partial<Request> = {}): Request =>
  ({ element: 'puerta', parameter: 'anchura', codes: [], asOf: '2022-06-01', place: placeIn(null), ...parts }) as Request

describe('the points of a text that the base knows of and does not hold', () => {
  const numbers = (parts: Partial<Request> = {}, known: Record<string, string> = {}) =>
    gapsFor(book, request(parts), new Map(Object.entries(known))).map(({ number }) => number)

  test('are those on the element and the parameter that are asked about, in the order of their documents', () => {
    expect(numbers()).toEqual(['0', '1', '3', '5', '6', '7'])
    expect(numbers({ parameter: 'altura' })).toEqual(['2', '3'])
    expect(numbers({ element: 'ventana' })).toEqual(['4'])
    expect([numbers({ element: 'ventana', parameter: 'altura' }), numbers({ element: 'no hay' })]).toEqual([[], []])
  })

  test('are those of the edition of the day, or of the one that is asked for', () => {
    for (const asOf of ['2020-01-01', '2021-06-01', '2021-12-31']) expect(numbers({ asOf }), asOf).toEqual(['0', '1', '3', '6', '7'])
    expect(numbers({ asOf: '2022-01-01' })).toEqual(numbers())
    expect(numbers({ asOf: '2019-12-31' })).toEqual(['0', '1', '3', '6', '7'])
    expect(numbers({ asOf: '2021-06-01', codes: [{ slug: 'd', version: '2' }] })).toEqual(['0', '1', '3', '5', '6', '7'])
  })

  test('are those of the documents that are asked for and bind there', () => {
    expect(numbers({ place: placeIn('01') })).toEqual(['0', '1', '3', '5', '6', '7', '8'])
    expect(numbers({ place: placeIn('01'), codes: [{ slug: 'r' }] })).toEqual(['8'])
    expect(numbers({ codes: [{ slug: 'r' }] })).toEqual([])
  })

  test('are those that may bind the case', () => {
    expect(numbers({}, { uso: 'b' })).toEqual(['0', '1', '3', '5', '7'])
    expect(numbers({}, { uso: 'a' })).toEqual(['0', '1', '3', '5', '6', '7'])
  })

  test('say where they are printed', () => {
    expect(gapsFor(book, request({ element: 'ventana' }), new Map())).toEqual([{ document: 'd', section: 's-4', number: '4', text: 'punto 4' }])
  })
})

describe('the limits of other editions that may have bound on a day', () => {
  const gaps = (asOf: string, parts: Partial<Request> = {}, known: Record<string, string> = {}) =>
    gapsOfTheDay(book, book.rules, request({ asOf, ...parts }), new Map(Object.entries(known))).map(({ document, number }) => `${document} ${number}`)

  test('are named once for each place, where the edition of the day is held in part or not at all', () => {
    expect(gaps('2021-06-01')).toEqual(['d 1.2'])
    expect(gaps('2019-06-01')).toEqual(['d Tabla 1', 'd 1.2'])
    expect(gapsOfTheDay(book, book.rules, request({ asOf: '2021-06-01' }), new Map())).toEqual([
      { document: 'd', section: '1.2', number: '1.2', text: 'La de ahora, con la redacción que tuviera el 01-06-2021' },
    ])
  })

  test('are none where the edition of the day is held whole', () => expect(gaps('2022-06-01')).toEqual([]))

  test('are those that may bind the case, in the documents that are asked for and bind there', () => {
    expect(gaps('2021-06-01', {}, { uso: 'b' })).toEqual(['d 1.2'])
    expect(gaps('2021-06-01', { codes: [{ slug: 'r' }] })).toEqual([])
    expect(gaps('2021-06-01', { codes: [{ slug: 'r' }], place: placeIn('01') })).toEqual(['r 2'])
    expect(gaps('2021-06-01', { place: placeIn('01') })).toEqual(['d 1.2', 'r 2'])
    const [, now] = book.rules
    const only = now === undefined ? [] : [now]
    expect(gapsOfTheDay(book, only, request({ asOf: '2021-06-01' }), new Map([['uso', 'b']]))).toEqual([])
    const left = only.map((one) => ({ ...one, outside: [{ when: when.parse({ uso: 'a' }), text: 'x', section: 's' }] }))
    expect(gapsOfTheDay(book, left, request({ asOf: '2021-06-01' }), new Map([['uso', 'a']]))).toEqual([])
    expect(gapsOfTheDay(book, left, request({ asOf: '2021-06-01' }), new Map())).toHaveLength(1)
  })

  test('are none of a document that was not in force yet, or no longer', () => {
    const ended = smallBook({
      documents: [{ firstInForce: '2010-01-01', editions: [{ version: '1', label: '1', from: '2020-01-01', to: '2020-12-31' }] }],
      elements: [{ id: 'puerta', label: 'Puerta' }],
      parameters: [{ id: 'anchura', label: 'Anchura', unit: 'm' }],
      rules: [{ cite: { section: '1.1' } }],
    })
    const on = (asOf: string) => gapsOfTheDay(ended, ended.rules, request({ asOf }), new Map()).length
    expect([on('2009-01-01'), on('2015-01-01'), on('2020-06-01'), on('2021-01-01')]).toEqual([0, 1, 0, 0])
  })
})

describe('the rules whose figures wait for a reading', () => {
  const unread = smallBook({
    elements: [{ id: 'puerta', label: 'Puerta' }],
    parameters: [{ id: 'anchura', label: 'Anchura', unit: 'm' }],
    dimensions: book.dimensions.byId.values().toArray(),
    rules: [
      { id: 'leida' },
      { id: 'tabla', title: 'La tabla', verification: 'unverified', cite: { section: '1.1', locator: 'Tabla 1' }, when: { uso: 'a' } },
      { id: 'sin-lugar', title: 'Sin lugar', verification: 'unverified', cite: { section: '1.2' }, exempt: [{ when: { uso: 'b' }, text: 'x' }] },
    ],
  })

  test('are named with their place and title', () => {
    expect(gapsOfUnread(unread.rules)).toEqual([
      { document: 'd', section: '1.1', number: 'Tabla 1', text: 'La tabla' },
      { document: 'd', section: '1.2', number: '1.2', text: 'Sin lugar' },
    ])
  })

  test('are those that may bind a case', () => {
    const numbers = (known: Record<string, string>) =>
      gapsOfUnreadIn(unread.rules, new Map(Object.entries(known)), unread).map(({ number }) => number)
    expect([numbers({}), numbers({ uso: 'a' }), numbers({ uso: 'b' })]).toEqual([['Tabla 1', '1.2'], ['Tabla 1', '1.2'], []])
    const linked = unread.rules.map((one) => ({ ...one, linked: when.parse({ uso: 'a' }) }))
    expect(gapsOfUnreadIn(linked, new Map([['uso', 'b']]), unread)).toEqual([])
  })
})
