import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORE_SCHEMA, load } from 'js-yaml'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

// The compiler reads with a quick parser and names lines with another: both must read the sources alike.
test('both parsers read every rule and term the same', () => {
  const root = process.env['PLOMADA_TEST_KB'] ?? 'kb'
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /(rules|vocabulary)\/.*\.yaml$/.test(file))
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    expect(load(text, { schema: CORE_SCHEMA }), file).toEqual(parse(text, { version: '1.2' }))
  }
  expect(files.length).toBeGreaterThan(20)
})
