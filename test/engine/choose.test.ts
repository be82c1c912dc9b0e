import { describe, expect, test } from 'vitest'
import type { Book } from '../../server/engine/book.ts'
import { chooseRules } from '../../server/engine/choose.ts'
import type { Request } from '../../server/engine/outcome.ts'
import { placeIn, smallBook } from './small-book.ts'

type Parts = Parameters<typeof smallBook>[0]
const editions = [
  { version: '1', label: '1', from: '2010-01-01', to: '2019-12-31' },
  { version: '2', label: '2', from: '2020-01-01', to: null },
]
function bookOf(rules: Parts['rules']): Book {
  return smallBook({
    elements: [{ id: 'puerta', label: 'Puerta' }],
    parameters: [{ id: 'anchura', label: 'Anchura', unit: 'm' }],
    documents: [
      { slug: 'cte-db-sua', editions },
      { slug: 'cte-db-si', editions },
      { slug: 'rebt-bt-51', editions },
      { slug: 'madrid', ccaa: '13', editions },
    ],
    rules: rules.map((one) => ({ of: 'cte-db-sua', ...one })),
  })
}
function choose(book: Book, { ccaa = null, ...request }: Partial<Pick<Request, 'codes' | 'asOf'>> & { readonly ccaa?: string | null } = {}) {
  return chooseRules(book, book.rules, { codes: [], asOf: '2024-01-01', place: placeIn(ccaa), ...request } as Request)
}
const plain = { editions: ['2'] }

describe('a document that the base does not have is refused, with those whose names are like it', () => {
  test.each<[string, string[]]>([
    ['sua', ['cte-db-sua']],
    ['SUA', ['cte-db-sua']],
    ['DB SUA', ['cte-db-sua']],
    ['CTE DB-SUA', ['cte-db-sua']],
    ['cte', ['cte-db-sua', 'cte-db-si']],
    ['db_si', ['cte-db-si']],
    ['DB-SUA 9', ['cte-db-sua']],
    ['norma db-si 2019', ['cte-db-si']],
    ['bt 51', ['rebt-bt-51']],
    ['rebt-bt-52', []],
    ['rebt-bt-51-52', ['rebt-bt-51']],
    ['ntp', []],
  ])('%s', (slug, candidates) => {
    expect(choose(bookOf([plain]), { codes: [{ slug }] })).toEqual({ kind: 'unknown-code', slug, candidates })
  })
  test('and an edition that it does not have with those that it has', () => {
    const codes = [{ slug: 'cte-db-si' }, { slug: 'cte-db-sua', version: '3' }]
    expect(choose(bookOf([plain]), { codes })).toEqual({ kind: 'unknown-code', slug: 'cte-db-sua', version: '3', candidates: ['1', '2'] })
  })
})

describe('the rules that decide', () => {
  const ids = (rules: readonly { readonly rule: { readonly id: string } }[]) => rules.map(({ rule }) => rule.id)
  test('are limits that are read; those that wait for a reading are told apart', () => {
    const chosen = choose(bookOf([plain, { ...plain, verification: 'unverified' }, { ...plain, kind: 'threshold' }, { editions: ['1'] }]))
    expect(
      'kind' in chosen
        ? chosen.kind
        : [ids(chosen.rules), ids(chosen.unread), [...chosen.editions].map(([slug, { version }]) => `${slug} ${version}`)],
    ).toEqual([['r0'], ['r1'], ['cte-db-sua 2', 'cte-db-si 2', 'rebt-bt-51 2']])
  })
  test('in the edition asked for, whatever the day', () => {
    const chosen = choose(bookOf([plain, { editions: ['1'] }]), { codes: [{ slug: 'cte-db-sua', version: '1' }] })
    expect('rules' in chosen && ids(chosen.rules)).toEqual(['r1'])
  })
})

describe('without a limit in force', () => {
  test('a threshold is told, one that is not read only as what it is', () => {
    const threshold = { ...plain, kind: 'threshold', title: 'Umbral' } as const
    expect(choose(bookOf([{ ...plain, kind: 'datum' }, threshold]))).toMatchObject({
      ...{ kind: 'no-applicable-rule', why: 'threshold', text: 'Umbral' },
      rules: [{ rule: { kind: 'threshold' } }],
    })
    expect(choose(bookOf([{ ...threshold, verification: 'unverified' }]))).toMatchObject({ why: 'not-a-limit', text: 'Umbral', rules: [{}] })
  })
  test('what is no limit is told', () => {
    expect(choose(bookOf([{ ...plain, kind: 'datum', title: 'Dato' }]))).toMatchObject({
      kind: 'no-applicable-rule',
      why: 'not-a-limit',
      text: 'Dato',
    })
  })
  test('there is none where no document asked for binds the place', () => {
    const book = bookOf([{ ...plain, of: 'madrid' }])
    expect(choose(book, { ccaa: '09' })).toMatchObject({ kind: 'no-applicable-rule', why: 'none', text: undefined, rules: [{ document: 'madrid' }] })
    expect(choose(book, { ccaa: '09', codes: [{ slug: 'cte-db-si' }] })).toMatchObject({ why: 'none', rules: [] })
    expect(choose(book, { ccaa: '13' })).toMatchObject({ rules: [{ document: 'madrid' }] })
  })
  test('the documents lapse that have one in another edition, each told once with those editions', () => {
    const book = bookOf([plain, plain, { editions: ['1', '2'], of: 'cte-db-si' }])
    expect(choose(book, { asOf: '2001-01-01' })).toMatchObject({
      kind: 'not-in-force',
      lapses: [{ document: 'cte-db-sua' }, { document: 'cte-db-si' }],
      editions: [
        { document: 'cte-db-sua', version: '2', from: '2020-01-01', to: null },
        { document: 'cte-db-si', version: '1', from: '2010-01-01', to: '2019-12-31' },
        { document: 'cte-db-si', version: '2' },
      ],
    })
    const one = choose(book, { asOf: '2001-01-01', codes: [{ slug: 'cte-db-si' }] })
    expect('lapses' in one && [one.lapses.length, one.editions.length]).toEqual([1, 2])
  })
})
