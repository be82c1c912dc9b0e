import { expect, test } from 'vitest'
import { pathTable } from '../../server/api/path-table.ts'

const table = pathTable<string>()
for (const [method, pattern] of [
  ['GET', '/normas/:document'],
  ['GET', '/normas/:document/diff'],
  ['GET', '/normas/:document/:section'],
  ['PUT', '/normas/:document'],
  ['GET', '/normas/todas'],
] as const)
  table.add(method, pattern, `${method} ${pattern}`)

test.each([
  ['GET', '/normas/db-he', 'GET /normas/:document', { document: 'db-he' }],
  ['PUT', '/normas/db-he', 'PUT /normas/:document', { document: 'db-he' }],
  ['GET', '/normas/db-he/diff', 'GET /normas/:document/diff', { document: 'db-he' }],
  ['GET', '/normas/db-he/he1', 'GET /normas/:document/:section', { document: 'db-he', section: 'he1' }],
  ['GET', '/normas/todas', 'GET /normas/todas', {}],
])('%s %s is answered by %s', (method, path, answer, parameters) => {
  expect(table.find(method, path)).toEqual({ answer, pattern: answer.slice(4), parameters })
})

test.each([
  ['GET', '/normas'],
  ['GET', '/normas/'],
  ['GET', '/normas//he1'],
  ['GET', '/normas/db-he/'],
  ['GET', '/normas/db%20he'],
  ['GET', '/normas/a/b/c'],
  ['DELETE', '/normas/db-he'],
  ['HEAD', '/normas/db-he'],
])('%s %s is left to the router', (method, path) => {
  expect(table.find(method, path)).toBeUndefined()
})
