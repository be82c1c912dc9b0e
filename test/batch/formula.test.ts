import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine } from '../../server/batch/csv.ts'

/** True if a spreadsheet would run the cell as a formula, after spaces and quotes. */
const isFormula = (cell: string): boolean => /^[\s"]*([=@]|[+-](?![\d.,]+(e[+-]?\d+)?"*$))/i.test(cell)
const readWith = (line: string, delimiter: string): string[] =>
  (parse(line, { delimiter, relax_quotes: true, relax_column_count: true }) as string[][]).flat()

describe('no cell is a formula, whatever separator the spreadsheet uses', () => {
  test.each(['a,=cmd|x', '=cmd', 'a;=cmd', 'a\t=cmd', 'a,@SUM(A1)', 'a,+cmd', 'a,-cmd', 'a,"=cmd', 'a, =cmd', 'a\n=cmd', 'a,,=cmd', '"=cmd'])(
    '%j',
    (cell) => {
      for (const delimiter of [';', ',', '\t']) {
        const cells = readWith(csvLine(['x', cell, 'y']), delimiter)
        expect(cells.filter(isFormula), `${delimiter} ${JSON.stringify(cells)}`).toEqual([])
      }
    },
  )
  test('of any text', () => {
    const text = fc.array(fc.constantFrom('=', '@', '+', '-', ',', ';', '\t', '"', ' ', '\n', 'a', '1')).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
        // Split also inside quotes, so that the result does not depend on how a reader handles them.
        const parts = csvLine(cells).split(/[,;\t\r\n]/)
        expect(parts.filter(isFormula)).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
  test('numbers and plain texts stay as they are', () => {
    expect(csvLine([-0.15, '-0,15', 'HE 1, 3.1.1', 'a-b', '1e-5', 'EI 60, C5'])).toBe('-0,15;-0,15;HE 1, 3.1.1;a-b;1e-5;EI 60, C5\r\n')
  })
})
