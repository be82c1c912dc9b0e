import { describe, expect, test } from 'vitest'
import { isValueOf, limitChanges } from '../../server/engine/limit-changes.ts'
import { readKey } from '../../server/engine/table.ts'
import { smallBook } from './small-book.ts'

type Rules = Parameters<typeof smallBook>[0]['rules']
const [before, after] = [{ editions: ['1'] }, { editions: ['2'] }]
const both = { editions: ['1', '2'] }
const uses = ['a', 'b'].map((id) => ({ id, label: id.toUpperCase() }))
const bookOf = (rules: Rules) =>
  smallBook({
    documents: [
      {
        editions: [
          { version: '1', label: '1', from: '2020-01-01', to: '2021-12-31' },
          { version: '2', label: '2', from: '2022-01-01', to: null },
        ],
      },
      { slug: 'o' },
    ],
    elements: [
      { id: 'puerta', label: 'Puerta' },
      { id: 'ventana', label: 'Ventana' },
    ],
    parameters: [
      { id: 'anchura', label: 'Anchura', unit: 'm' },
      { id: 'altura', label: 'Altura', unit: 'm' },
    ],
    dimensions: [
      { id: 'uso', label: 'Uso', type: 'enum', values: uses },
      { id: 'zona', label: 'Zona', type: 'enum', values: uses },
      { id: 'alto', label: 'Alto', type: 'number', unit: 'm' },
    ],
    tables: [
      {
        table: 't1',
        keys: ['uso'],
        header: ['uso', 'a', 'b', 'nota'],
        rows: [
          ['a', '1.50', '2.0', 'x'],
          ['b', '3', '—', 'y'],
        ],
        ...before,
      },
      {
        table: 't2',
        keys: ['uso'],
        header: ['uso', 'a', 'b', 'nota'],
        rows: [
          ['a', '1.5', '2.5', 'x'],
          ['b', '3', '4', 'y'],
        ],
        ...after,
      },
      {
        table: 't3',
        keys: ['uso', 'alto'],
        header: ['uso', 'alto', 'limite'],
        rows: [
          ['a', '<=3', '1'],
          ['a', '>3', '2'],
          ['b', '*', '9'],
        ],
        ...after,
      },
    ],
    rules,
  })
const changes = (rules: Rules) => limitChanges(bookOf(rules), 'd', '1', '2')
/** What changed, in short: of which rules, and each value from one to the other. */
const short = (rules: Rules) =>
  changes(rules).map(({ from, to, values }) => [
    from?.rule ?? '',
    to?.rule ?? '',
    values.map(({ at, from: was, to: is }) => `${at}: ${was} → ${is}`).join('; '),
  ])

