import { describe, expect, test } from 'vitest'
import { rulesInForce } from '../../server/engine/in-force.ts'
import { placeIn, smallBook } from './small-book.ts'

const editions = [
  { version: '1', label: '1', from: '2020-01-01', to: '2021-12-31' },
  { version: '2', label: '2', from: '2022-01-01', to: null },
]
const outside = (...of: readonly string[]) => ({ when: { uso: ['a'] }, text: 'x', section: 's', except: [], editions: [...of] })
const book = smallBook({
  documents: [
    { editions },
    { slug: 'r', ccaa: '01', editions },
    { slug: 'o', editions, outside: [outside('2'), outside()] },
    { slug: 'x', editions, displacedIn: ['09'] },
  ],
  elements: [{ id: 'puerta', label: 'Puerta' }],
  parameters: [{ id: 'anchura', label: 'Anchura', unit: 'm' }],
  rules: [
    { id: 'antes' },
    { id: 'ahora', editions: ['2'] },
    { id: 'siempre', editions: ['1', '2'] },
    { id: 'propia', of: 'r', editions: ['2'] },
    { id: 'parte', of: 'o', editions: ['1', '2'] },
    { id: 'cede', of: 'x', editions: ['2'] },
  ],
})
const inForce = (asOf: string, codes: readonly { slug: string; version?: string }[] = [], ccaa: string | null = null) =>
  rulesInForce(book, book.rules, { codes, asOf, place: placeIn(ccaa) })
const ids = (...given: Parameters<typeof inForce>) => inForce(...given).rules.map(({ rule }) => rule.id)

describe('the rules in force', () => {
  test('are those of the editions of the day, to the day', () => {
    expect(ids('2019-12-31')).toEqual([])
    for (const day of ['2020-01-01', '2021-12-31']) expect(ids(day)).toEqual(['antes', 'siempre', 'parte'])
    for (const day of ['2022-01-01', '2030-01-01']) expect(ids(day)).toEqual(['ahora', 'siempre', 'parte', 'cede'])
  })

  test('are those of a community only there, and not where another text is in their place', () => {
    expect(ids('2022-01-01', [], '01')).toEqual(['ahora', 'siempre', 'propia', 'parte', 'cede'])
    expect(ids('2022-01-01', [], '09')).toEqual(['ahora', 'siempre', 'parte'])
    expect(ids('2022-01-01', [{ slug: 'r' }], '09')).toEqual([])
    expect(ids('2022-01-01', [{ slug: 'r' }], '01')).toEqual(['propia'])
  })

  test('are those of the documents that are asked for, each in the edition that is named or in that of the day', () => {
    expect(ids('2022-01-01', [{ slug: 'd' }])).toEqual(['ahora', 'siempre'])
    expect(ids('2022-01-01', [{ slug: 'd', version: '1' }])).toEqual(['antes', 'siempre'])
    expect(ids('2022-01-01', [{ slug: 'd', version: '1' }, { slug: 'o' }])).toEqual(['antes', 'siempre', 'parte'])
    expect(ids('2022-01-01', [{ slug: 'd', version: 'no' }])).toEqual([])
    expect(ids('2019-01-01', [{ slug: 'd' }])).toEqual([])
    expect(ids('2022-01-01', [{ slug: 'no' }])).toEqual([])
    // An edition that is not there takes back one that is.
    expect(ids('2022-01-01', [{ slug: 'd' }, { slug: 'd', version: 'no' }])).toEqual([])
  })

  test('come with the editions that they are of', () => {
    const { editions: found } = inForce('2022-01-01', [{ slug: 'd', version: '1' }, { slug: 'o' }])
    expect([...found].map(([slug, { version }]) => `${slug} ${version}`)).toEqual(['d 1', 'o 2'])
    expect([...inForce('2021-01-01').editions.keys()]).toEqual(['d', 'o', 'x'])
  })

  test('have what their document leaves to another in that edition, and are the same object each time', () => {
    const part = (day: string) => inForce(day).rules.find(({ rule }) => rule.id === 'parte')
    expect([part('2021-01-01')?.outside.length, part('2022-01-01')?.outside.length]).toEqual([1, 2])
    expect(part('2021-01-01')).toBe(part('2021-06-01'))
    expect(part('2022-01-01')).toBe(part('2023-01-01'))
  })

  test('are of what brought them in only where that is in force too', () => {
    const [before, now, always] = book.rules
    if (before === undefined || now === undefined || always === undefined) throw new RangeError('three rules')
    const brought = [now, before].map((one) => ({ ...always, broughtBy: one }))
    const { rules } = rulesInForce(book, brought, { codes: [], asOf: '2022-01-01', place: placeIn(null) })
    expect(rules.map(({ broughtBy }) => broughtBy?.rule.id)).toEqual(['ahora'])
  })
})
