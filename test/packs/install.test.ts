import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ServiceError } from '../../server/errors/service-error.ts'
import { openKnowledgeBase } from '../../server/kb/open.ts'
import { packFormat } from '../../server/kb/pack-schema.ts'
import { installBase } from '../../server/operations/install-base.ts'
import { type Bases, openBases } from '../../server/packs/bases.ts'
import { isNewer } from '../../server/packs/choose-base.ts'
import { generateKeys } from '../../server/packs/minisign.ts'
import { baseFile, dataFolder, flipped, keys, type SignedPack, sign, signedPack } from './test-packs.ts'

const shipped = inject('packFile')
const open = (folder: string, packFile = shipped) =>
  openBases({ dataFolder: folder, packFile, packFileIs: 'shipped', trustFolder: join(folder, 'none') })
const install = (bases: ReturnType<typeof open>, { bytes, signature }: SignedPack) => bases.install(bytes, signature)
const pointer = (folder: string): string => readFileSync(join(folder, 'packs', 'current.json'), 'utf8')
const versions = (bases: Bases) => bases.list().map(({ version, origin }) => `${version} ${origin}`)

function refusal(change: () => unknown): string {
  try {
    change()
  } catch (error) {
    if (error instanceof ServiceError) return error.extras.errors?.[0]?.code ?? error.code
    throw error
  }
  return 'accepted'
}

let first: SignedPack
let second: SignedPack
beforeAll(() => {
  first = signedPack(baseFile('2026.12.0', '2026-12-01'))
  second = signedPack(baseFile('2026.12.1', '2026-12-01'))
})

test('a pack of four times the size of the base can be sent', () => {
  const inBase64 = (gzipSync(readFileSync(shipped), { level: 6 }).length * 4) / 3
  expect(installBase.mostBodyBytes).toBeGreaterThan(4 * inBase64)
})