describe('the limits that changed between two editions', () => {
  test('are those of rules that only one of them has, each with its place in the text', () => {
    expect(
      changes([
        { id: 'vieja', value: { const: '3' }, cite: { section: '1', locator: 'Tabla 1' }, ...before },
        { id: 'nueva', title: 'La nueva', value: { const: '2.50' }, ...after },
        { id: 'igual', value: { const: '7' }, ...both },
        { id: 'ajena', of: 'o', value: { const: '8' }, ...after },
        { id: 'dato', kind: 'datum', value: { const: '9' }, ...after },
      ]),
    ).toEqual([
      {
        ...{ element: ['puerta'], parameter: 'anchura', unit: 'm' },
        from: { rule: 'vieja', title: 'Regla 0', section: '1', locator: 'Tabla 1' },
        to: { rule: 'nueva', title: 'La nueva', section: 's', locator: null },
        values: [{ at: '', from: '3', to: '2.5', words: { at: '', from: 'como máximo 3 m', to: 'como máximo 2,5 m' } }],
      },
    ])
  })

  test('are none where the new rule says the same', () =>
    expect(
      short([
        { id: 'v', ...before },
        { id: 'n', ...after },
      ]),
    ).toEqual([]))

  test('are a limit that is gone, or one that is new', () => {
    expect(short([{ id: 'v', ...before }])).toEqual([['v', '', ': 3 → null']])
    expect(short([{ id: 'n', ...after }])).toEqual([['', 'n', ': null → 3']])
  })

  test('are of rules on one thing: another quantity, element or side is another limit', () => {
    for (const other of [{ parameter: 'altura' }, { element: 'ventana' }, { bound: 'min' as const }])
      expect(
        short([
          { id: 'v', ...before },
          { id: 'n', value: { const: '4' }, ...other, ...after },
        ]),
      ).toEqual([
        ['v', '', ': 3 → null'],
        ['', 'n', ': null → 4'],
      ])
    const [shared] = changes([
      { id: 'v', element: ['puerta', 'ventana'], ...before },
      { id: 'n', element: ['ventana'], value: { const: '4' }, ...after },
    ])
    expect(shared?.element).toEqual(['ventana'])
  })

  test('are of one case: a rule is held against that of its own case alone, if there is one', () => {
    const when = (uso: string) => ({ when: { uso } })
    expect(
      short([
        { id: 'va', ...when('a'), ...before },
        { id: 'na', ...when('a'), value: { const: '4' }, ...after },
        { id: 'n', value: { const: '5' }, ...after },
      ]),
    ).toEqual([
      ['va', 'na', ': 3 → 4'],
      ['', 'n', ': null → 5'],
    ])
    expect(
      short([
        { id: 'va', ...when('a'), ...before },
        { id: 'nb', ...when('b'), value: { const: '4' }, ...after },
      ]),
    ).toEqual([
      ['va', '', ': 3 → null'],
      ['', 'nb', ': null → 4'],
    ])
    expect(
      short([
        { id: 'v', ...before },
        { id: 'na', ...when('a'), value: { const: '4' }, ...after },
      ]),
    ).toEqual([['v', 'na', ': 3 → 4']])
    // The order in which conditions are written does not count, nor does a number written otherwise.
    const two = { when: { uso: 'a', alto: { gt: '3' } } }
    const same = { when: { alto: { gt: '3' }, uso: 'a' } }
    expect(
      short([
        { id: 'v', ...two, ...before },
        { id: 'n', ...same, value: { const: '4' }, ...after },
        { id: 'm', ...when('a'), value: { const: '5' }, ...after },
      ]),
    ).toEqual([
      ['v', 'n', ': 3 → 4'],
      ['', 'm', ': null → 5'],
    ])
  })

  test('of two ends are told end by end', () => {
    const range = (min: string, max: string) => ({ bound: 'range' as const, value: { min: { const: min }, max: { const: max } } })
    expect(
      changes([
        { id: 'v', ...range('1', '2'), ...before },
        { id: 'n', ...range('1', '3'), ...after },
      ])[0]?.values,
    ).toEqual([{ at: '≤', from: '2', to: '3', words: { at: '', from: 'como máximo 2 m', to: 'como máximo 3 m' } }])
    expect(
      short([
        { id: 'v', ...range('1', '2'), ...before },
        { id: 'n', ...range('1.5', '3'), ...after },
      ]),
    ).toEqual([['v', 'n', '≥: 1 → 1.5; ≤: 2 → 3']])
  })

  test('of what is computed are told by what it is computed from', () => {
    const formula = (text: string) => ({ value: { formula: text, let: { h: { dimension: 'alto' } } } })
    expect(
      changes([
        { id: 'v', value: { dimension: 'alto' }, ...before },
        { id: 'n', ...formula('h / 2'), ...after },
      ])[0]?.values,
    ).toEqual([{ at: '', from: 'alto', to: 'h / 2', words: { at: '', from: 'un máximo según «Alto»', to: 'un máximo según «Alto»' } }])
  })

  test('of a table are told cell by cell, by row and column, and not where only zeros were added', () => {
    const value = (table: string) => ({ value: { table, match: { uso: 'uso' }, by: 'zona' } })
    expect(
      changes([
        { id: 'v', ...value('t1'), ...before },
        { id: 'n', ...value('t2'), ...after },
      ])[0]?.values,
    ).toEqual([
      { at: 'a · b', from: '2', to: '2.5', words: { at: 'A · B', from: 'como máximo 2 m', to: 'como máximo 2,5 m' } },
      { at: 'b · b', from: '—', to: '4', words: { at: 'B · B', from: null, to: 'como máximo 4 m' } },
    ])
  })

  test('of one column or row of a table are told of that one', () => {
    const column = (table: string) => ({ value: { table, match: { uso: 'uso' }, column: 'b' } })
    expect(
      short([
        { id: 'v', ...column('t1'), ...before },
        { id: 'n', ...column('t2'), ...after },
      ]),
    ).toEqual([['v', 'n', 'a: 2 → 2.5; b: — → 4']])
    const row = (table: string) => ({ value: { table, row: 'a', by: 'zona' } })
    expect(
      short([
        { id: 'v', ...row('t1'), ...before },
        { id: 'n', ...row('t2'), ...after },
      ]),
    ).toEqual([['v', 'n', 'b: 2 → 2.5']])
    const where = (table: string) => ({ value: { table, where: { uso: 'b' }, by: 'zona' } })
    expect(
      short([
        { id: 'v', ...where('t1'), ...before },
        { id: 'n', ...where('t2'), ...after },
      ]),
    ).toEqual([['v', 'n', 'b: — → 4']])
  })

  test('of one figure that became a table are told at each place of the table', () => {
    expect(
      changes([
        { id: 'v', value: { const: '2' }, ...before },
        { id: 'n', value: { table: 't3', match: { uso: 'uso', alto: 'alto' }, column: 'limite' }, ...after },
      ])[0]?.values.map(({ at, from, to, words }) => [at, from, to, words.at]),
    ).toEqual([
      ['a · <=3', '2', '1', 'A · Alto: hasta 3 m'],
      ['b · *', '2', '9', 'B · Alto: cualquiera'],
    ])
  })
})

test('a column of a table is headed by a value of a dimension, or by none', () => {
  const { dimensions } = bookOf([])
  const of = (id: string, header: string) => isValueOf(id, readKey(header), dimensions)
  expect([of('uso', 'a'), of('uso', 'a|c'), of('uso', 'nota'), of('uso', '*'), isValueOf('uso', undefined, dimensions)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect([of('alto', '3'), of('alto', '<=3'), of('alto', 'nota'), of('no_hay', 'a')]).toEqual([true, true, false, false])
})
