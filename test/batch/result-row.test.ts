import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine } from '../../server/batch/csv.ts'
import { resultHeadings, resultRow } from '../../server/batch/result-row.ts'
import type { ItemResult } from '../../server/operations/batch-result.ts'
import { bodyOf, flatRoof, startService } from '../service.ts'

const { post } = startService()

describe('a result as a row', () => {
  test('has the governing limit, or the reason why nothing was decided', async () => {
    const { items } = await bodyOf(await post('/api/v1/verify/batch', { items: [{ ...flatRoof, value: 0.3 }, flatRoof, { ...flatRoof, unit: 'm' }] }))
    const rows = (items as ItemResult[]).map(resultRow)
    expect(rows.map((row) => row.length)).toEqual(Array.from({ length: 3 }, () => resultHeadings.length))
    expect(rows.map((row) => csvLine(row))).toEqual([
      'CUMPLE;≤;0,35;W/m²K;0,05;cte-db-he;HE 1, 3.1.1, Tabla 3.1.1.a-HE1;2022;;\r\n',
      'NO CUMPLE;≤;0,35;W/m²K;-0,15;cte-db-he;HE 1, 3.1.1, Tabla 3.1.1.a-HE1;2022;;\r\n',
      expect.stringMatching(/^SIN DECIDIR;;;;;;;;unit-mismatch;La unidad «m» no mide/),
    ])
  })
})

describe('a line of CSV', () => {
  test('is parsed back unchanged by another CSV parser', () => {
    const cell = fc.string({ unit: 'grapheme' }).filter((text) => !/^[\t\r]|(^|[,;\t\r\n])[\s"]*[=@+-]/.test(text))
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        expect(parse(csvLine(cells), { delimiter: ';', record_delimiter: '\r\n' })).toEqual([cells])
      }),
    )
  })
  test.each([
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"\r\n`],
    ['@sum', "'@sum\r\n"],
    ['-2+3', "'-2+3\r\n"],
    ['-0,15', '-0,15\r\n'],
    ['-1,5E-11', '-1,5E-11\r\n'],
    [-0.15, '-0,15\r\n'],
    ['\tx', "'\tx\r\n"],
    ['B-s1,d0', 'B-s1,d0\r\n'],
    [undefined, '\r\n'],
  ])('%j becomes %j', (cell, line) => expect(csvLine([cell])).toBe(line))
})