describe('an invalid pack', () => {
  const folder = dataFolder()
  const bases = open(folder)
  let before = ''
  beforeAll(() => {
    install(bases, first)
    before = pointer(folder)
  })
  const refuses = (pack: SignedPack): string => {
    const code = refusal(() => install(bases, pack))
    expect(pointer(folder)).toBe(before)
    expect(versions(bases)).toEqual(['2026.12.0 installed', expect.stringContaining('shipped')])
    expect(readdirSync(join(folder, 'packs')).filter((name) => name.startsWith('new-'))).toEqual([])
    return code
  }

  test('is rejected without a signature or with an invalid signature file', () => {
    expect(refuses({ ...second, signature: '' })).toBe('unsigned')
    expect(refuses({ ...second, signature: 'hola' })).toBe('signature-malformed')
  })
  test('is rejected if its key is not trusted', () => {
    expect(refuses(sign(second.bytes, generateKeys()))).toBe('untrusted-key')
    expect(refuses(sign(second.bytes, { ...generateKeys(), id: keys.id }))).toBe('signature-wrong')
  })
  test('is rejected if it is truncated or has extra bytes', () => {
    for (const length of [0, 1, 100, 5000, second.bytes.length - 1])
      expect(refuses({ ...second, bytes: second.bytes.subarray(0, length) }), String(length)).toBe('signature-wrong')
    expect(refuses({ ...second, bytes: Buffer.concat([second.bytes, Buffer.from('x')]) })).toBe('signature-wrong')
  })
  test('is rejected if one byte of its manifest, base or signature is changed', () => {
    const end = second.bytes.indexOf('\n')
    for (const at of [0, 5, Math.floor(end / 2), end, end + 1, end + 5, Math.floor(second.bytes.length / 2), second.bytes.length - 1])
      expect(refuses({ ...second, bytes: flipped(second.bytes, at) }), String(at)).toBe('signature-wrong')
    const text = Buffer.from(second.signature)
    for (let at = second.signature.indexOf('\n') + 1; at < text.length - 1; at += 7)
      expect(refuses({ ...second, signature: flipped(text, at).toString('latin1') }), String(at)).toMatch(/^(signature|untrusted)/)
  })
  test('is rejected in another format, even if signed', () => {
    const file = baseFile('2027.01.0')
    expect(refuses(signedPack(file, { format: packFormat + 1 }))).toBe('newer-format')
    expect(refuses(signedPack(file, { kbpack: 2 }))).toBe('newer-format')
    expect(refuses(signedPack(file, { format: packFormat - 1 }))).toBe('older-format')
  })
  test('is rejected if its manifest is wrong, even if signed', () => {
    const file = baseFile('2027.01.0')
    expect(refuses(signedPack(file, { file_sha256: '0'.repeat(64) }))).toBe('hash')
    expect(refuses(signedPack(file, { file_bytes: 1000 }))).toBe('truncated')
    expect(refuses(signedPack(file, { version: '2027.02.0' }))).toBe('damaged')
    expect(refuses(signedPack(file, { id: '../fuera' }))).toBe('manifest')
    expect(refuses(sign(Buffer.from('hola\n')))).toBe('manifest')
  })
  test.each([
    ['a view', 'CREATE TABLE kept AS SELECT * FROM meta; DROP TABLE meta; CREATE VIEW meta AS SELECT key, value FROM kept'],
    ['a trigger', 'CREATE TRIGGER later AFTER INSERT ON meta BEGIN DELETE FROM rule; END'],
    ['a virtual table', 'CREATE VIRTUAL TABLE odd USING fts5(body)'],
  ])('is rejected if its base has %s, even if signed', (_name, sql) => {
    expect(() => install(open(dataFolder()), signedPack(baseFile('2027.01.0', undefined, sql)))).toThrow(/which is not a table/)
  })
  test.each([
    ['an index that lacks rules', `UPDATE meta SET value = '{"keys":[],"pairs":{}}' WHERE key = 'rule_index'`],
    ['an index that has other rules', 'DELETE FROM rule WHERE id = (SELECT min(id) FROM rule)'],
    [
      'names that belong to other terms',
      `UPDATE meta SET value = replace(value, '"cubierta-plana":[', '"cubierta-plana":[0,') WHERE key = 'term_index'`,
    ],
    ['a rule that cannot be read', "DELETE FROM meta WHERE key = 'rule_index'; UPDATE rule SET body = '{' WHERE id = (SELECT min(id) FROM rule)"],
  ])('is rejected if its base has %s, even if signed', (_name, sql) => {
    expect(refuses(signedPack(baseFile('2027.01.0', undefined, sql)))).toBe('damaged')
  })
  test('may have no index of rules and names, as those of earlier programs', () => {
    const older = baseFile('2027.01.0', '2026-12-03', "DELETE FROM meta WHERE key IN ('rule_index', 'term_index')")
    install(open(dataFolder()), signedPack(older))
    const [kb, whole] = [openKnowledgeBase(older), openKnowledgeBase(baseFile('2027.01.0', '2026-12-03'))]
    expect(kb.book.rules.map(({ rule }) => rule.id)).toEqual(whole.book.rules.map(({ rule }) => rule.id))
    expect([...kb.book.ruleIndex.keys()].sort()).toEqual([...whole.book.ruleIndex.keys()].sort())
    expect(kb.book.elements.named('Cubierta plana')).toEqual(whole.book.elements.named('Cubierta plana'))
    kb.close()
    whole.close()
  })
  test('is rejected if its base is missing or damaged, even if signed', () => {
    const noBase = baseFile('2027.01.0', undefined, 'DROP TABLE rule')
    expect(refuses(signedPack(noBase))).toBe('damaged')
    const torn = baseFile('2027.01.0')
    const bytes = readFileSync(torn)
    writeFileSync(torn, bytes.fill(0xaa, bytes.length - 4096 * 40, bytes.length - 4096 * 20))
    expect(refuses(signedPack(torn))).toBe('damaged')
  })
})

describe('installing', () => {
  test('keeps the last two packs, and can roll back repeatedly', () => {
    const folder = dataFolder()
    const bases = open(folder)
    expect(refusal(() => bases.rollback())).toBe('no-previous')
    install(bases, first)
    install(bases, second)
    expect(versions(bases).slice(0, 2)).toEqual(['2026.12.1 installed', '2026.12.0 installed'])
    install(bases, signedPack(baseFile('2026.12.2', '2026-12-02')))
    expect(versions(bases).slice(0, 2)).toEqual(['2026.12.2 installed', '2026.12.1 installed'])
    expect(readdirSync(join(folder, 'packs')).filter((name) => name.length === 64)).toHaveLength(2)
    bases.rollback()
    expect(versions(bases).slice(0, 2)).toEqual(['2026.12.1 installed', '2026.12.2 installed'])
    bases.rollback()
    expect(versions(bases)[0]).toBe('2026.12.2 installed')
  })

  test('installing a pack again changes nothing, but repairs a damaged copy', () => {
    const folder = dataFolder()
    const bases = open(folder)
    install(bases, first)
    const { sha256 } = install(bases, second)
    const [before, file] = [pointer(folder), join(folder, 'packs', sha256, 'base.kb')]
    install(bases, second)
    expect(pointer(folder)).toBe(before)
    writeFileSync(file, flipped(readFileSync(file), 70_000))
    expect(refusal(() => bases.chosen())).toBe('damaged')
    install(bases, second)
    expect(bases.chosen().file).toBe(file)
  })

  test('the original pack can be rebuilt from the stored files and verified', () => {
    const folder = dataFolder()
    const { sha256 } = install(open(folder), first)
    const kept = (name: string): Buffer => readFileSync(join(folder, 'packs', sha256, name))
    expect(kept('manifest.json')).toEqual(first.bytes.subarray(0, first.bytes.indexOf('\n') + 1))
    expect(kept('pack.minisig').toString()).toBe(first.signature)
  })

  test('waits for another installation, and reports one that does not end', () => {
    const folder = dataFolder()
    const bases = open(folder)
    install(bases, first)
    const other = new Database(join(folder, 'packs', 'lock.db'))
    other.exec('BEGIN EXCLUSIVE')
    expect(refusal(() => install(bases, second))).toBe('busy')
    other.close()
    expect(refusal(() => install(bases, second))).toBe('accepted')
  }, 30_000)
})

