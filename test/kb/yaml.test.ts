import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORE_SCHEMA, load } from 'js-yaml'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

// The compiler uses a fast parser for the content and another one for line numbers. Both must agree.
test('both parsers read all rules and terms alike', () => {
  const root = process.env['PLOMADA_TEST_KB'] ?? 'kb'
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /(rules|vocabulary)\/.*\.yaml$/.test(file))
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    expect(load(text, { schema: CORE_SCHEMA }), file).toEqual(parse(text, { version: '1.2' }))
  }
  expect(files.length).toBeGreaterThan(20)
})
