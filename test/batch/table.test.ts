import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine } from '../../server/batch/csv.ts'
import { type TableRow, tableReader } from '../../server/batch/table.ts'
import { placeNamer } from '../../server/operations/place-namer.ts'
import { realBase } from '../service.ts'

const kb = realBase()
const { dimensions } = kb.book
const heading = csvLine(['elemento', 'parametro', 'valor', 'unidad', 'lugar', 'uso', 'observaciones'])

function read(text: string): TableRow[] {
  const table = tableReader({ dimensions, placeNamed: placeNamer(kb) })
  return [...text.split(/\r\n|\r|\n/).flatMap((line) => table.push(line)), ...table.end()]
}

describe('a table, line by line', () => {
  test('each line that is not blank is read or reported once, in order', () => {
    const cell = fc.oneof(fc.constantFrom('"', '""', ';', '1.234', '0,35', 'Madrid', ' ', ''), fc.string({ unit: 'grapheme', maxLength: 12 }))
    const line = fc.array(cell, { maxLength: 9 }).map((cells) => cells.join(';').replace(/[\r\n]/g, ''))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const rows = read(heading + lines.join('\n'))
        const at = rows.map((row) => row.line)
        expect(at).toEqual([...new Set(at)].toSorted((one, other) => one - other))
        const withoutQuotes = lines.flatMap((text, index) => (/[^;\s]/.test(text) ? [index + 2] : []))
        if (!lines.some((text) => text.includes('"'))) expect(at).toEqual(withoutQuotes)
        else for (const one of at) expect(withoutQuotes).toContain(one)
      }),
      { numRuns: 500 },
    )
  })

  test('written CSV is read back unchanged', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((one) => one === one.trim() && !/(^|[,;\t\r\n])[\s"]*[=@+-]|\r|\0/.test(one))
    fc.assert(
      fc.property(
        fc.array(fc.record({ element: text, value: fc.integer({ min: -1e9, max: 1e9 }), notes: text }), { minLength: 1, maxLength: 8 }),
        (checks) => {
          const table = checks.map(({ element, value, notes }) => csvLine([element, 'p', value / 1000, 'm', 'ES-28079', undefined, notes])).join('')
          expect(read(heading + table).map(({ reading }) => ('check' in reading ? reading.check : reading.errors))).toMatchObject(
            checks.map(({ element, value, notes }) => ({ element, value: value / 1000, notes })),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  test('an unclosed quote costs one line only, however long the file', () => {
    const rows = read(`${heading}"a;p;1;m;;;\n${'b;p;1;m;;;\n'.repeat(500)}`)
    expect(rows.length).toBe(501)
    expect(rows.filter(({ reading }) => 'errors' in reading).map(({ line }) => line)).toEqual([2])
  })

  test('the slow search for similar place names runs at most twenty times in a table', () => {
    const rows = read(heading + Array.from({ length: 100 }, (_, index) => `a;p;1;m;Villa Inexistente ${index};;\n`).join(''))
    const told = rows.flatMap(({ reading }) => ('errors' in reading ? reading.errors.map(({ detail }) => detail.es) : []))
    const shortly = told.map((detail) => detail.startsWith('ningún municipio se llama o tiene el código'))
    expect(shortly).toEqual([...Array(20).fill(false), ...Array(80).fill(true)])
  })

  test.each([
    [49, 1],
    [50, 1],
    [51, 51],
  ])('a cell of %i lines makes %i rows', (lines, count) => {
    const cell = Array.from({ length: lines }, (_, index) => (index === 0 ? '"x' : 'x')).join('\n')
    const rows = read(`${heading}a;p;1;m;;;${cell}"\n`)
    expect(rows.length).toBe(count)
    expect('check' in (rows[0]?.reading ?? {})).toBe(lines <= 50)
  })
})
