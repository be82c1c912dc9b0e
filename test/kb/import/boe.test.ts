import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compile } from '../../../kb/compiler/compile.ts'
import { applyPlan, changesOf } from '../../../kb/compiler/import/plan.ts'
import { writePack } from '../../../kb/compiler/write.ts'
import { openKnowledgeBase } from '../../../server/kb/open.ts'
import { folder, norm, plan, spoil } from './norm.ts'
import { compileErrors, makeBase } from './test-base.ts'

describe('importing a norm of the BOE', () => {
  test('makes a document that compiles and is served in each of its editions', () => {
    const root = makeBase()
    applyPlan(root, plan(root, norm))
    expect(compileErrors(root)).toEqual([])
    const { compiled } = compile(root)
    const pack = join(root, 'x.kb')
    if (compiled !== undefined) writePack(compiled, pack)
    const kb = openKnowledgeBase(pack)
    expect(kb.book.documents.get('rd-999-2010')).toMatchObject({
      url: 'https://www.boe.es/eli/es/rd/2010/01/08/999',
      editions: [
        { version: '2010-02-01', from: '2010-02-01', to: '2015-02-28' },
        { version: '2015-03-01', from: '2015-03-01', to: '2020-12-30' },
        { version: '2020-12-31', from: '2020-12-31', to: '2029-12-31' },
        { version: '2030-01-01', from: '2030-01-01', to: null },
      ],
    })
    kb.close()
  })

  test('names the document after the norm, and lists the amending norms', () => {
    expect(plan(makeBase(), norm).files.get(`${folder}/document.yaml`)).toBe(
      readFileSync(join(import.meta.dirname, 'fixtures/document.yaml'), 'utf8'),
    )
  })

  test('changes nothing the second time', () => {
    const root = makeBase()
    applyPlan(root, plan(root, norm))
    expect(changesOf(root, plan(root, norm))).toEqual({ created: [], changed: [], removed: [] })
  })

  test('lists what it left out and what needs a review', () => {
    expect(plan(makeBase(), norm).findings.filter(({ lines, heading }) => lines.length > 0 && heading !== 'Editions')).toEqual([
      { heading: 'Not in force yet on 2026-11-21', lines: ['2030-01-01'] },
      { heading: 'Blocks that have expired', lines: ['dfquinta "Disposición final quinta": from 2020-12-31 on'] },
      { heading: 'Wordings left out: their entry into force is not determined', lines: ['df "Disposición final quinta", by BOE-A-2023-55555'] },
      { heading: 'Blocks left out, being neither precepts nor headings', lines: ['preambulo pr "[preambulo]"', 'firma fi "[firma]"'] },
      { heading: "Notes of the BOE's editors, left out", lines: ['a1 "Artículo 1": 3'] },
      { heading: 'Images, which the base does not hold: linked; look at them before a rule is made', lines: ['a1-2 "Artículo 10": 2'] },
      {
        heading: 'Paragraphs that read like a note of the editors, kept',
        lines: ['dadecimoctava "Disposición adicional decimoctava": Téngase en cuenta que este párrafo parece una nota.'],
      },
    ])
  })
})

describe('an existing document', () => {
  test('keeps manual changes and its tables', () => {
    const root = makeBase()
    applyPlan(root, plan(root, norm))
    const file = join(root, folder, 'document.yaml')
    writeFileSync(
      file,
      readFileSync(file, 'utf8')
        .replace('short_title: "RD 999/2010"', 'short_title: "RIM"')
        .replace('aliases: [', 'aliases: ["Reglamento inventado", ')
        .replace('notices: []', 'notices:\n  - "Un aviso."'),
    )
    mkdirSync(join(root, folder, 'tables'))
    writeFileSync(join(root, folder, 'tables/t.csv'), 'a,b\n1,2\n')
    applyPlan(root, plan(root, spoil('150 mm', '160 mm')))
    const text = readFileSync(file, 'utf8')
    expect(
      [/short_title: "RIM"/, /aliases: \["Reglamento inventado", "Real Decreto 999\/2010"\]/, /notices:\n {2}- "Un aviso\."/].every((one) =>
        one.test(text),
      ),
    ).toBe(true)
    expect(readFileSync(join(root, folder, 'sections/a1-desde-2015-03-01.md'), 'utf8')).toMatch(/160 mm/)
    expect(readFileSync(join(root, folder, 'tables/t.csv'), 'utf8')).toBe('a,b\n1,2\n')
  })

  test('loses articles only on demand', () => {
    const root = makeBase()
    applyPlan(root, plan(root, norm))
    const stray = `${folder}/sections/a99.md`
    writeFileSync(join(root, stray), 'x')
    expect(plan(root, norm).findings.at(-1)).toEqual({
      heading: 'Articles there that the BOE does not give (kept: --delete removes them)',
      lines: [stray],
    })
    expect(plan(root, norm).removals).toEqual([])
    applyPlan(root, plan(root, norm, { vanished: 'delete' }))
    expect(compileErrors(root)).toEqual([])
  })

  test('is not replaced if it is a text of our own or another norm', () => {
    const root = makeBase()
    applyPlan(root, plan(root, norm))
    expect(() => plan(root, spoil('BOE-A-2010-99999</identificador>', 'BOE-A-2011-1</identificador>'))).toThrow(
      /is BOE-A-2011-1, but "estatal\/rd-999-2010" is BOE-A-2010-99999: expected another --slug/,
    )
    const file = join(root, folder, 'document.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('text_kind: official\n', ''))
    expect(() => plan(root, norm)).toThrow(/would replace "estatal\/rd-999-2010", a text in our own words: expected another --slug/)
    rmSync(file)
    expect(plan(root, norm, { collection: 'otra', slug: 'mia' }).title).toMatch(/→ normativa\/otra\/mia$/)
  })
})

describe('a norm of a community', () => {
  const regional = (department: string): string =>
    norm.replace('<ambito codigo="1">Estatal', '<ambito codigo="2">Autonómico').replace('Ministerio de Pruebas', department)

  test.each([
    ['Comunidad Autónoma de Aragón', '02'],
    ['Comunitat Valenciana', '10'],
    ['Comunidad Autónoma de las Illes Balears', '04'],
    ['Comunidad Autónoma de Castilla-La Mancha', '08'],
    ['Comunidad Foral de Navarra', '15'],
  ])('of %s is of %s', (department, code) => {
    expect(plan(makeBase(), regional(department)).files.get('normativa/autonomica/rd-999-2010/document.yaml')).toContain(
      `scope: { level: regional, ccaa: "${code}" }`,
    )
  })

  test('of an unknown department needs the code', () => {
    expect(() => plan(makeBase(), regional('Diputación'))).toThrow(/is a norm of "Diputación": expected --ccaa with the INE code of its community/)
    expect(plan(makeBase(), regional('Diputación'), { ccaa: '16' }).files.get('normativa/autonomica/rd-999-2010/document.yaml')).toContain(
      'ccaa: "16"',
    )
  })
})
