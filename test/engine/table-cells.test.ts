import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { dimensionsFrom } from '../../server/engine/condition.ts'
import { dimension, type TableValue, table } from '../../server/engine/schema.ts'
import { ambiguousRows, loadTable, lookUp, readKey } from '../../server/engine/table.ts'

const values = (...ids: string[]) => ids.map((id) => ({ id, label: id }))
const dimensions = dimensionsFrom([
  dimension.parse({ id: 'uso', label: 'Uso', type: 'enum', help: 'x', values: [...values('a', 'b'), { id: 'a1', label: 'a1', broader: 'a' }] }),
  dimension.parse({ id: 'zona', label: 'Zona', type: 'enum', help: 'x', values: values('A', 'B') }),
  dimension.parse({ id: 'altura', label: 'Altura', type: 'number', help: 'x' }),
])
const printed = (keys: string[], header: string[], rows: string[][]) =>
  loadTable(
    table.parse({
      ...{ document: 'd', table: 't', number: 'T', title: 'T', section: 's', editions: ['1'], verification: 'official_text', sources: ['x'] },
      ...{ keys, header, rows },
    }),
  )
type Loaded = ReturnType<typeof printed>
const known = (facts: Record<string, string | number>) =>
  new Map(Object.entries(facts).map(([name, value]) => [name, typeof value === 'number' ? new Fraction(value) : value]))
/** The cell or number found, with the rows that it comes from. */
function found(loaded: Loaded, spec: Partial<TableValue>, facts: Record<string, string | number>): unknown {
  const one = lookUp(loaded, { table: 't', ...spec } as TableValue, known(facts), dimensions)
  if (one.kind === 'missing') return one.dimensions
  if (one.kind === 'none') return 'none'
  return [one.kind === 'text' ? one.text : one.number.toFraction(), ...one.cells.map(({ row }) => row)]
}

describe('a key cell', () => {
  test.each<[string, unknown]>([
    ['<=5', { kind: 'interval', lte: '5' }],
    ['≤ 5', { kind: 'interval', lte: '5' }],
    ['<5', { kind: 'interval', lt: '5' }],
    ['>=5', { kind: 'interval', gte: '5' }],
    ['≥5', { kind: 'interval', gte: '5' }],
    [' > -1.5 & <= 300 ', { kind: 'interval', gt: '-1.5', lte: '300' }],
    ['a | b', { kind: 'in', values: ['a', 'b'], numbers: [] }],
    ['3|a', { kind: 'in', values: ['3', 'a'], numbers: ['3'] }],
    ['<=a', { kind: 'in', values: ['<=a'], numbers: [] }],
    ['>1 & b', { kind: 'in', values: ['>1 & b'], numbers: [] }],
  ])('%s', (cell, expected) => {
    const plain = JSON.parse(JSON.stringify(readKey(cell), (_key, value) => (value instanceof Fraction ? value.toString() : value)))
    expect(plain).toEqual(expected)
  })
})

describe('a look-up', () => {
  const loaded = printed(
    ['uso', 'tramo'],
    ['uso', 'tramo', 'A', 'B', ' x '],
    [
      ['a', '<=2', ' 1 ', '2', '3'],
      ['a', '>2', '4', '5', '6'],
      ['b', '*', '7', '8', '—'],
    ],
  )
  const match = { uso: 'uso', tramo: 'altura' }
  test('takes the row that all its keys match, of a broader value too, and the column that is named or that a datum names', () => {
    expect(found(loaded, { match, column: 'A' }, { uso: 'a1', altura: 2 })).toEqual(['1', 0])
    expect(found(loaded, { match, column: 'A' }, { uso: 'a', altura: 3 })).toEqual(['4', 1])
    expect(found(loaded, { match, by: 'zona' }, { uso: 'b', altura: 9, zona: 'B' })).toEqual(['8', 2])
    expect(found(loaded, { match, column: ' x ' }, { uso: 'b', altura: 9 })).toEqual(['—', 2])
  })
  test('of a column, row or value that is not there finds nothing, and names all data that it lacks', () => {
    expect(found(loaded, { match, column: 'C' }, { uso: 'a', altura: 1 })).toBe('none')
    expect(found(loaded, { match, by: 'zona' }, { uso: 'a', altura: 1, zona: 'C' })).toBe('none')
    expect(found(loaded, { match, column: 'A' }, { uso: 'c', altura: 1 })).toBe('none')
    expect(found(loaded, { match, by: 'zona' }, {})).toEqual(['uso', 'altura', 'zona'])
  })
  test('never takes a key column for the one that a datum names', () => {
    const zones = printed(['zona'], ['zona', 'A'], [['A', '1']])
    expect(found(zones, { match: { zona: 'zona' }, by: 'zona' }, { zona: 'A' })).toEqual(['1', 0])
    const named = printed(['A'], ['A', 'B'], [['A', '1']])
    expect(found(named, { by: 'zona' }, { zona: 'A' })).toBe('none')
  })
  test('by fixed cells takes the first row that has them all', () => {
    expect(found(loaded, { row: 'a', column: 'A' }, {})).toEqual(['1', 0])
    expect(found(loaded, { row: 'a', where: { tramo: '>2' }, column: 'A' }, {})).toEqual(['4', 1])
    expect(found(loaded, { where: { A: '1' }, column: 'B' }, {})).toEqual(['2', 0])
    expect(found(loaded, { row: 'b', where: { tramo: '>2' }, column: 'A' }, {})).toBe('none')
  })
})

