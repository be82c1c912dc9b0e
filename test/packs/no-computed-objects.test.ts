import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../server/errors/service-error.ts'
import { packFormat } from '../../server/kb/pack-schema.ts'
import { installPack } from '../../server/packs/install.ts'
import { baseFile, dataFolder, keys, signedPack } from './test-packs.ts'

const trusted = [{ ...keys, origin: 'added' as const, file: '' }]
function install(sql: string): string {
  try {
    const pack = signedPack(baseFile('2027.01.0', undefined, sql))
    installPack(dataFolder(), { ...pack, keys: trusted })
    return 'installed'
  } catch (error) {
    return error instanceof ServiceError ? error.detail.en : String(error)
  }
}

describe('a pack has only the tables of its format: no views, triggers or generated columns', () => {
  test('an unchanged pack is installed', () => expect(install('')).toBe('installed'))
  test.each([
    ['a generated column', 'ALTER TABLE zone_source ADD COLUMN twice TEXT AS (zone || zone)', 'zone_source'],
    ['an index on an expression', 'CREATE INDEX sly ON zone_source (length(zone))', 'sly'],
    ['an index with a condition', "CREATE INDEX sly ON zone_source (zone) WHERE zone > 'a'", 'sly'],
    ['a table with a check', 'CREATE TABLE sly (a CHECK (length(a) > 0))', 'sly'],
    ['a default that is computed', 'CREATE TABLE sly (a DEFAULT (hex(randomblob(9))))', 'sly'],
    ['a view', 'CREATE VIEW sly AS SELECT 1', 'sly'],
    ['a trigger', 'CREATE TRIGGER sly AFTER INSERT ON zone_source BEGIN SELECT 1; END', 'sly'],
    ['another table', 'CREATE TABLE sly (a)', 'sly'],
  ])('a pack with %s is rejected', (_what, sql, name) => {
    expect(install(sql)).toBe(`The base of the pack cannot be used: it contains "${name}", which is not a table of format ${packFormat}`)
  })
})
