import { expect, test } from 'vitest'
import { compile } from '../../kb/compiler/compile.ts'
import { coverageOf } from '../../kb/compiler/coverage.ts'
import { coveragePage } from '../../kb/compiler/coverage-page.ts'

const { compiled } = compile('kb')
if (compiled === undefined) throw new TypeError('The base does not compile')
const coverage = coverageOf(compiled)

test('a section counts once: in full, in part, as a method, or not held', () => {
  for (const { document, sections } of coverage.documents) {
    expect(sections.full + sections.in_part.length + sections.method, document).toBe(sections.held)
    expect(sections.held + sections.missing.length, document).toBe(sections.existing)
  }
})

test('a section that says what it leaves out is not counted as held in full', () => {
  const [first] = compiled.documents.filter(({ source }) => source.slug === 'cte-db-sua')
  if (first === undefined) throw new TypeError('DB-SUA is not held')
  const before = coverage.documents.find(({ document }) => document === 'cte-db-sua')?.sections
  const [part = '', method = ''] = first.index.map(({ slug }) => slug)
  const bodies = new Map([
    [part, '1. **Lo que la base no recoge.** Todo.'],
    [method, '1. **Método: no se comprueba aquí.** Sirve para…'],
  ])
  const sections = first.sections.map((one) => ({ ...one, value: { ...one.value, body: bodies.get(one.value.section) ?? one.value.body } }))
  const [after] = coverageOf({ ...compiled, documents: [{ ...first, sections }] }).documents
  expect(after?.sections.in_part).toHaveLength(1)
  expect(after?.sections).toMatchObject({ method: 1, full: (before?.full ?? 0) - 2, held: before?.held })
})

test('the page begins with a summary of a few lines', () => {
  const [, summary = ''] = coveragePage(coverage).split('\n\n', 3).slice(1)
  expect(summary.split('\n').length).toBeLessThanOrEqual(6)
  expect(summary).toMatch(/held in full/)
})

test('a table that calls in the cells of another is read twice where that one is', () => {
  const readTwiceOf = (documents: typeof compiled.documents): number | undefined =>
    coverageOf({ ...compiled, documents }).documents.find(({ document }) => document === 'orden-tma-851-2021')?.tables_read_twice
  const forgotten = compiled.documents.map((one) =>
    one.source.slug === 'cte-db-sua' ? { ...one, tables: one.tables.map((table) => ({ ...table, secondReading: undefined })) } : one,
  )
  expect(readTwiceOf(compiled.documents)).toBe(3)
  expect(readTwiceOf(forgotten)).toBe(1)
})