describe('interpolation', () => {
  // Rows in no order, and a cell without a figure.
  const loaded = printed(
    ['uso', 'h'],
    ['uso', 'h', 'x'],
    [
      ['a', '>=9', '1'],
      ['a', '<=1', '5'],
      ['a', '4', '2'],
      ['a', '6', '—'],
      ['b', '0', '100'],
    ],
  )
  const at = (altura: number, uso = 'a') => found(loaded, { match: { uso: 'uso', h: 'altura' }, column: 'x', interpolate: 'h' }, { altura, uso })
  test.each<[number, unknown]>([
    [0, ['5', 1]],
    [1, ['5', 1]],
    [2, ['4', 1, 2]],
    [4, ['2', 2]],
    [6.5, ['3/2', 2, 0]],
    [9, ['1', 0]],
    [20, ['1', 0]],
  ])('at %s', (altura, expected) => expect(at(altura)).toEqual(expected))
  test('is within the rows of the other keys, and of nothing without a number', () => {
    expect(at(3, 'b')).toEqual(['100', 4])
    expect(at(3, 'c')).toBe('none')
    const spec = { match: { h: 'uso' }, column: 'x', interpolate: 'h' }
    expect(found(loaded, spec, { uso: 'a' })).toBe('none')
  })
})

describe('rows that one case could both match', () => {
  const pairs = (rows: string[][], spec: Partial<TableValue> = {}) =>
    ambiguousRows(
      printed(['uso', 'h'], ['uso', 'h', 'x'], rows),
      { table: 't', match: { uso: 'uso', h: 'altura' }, column: 'x', ...spec } as TableValue,
      dimensions,
    )
  test.each<[string, string[][], [number, number][]]>([
    [
      'none: told apart by one key',
      [
        ['a', '*', '1'],
        ['b', '*', '2'],
      ],
      [],
    ],
    [
      'none: told apart by intervals',
      [
        ['*', '<=1', '1'],
        ['*', '>1', '2'],
      ],
      [],
    ],
    [
      'both ends in one value',
      [
        ['*', '<=1', '1'],
        ['*', '>=1', '2'],
      ],
      [[0, 1]],
    ],
    [
      'a broader value',
      [
        ['a', '*', '1'],
        ['a1', '*', '2'],
      ],
      [[0, 1]],
    ],
    [
      'a star',
      [
        ['*', '<=1', '1'],
        ['a', '*', '2'],
        ['b', '>1', '3'],
      ],
      [[0, 1]],
    ],
  ])('%s', (_name, rows, expected) => expect(pairs(rows)).toEqual(expected))
  test('are told apart by their anchors where it is interpolated, and by what the rule fixes', () => {
    const rows = [
      ['a', '1', '1'],
      ['a', '2', '2'],
      ['a', '2', '3'],
    ]
    expect(pairs(rows, { interpolate: 'h' })).toEqual([[1, 2]])
    expect(pairs(rows, { where: { x: '1' }, interpolate: 'h' })).toEqual([])
    expect(
      pairs(
        [
          ['a', '*', '1'],
          ['a', '*', '2'],
          ['b', '*', '3'],
        ],
        { row: 'b' },
      ),
    ).toEqual([])
  })
})