describe('the knowledge base in use', () => {
  test('is the configured one, whatever is installed', () => {
    const folder = dataFolder()
    install(open(folder), first)
    const asked = openBases({ dataFolder: folder, packFile: shipped, packFileIs: 'asked', trustFolder: folder })
    expect(asked.chosen()).toMatchObject({ file: shipped, origin: 'asked' })
  })

  test('is the installed one unless the shipped one is newer, with the reason', () => {
    const folder = dataFolder()
    install(open(folder), first)
    const origin = (version: string, day: string) => open(folder, baseFile(version, day)).chosen()
    expect(origin('2026.11.9', '2026-12-01')).toMatchObject({ origin: 'installed', because: { es: 'Instalada y en uso' } })
    expect(origin('2026.12.0', '2026-12-01').origin).toBe('installed')
    expect(origin('2026.12.1', '2026-12-01')).toMatchObject({
      origin: 'shipped',
      because: { es: 'La instalada es más antigua que la que acompaña al programa' },
    })
    expect(origin('2026.1.0', '2026-12-02').origin).toBe('shipped')
  })

  test('is the shipped one if none is installed or the installed one has another format', () => {
    const folder = dataFolder()
    const bases = open(folder)
    expect(bases.chosen()).toMatchObject({ origin: 'shipped', file: shipped })
    const { sha256 } = install(bases, first)
    const file = join(folder, 'packs', sha256, 'manifest.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(`"format":${packFormat}`, '"format":99'))
    expect(bases.chosen()).toMatchObject({ origin: 'shipped', because: { en: expect.stringContaining('does not read') } })
  })

  test('is never replaced silently if it is damaged', () => {
    for (const spoil of [
      (folder: string) => rmSync(folder, { recursive: true }),
      (folder: string) => rmSync(join(folder, 'base.kb')),
      (folder: string) => copyFileSync(shipped, join(folder, 'base.kb')),
    ]) {
      const folder = dataFolder()
      const { sha256 } = install(open(folder), first)
      spoil(join(folder, 'packs', sha256))
      expect(refusal(() => open(folder).chosen())).toBe('damaged')
    }
    const folder = dataFolder()
    mkdirSync(join(folder, 'packs'))
    writeFileSync(join(folder, 'packs', 'current.json'), '{"current":"../../x","previous":null}')
    expect(refusal(() => open(folder).chosen())).toBe('damaged')
  })

  test.each([
    ['2026.11.0', '2026.9.0', true],
    ['2026.9.0', '2026.11.0', false],
    ['2026.11.0', '2026.11.0', false],
  ])('version %s against %s', (one, other, newer) => {
    expect(isNewer({ version: one, referenceDate: '2026-11-21' }, { version: other, referenceDate: '2026-11-21' })).toBe(newer)
  })
})

describe('trust', () => {
  test('covers the shipped and added keys, and no key by default', () => {
    const folder = dataFolder([])
    const shippedKeys = dirname(join(dataFolder([keys]), 'trust', 'x'))
    expect(open(folder).keys()).toEqual([])
    const bases = openBases({ dataFolder: folder, packFile: shipped, packFileIs: 'shipped', trustFolder: shippedKeys })
    expect(bases.keys()).toMatchObject([{ id: keys.id, origin: 'shipped' }])
    expect(refusal(() => install(bases, first))).toBe('accepted')
  })
  test('in an invalid key file is an error that names the file', () => {
    const folder = dataFolder()
    writeFileSync(join(folder, 'trust', 'x.pub'), 'hola')
    expect(() => open(folder).keys()).toThrow(/x\.pub/)
    expect(existsSync(join(folder, 'packs'))).toBe(false)
  })
})
