import { expect, test } from 'vitest'
import { readDocuments } from '../../kb/compiler/read-document.ts'
import { readVocabulary } from '../../kb/compiler/read-vocabulary.ts'
import { openSources } from '../../kb/compiler/source-file.ts'

test('a table included from another document has its figures and its own caption', () => {
  const sources = openSources('kb')
  const tables = readDocuments(sources, readVocabulary(sources)).flatMap((document) => document.tables.map(({ value }) => value))
  const own = tables.find(({ table }) => table === 'tabla-4-1-sua1')
  const called = tables.find(({ table }) => table === 'tabla-4-1-si3-anchura-minima')
  expect(called).toMatchObject({ document: 'cte-db-si', section: 'si3-4-2', header: own?.header, rows: own?.rows })
  expect(called?.rows.length).toBeGreaterThan(0)
  expect(Object.keys(called ?? {})).not.toContain('figures_of')
})
