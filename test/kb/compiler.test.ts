import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { buildPack } from '../../kb/compiler/build.ts'
import { compile } from '../../kb/compiler/compile.ts'
import { packOf } from '../../kb/compiler/pack.ts'
import { describe as describeProblem } from '../../kb/compiler/problem.ts'
import { isCurrent } from '../../kb/compiler/stale.ts'
import { writePack } from '../../kb/compiler/write.ts'
import { openKnowledgeBase, packMeta } from '../../server/kb/open.ts'
import { packFormat } from '../../server/kb/pack-schema.ts'
import { openPack } from '../../server/packs/pack-file.ts'
import { writeSmallGeography } from './small-geography.ts'

// A small knowledge base with the real units and geography. Each test introduces one error.
const folder = 'normativa/cte/cte-db-x'
const files: Record<string, string> = {
  'pack.yaml': 'id: prueba\nversion: "1"\nreference_date: "2024-06-01"\n',
  'vocabulary/elements/x.yaml': '- { id: muro, label: Muro, aliases: [pared] }\n- { id: muro-exterior, label: Muro exterior, broader: muro }\n',
  'vocabulary/parameters/x.yaml':
    '- { id: espesor, label: Espesor, unit: mm, plausible: { min: "1", max: "2000" } }\n- { id: clase-fuego, label: Clase de fuego }\n',
  'vocabulary/dimensions/x.yaml':
    '- id: uso\n  label: Uso\n  type: enum\n  help: Uso del edificio.\n  values:\n    - { id: vivienda, label: Vivienda }\n    - { id: otros, label: Otros }\n- { id: altura, label: Altura, type: number, unit: m, help: Altura del muro. }\n- { id: climate_zone.winter, label: Zona, type: enum, source: place, help: Zona., values: [{ id: D, label: D }, { id: C, label: C }] }\n',
  [`${folder}/document.yaml`]:
    'slug: cte-db-x\ncollection: cte\ntitle: Documento X\nshort_title: DB-X\nauthority: Ministerio\nscope: { level: national }\neditions:\n  - { version: "2019", label: "2019", in_force_from: "2019-01-01", date_basis: publicacion }\n  - { version: "2022", label: "2022", in_force_from: "2022-01-01", date_basis: publicacion }\nsources: { texto: "Texto oficial" }\n',
  [`${folder}/sections/x-1.md`]: `---
section: x-1
number: "X 1"
title: Espesor
order: 1
editions: ["2019", "2022"]
verification: official_text
sources: [texto]
---
1. **Espesor.** El muro tiene el espesor de la [tabla 1](table:tabla-1) según su altura. {#p1}
\`\`\`regla x-espesor
muro · espesor ≥ tabla-1[altura: altura, por climate_zone.winter] mm
titulo: Espesor mínimo
si: { uso: vivienda }
donde: Tabla 1
comprobado:
  - 120: { altura: 3 }
  - 200: { altura: 3.1 }
  - 100: { altura: 2, en: ES-08019 }
  - 150: { altura: 4, en: ES-08019 }
casos:
  - { valor: 150, con: { uso: vivienda }, problema: indeterminate, falta: [altura] }
\`\`\`
`,
  [`${folder}/tables/tabla-1.csv`]: 'altura,C,D\n<=3,100,120\n>3,150,200\n',
  [`${folder}/tables/tabla-1.yaml`]:
    'table: tabla-1\nnumber: "Tabla 1"\ntitle: Espesor mínimo\nsection: x-1\nunit: mm\neditions: ["2019", "2022"]\nverification: official_text\nsources: [texto]\nkeys: [altura]\n',
}

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plomada-kb-'))
  for (const [file, text] of Object.entries(files)) write(file, text)
  for (const part of ['vocabulary/units.yaml', 'vocabulary/scales.yaml', 'vocabulary/abbreviations.yaml']) cpSync(join('kb', part), join(root, part))
  writeSmallGeography(root)
  return () => rmSync(root, { recursive: true, force: true })
})

function write(file: string, text: string): void {
  mkdirSync(join(root, file, '..'), { recursive: true })
  writeFileSync(join(root, file), text)
}

function edit(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(join(root, file), 'utf8')
  const after = before.replace(from, to)
  expect(after, `nothing to change in ${file}`).not.toBe(before)
  writeFileSync(join(root, file), after)
}

const compileErrors = (): string[] => compile(root).problems.map(describeProblem)
const article = `${folder}/sections/x-1.md`
/** Adds a changed copy of the rule under the same paragraph. */
const second = (change: (block: string) => string): void => {
  const block = /```regla[\s\S]*?\n```\n/.exec(files[article] ?? '')?.[0] ?? ''
  write(article, `${files[article]}${change(block.replace('x-espesor', 'x-segunda'))}`)
}

describe('the compiler', () => {
  test('accepts the small base without changes', () => expect(compileErrors()).toEqual([]))

  test.each<[string, () => void, RegExp]>([
    ['YAML that cannot be read', () => edit(article, 'si: { uso: vivienda }', 'si: { uso: vivienda'), /x-1\.md:1\d:/],
    ['an unknown field', () => edit(article, 'donde: Tabla 1', 'limite: 3'), /x-1\.md:13: .*limite/],
    ['an unknown comparison', () => edit(article, '≥', 'mínimo'), /x-1\.md:12:16: .*found "mínimo.*expected one of .*≥/],
    ['a limit that is no figure', () => edit(article, /≥ .*/, '≥ 5..0 mm'), /x-1\.md:12:18: .*expected a figure such as "0,80"/],
    ['an unknown element', () => edit(article, 'muro ·', 'muros ·'), /unknown element "muros": the nearest are muro/],
    ['an unknown parameter', () => edit(article, '· espesor', '· grosor'), /unknown parameter "grosor"/],
    ['an unknown unit', () => edit(article, '] mm', '] yarda'), /unknown unit "yarda"/],
    ['a unit of something else', () => edit(article, '] mm', '] s'), /does not measure "espesor"/],
    ['an unknown dimension', () => edit(article, 'si: { uso: vivienda }', 'si: { color: rojo }'), /unknown dimension "color"/],
    ['an unknown value', () => edit(article, 'si: { uso: vivienda }', 'si: { uso: hotel }'), /unknown value "hotel"/],
    [
      'a condition that nothing meets',
      () => edit(article, 'si: { uso: vivienda }', 'si: { altura: { gt: "5", lt: "3" } }'),
      /interval of "altura" is empty/,
    ],
    ['an interval over a list', () => edit(article, 'si: { uso: vivienda }', 'si: { uso: { gt: "5" } }'), /"uso" has no order/],
    ['an unknown table', () => edit(article, '≥ tabla-1[', '≥ tabla-9['), /Unknown table "tabla-9"/],
    ['an unknown column', () => edit(article, 'por climate_zone.winter', 'columna Z'), /has no column "Z"/],
    ['an unknown row', () => edit(article, 'altura: altura,', 'nada,'), /has no row "nada"/],
    [
      'a way of speaking that exempts from a rule',
      () => {
        write('vocabulary/dimensions/y.yaml', '- { id: amparo, label: Amparo, type: boolean, help: Está amparado. }\n')
        write('vocabulary/stated/y.yaml', '- { dimension: amparo, value: true, say: [obra muy antigua] }\n')
        edit(article, 'donde:', 'exento:\n  - { si: { amparo: true }, texto: No se exige. }\ndonde:')
      },
      /"amparo" true exempts from "x-espesor": that must be stated by its name/,
    ],
    [
      'an unknown section',
      () => edit(article, 'donde:', 'exento:\n  - { si: { altura: 1 }, cita: { seccion: x-9 } }\ndonde:'),
      /unknown section "x-9"/,
    ],
    ['a fence that is no rule', () => edit(article, '```regla x-espesor', '```yaml'), /x-1\.md:11: found a fence "yaml": expected "regla"/],
    ['a fence that does not end', () => edit(article, /```\n$/, ''), /x-1\.md:11: .*does not end/],
    ['a file that nothing reads', () => write(`${folder}/rules/x.yaml`, ''), /rules\/x\.yaml:1: unknown file: expected/],
    ['an unknown edition', () => edit(article, 'donde:', 'ediciones: ["2019", "2023"]\ndonde:'), /unknown edition "2023"/],
    ['an unknown source', () => edit(article, 'donde:', 'fuentes: [memoria]\ndonde:'), /unknown source "memoria"/],
    ['a class without a scale', () => edit(article, '≥', 'clase ≥'), /expected the scale in brackets/],
    ['an unknown scale', () => edit(article, /≥ .*/, 'clase ≥ EI 60 (nada)'), /Unknown scale "nada"/],
    ['a limit that is not plausible', () => edit(`${folder}/tables/tabla-1.csv`, '150,200', '150,20000'), /20000 mm is not plausible/],
    ['rows that both match', () => edit(`${folder}/tables/tabla-1.csv`, '>3,', '>=3,'), /rows 2 and 3 can both match/],
    [
      'two rules that both match',
      () => second((block) => block.replace('si: { uso: vivienda }', 'si: { uso: [vivienda, otros] }')),
      /can match together with "x-espesor"/,
    ],
    ['a narrower element that both bind', () => second((block) => block.replace('muro ·', 'muro-exterior ·')), /can match together/],
    ['a rule twice', () => second((block) => block.replace('x-segunda', 'x-espesor')), /declared twice/],
    ['a rule without a figure read again', () => edit(article, /comprobado:[\s\S]*(?=casos)/, ''), /has no case below, at, above/],
    ['a limit not tried from above', () => edit(article, /comprobado:[\s\S]*(?=casos)/, ''), /has no case below, at, above/],
    ['a cell not tried', () => edit(article, /.*150: .*\n/, ''), /"tabla-1" has no case in row 3, column C/],
    ['a figure read otherwise', () => edit(article, '- 200:', '- 201:'), /x-1\.md:11: .*expected COMPLIANT|expected the limit 201, got 200/],
    ['a slip in a table', () => edit(`${folder}/tables/tabla-1.csv`, '150,200', '105,200'), /expected the limit 150, got 105/],
    ['a figure at no place', () => edit(article, 'ES-08019', 'ES-00000'), /unknown place/],
    ['a case with another problem', () => edit(article, 'problema: indeterminate', 'problema: not-in-force'), /expected the problem not-in-force/],
    [
      'a point not held in a section that is not there',
      () =>
        edit(`${folder}/document.yaml`, 'sources: {', 'not_held: [{ element: muro, section: x-9, number: "Tabla 9", text: espesores }]\nsources: {'),
      /not_held "Tabla 9": unknown section "x-9"/,
    ],
    [
      'a point not held of unknown terms',
      () =>
        edit(
          `${folder}/document.yaml`,
          'sources: {',
          'not_held: [{ element: tabique, parameter: grosor, section: x-1, number: "Tabla 9", text: espesores, editions: ["1999"], when: { color: rojo } }]\nsources: {',
        ),
      /unknown element "tabique"[\s\S]*unknown parameter "grosor"[\s\S]*unknown edition "1999"[\s\S]*unknown dimension "color"/,
    ],
    [
      'a first day after the first edition',
      () => edit(`${folder}/document.yaml`, 'sources: {', 'first_in_force: "2020-01-01"\nsources: {'),
      /first_in_force 2020-01-01 is after the first edition: expected 2019-01-01 or before/,
    ],
    ['a limit whose fraction has no value', () => edit(article, /≥ .*/, '≥ 1/0 mm'), /"1\/0" is no number/],
    ['a link to nowhere', () => edit(`${folder}/sections/x-1.md`, 'table:tabla-1', 'table:tabla-7'), /x-1\.md:10: link to nowhere: table:tabla-7/],
    ['a stub', () => edit(article, /1\. .*/, 'Véase.'), /is a stub/],
    ['an article without front matter', () => write(`${folder}/sections/x-2.md`, 'hola\n'), /has no front matter/],
    ['an unknown parent', () => edit(`${folder}/sections/x-1.md`, 'order: 1', 'order: 1\nparent: x-0'), /unknown parent "x-0"/],
    [
      'a wording twice in one edition',
      () => write(`${folder}/sections/x-1b.md`, files[`${folder}/sections/x-1.md`] ?? ''),
      /two wordings in edition/,
    ],
    ['a table with uneven rows', () => edit(`${folder}/tables/tabla-1.csv`, '150,200', '150'), /tabla-1\.csv:3: has 2 cells/],
    ['a table without figures', () => rmSync(join(root, folder, 'tables/tabla-1.csv')), /has no figures/],
    [
      'a key column that is not there',
      () => edit(`${folder}/tables/tabla-1.yaml`, 'keys: [altura]', 'keys: [anchura]'),
      /"anchura" is not in the header/,
    ],
    ['a document in another folder', () => edit(`${folder}/document.yaml`, 'slug: cte-db-x', 'slug: cte-db-y'), /slug and collection/],
    ['an element twice', () => write('vocabulary/elements/y.yaml', '- { id: muro, label: Muro }\n'), /"muro" is declared twice/],
    ['an unknown broader element', () => edit('vocabulary/elements/x.yaml', 'broader: muro', 'broader: pared'), /unknown broader term "pared"/],
    [
      'values for an unknown dimension',
      () => write('vocabulary/dimensions/y.yaml', '- { id: nada, extends: true, values: [{ id: a, label: A }] }\n'),
      /unknown dimension "nada"/,
    ],
    ['a municipality without altitude', () => edit('geo/municipios.csv', ',568,MDT', ',,MDT'), /01001 .* has no altitude/],
    ['bands with a gap', () => edit('geo/zonas-climaticas.csv', '01,601,', '01,602,'), /bands of province 01/],
    ['a listed municipality that does not exist', () => edit('geo/radon-hs6.csv', '01003,', '01999,'), /01999 is no municipality/],
    ['a list without its source', () => rmSync(join(root, 'geo/radon-hs6.source.yaml')), /radon-hs6\.csv:1: has no/],
  ])('refuses %s', (_name, plant, message) => {
    plant()
    expect(compileErrors().join('\n')).toMatch(message)
    expect(compile(root).compiled).toBeUndefined()
  })

  test('an unverified figure decides nothing, is reported as waiting, and needs no case', () => {
    edit(article, /comprobado:[\s\S]*casos:[\s\S]*(?=```)/, 'verificacion: unverified\n')
    const { compiled, problems } = compile(root)
    expect(problems).toEqual([])
    const pack = join(root, 'x.kb')
    if (compiled !== undefined) writePack(compiled, pack)
    const kb = openKnowledgeBase(pack)
    expect(kb.meta.coverage).toMatchObject({ documents: [{ document: 'cte-db-x', waiting: ['x-espesor'], rules: { deciding: 0, total: 1 } }] })
    kb.close()
  })

  test('a build says of a worked example in the pack what a check says of it, and then writes nothing', async () => {
    const pack = join(root, 'x.kb')
    expect(await buildPack(root, pack)).toMatchObject({ problems: [] })
    expect(packMeta(pack).sha256).toBe(compile(root).compiled?.sha256)
    rmSync(pack)
    edit(article, /(comprobado:\s+(?:- )?)[\d,.]+/, '$177777')
    const { compiled, problems } = await buildPack(root, pack)
    expect([compiled, existsSync(pack)]).toEqual([undefined, false])
    expect(problems.length).toBeGreaterThan(0)
    expect(problems).toEqual(compile(root).problems)
  })

  test('the hash does not depend on the folder or the line endings', () => {
    const first = compile(root).compiled?.sha256
    const elsewhere = mkdtempSync(join(tmpdir(), 'plomada-kb-'))
    cpSync(root, elsewhere, { recursive: true })
    writeFileSync(join(elsewhere, article), (files[article] ?? '').replace(/\n/g, '\r\n'))
    expect(compile(elsewhere).compiled?.sha256).toBe(first)
    edit(article, 'Espesor mínimo', 'Espesor minimo')
    expect(compile(root).compiled?.sha256).not.toBe(first)
    rmSync(elsewhere, { recursive: true })
  })

  test('a pack is up to date until a source changes', () => {
    const pack = join(root, 'x.kb')
    const { compiled } = compile(root)
    expect(isCurrent(root, pack)).toBe(false)
    if (compiled !== undefined) writePack(compiled, pack)
    expect(isCurrent(root, pack)).toBe(true)
    edit(article, 'Espesor mínimo', 'Espesor menor')
    expect(isCurrent(root, pack)).toBe(false)
  })

  test('the pack of the project, which has sources of every kind, is up to date once it is compiled', () => {
    expect(isCurrent(process.env['PLOMADA_TEST_KB'] ?? 'kb', inject('packFile'))).toBe(true)
  })
})

describe('opening a pack', () => {
  test('a file that is not a pack, or of another format, is rejected with advice', () => {
    const file = join(root, 'x.kb')
    expect(() => openKnowledgeBase(file)).toThrow(/no such file; run "npm run kb:build"/)
    writeFileSync(file, 'hello')
    expect(() => openKnowledgeBase(file)).toThrow(/it is not a pack/)
    rmSync(file)
    const { compiled } = compile(root)
    if (compiled !== undefined) writePack(compiled, file)
    const database = new Database(file)
    database.prepare("UPDATE meta SET value = ? WHERE key = 'format'").run(String(packFormat + 1))
    database.close()
    expect(() => openKnowledgeBase(file)).toThrow(/its format is/)
  })
})

describe('packOf()', () => {
  const packed = (): Buffer => {
    const { compiled } = compile(root)
    if (compiled === undefined) throw new Error('the small base does not compile')
    writePack(compiled, join(root, 'x.kb'))
    return Buffer.from(packOf(compiled, readFileSync(join(root, 'x.kb')), 'abc'))
  }
  test('has the same bytes for the same sources, and others for other sources', () => {
    const first = packed()
    expect(packed().equals(first)).toBe(true)
    edit('pack.yaml', '"1"', '"2"')
    expect(packed().equals(first)).toBe(false)
  })
  test('describes the content in its first line', () => {
    const { manifest, base } = openPack(packed())
    expect(manifest).toMatchObject({ id: 'prueba', version: '1', reference_date: '2024-06-01', commit: 'abc', file_bytes: base.length })
    expect(manifest.coverage).toEqual({ documents: 1, articles: 1, rules: 1, deciding: 1, municipalities: expect.any(Number) })
    expect(base).toEqual(readFileSync(join(root, 'x.kb')))
  })
})

describe('what a false verdict hides in', () => {
  test('an exception in a notice is an error until it says why the verdict cannot change', () => {
    edit(article, 'donde: Tabla 1\n', 'aviso:\n  - Salvo en muros de piedra.\ndonde: Tabla 1\n')
    expect(compileErrors()).toEqual([expect.stringContaining('aviso speaks of an exception ("Salvo")')])
    edit(article, '  - Salvo en muros de piedra.', '  - { texto: Salvo en muros de piedra., no_cambia: No hay muros de piedra en la base }')
    expect(compileErrors()).toEqual([])
  })

  test('a reference to another limit is an error until a rule is named or a reason given', () => {
    edit(article, 'según su altura.', 'según su altura, y cumple además el DB-SUA.')
    expect(compileErrors()).toEqual([expect.stringContaining('paragraph p1 refers to another limit ("además")')])
    edit(article, 'donde: Tabla 1\n', 'remite: El DB-SUA no limita espesores\ndonde: Tabla 1\n')
    expect(compileErrors()).toEqual([])
  })

  test('a rule named as binding besides must be there', () => {
    edit(article, 'donde: Tabla 1\n', 'ademas: [otra]\ndonde: Tabla 1\n')
    expect(compileErrors()).toEqual([expect.stringContaining('ademas "otra" is no rule of the base')])
  })

  test('the paragraph must compare as the rule does', () => {
    edit(article, 'según su altura. {#p1}', 'según su altura; el de ladrillo mide más de 90 mm. {#p1}')
    edit(
      article,
      /```\n$/,
      '```\n```regla x-ladrillo\nmuro-exterior · espesor ≥ 90 mm\ntitulo: Espesor del ladrillo\nsi: { uso: otros }\ncomprobado: 90\n```\n',
    )
    expect(compileErrors()).toEqual([expect.stringContaining('rule "x-ladrillo" is "min", but its paragraph says "over"')])
    edit(article, 'espesor ≥ 90 mm', 'espesor > 90 mm')
    expect(compileErrors()).toEqual([])
  })

  test('a section of scope says what its rules must ask, and they do', () => {
    edit(article, 'title: Espesor\n', 'title: Ámbito de aplicación\n')
    expect(compileErrors()).toEqual([expect.stringContaining('says what 1 rules apply to')])
    edit(article, 'verification: official_text\n', 'verification: official_text\nalcance: { datos: [uso] }\n')
    expect(compileErrors()).toEqual([])
    edit(article, 'si: { uso: vivienda }\n', '')
    expect(compileErrors()).toEqual([expect.stringContaining('rule "x-espesor" does not ask uso')])
  })

  test('two elements that sound alike and are limited in one quantity are linked or declared distinct', () => {
    edit('vocabulary/elements/x.yaml', /$/, '- { id: tabique, label: Muro ligero }\n')
    edit(article, /```\n$/, '```\n```regla x-tabique\ntabique · espesor ≥ 90 mm\ntitulo: Espesor del tabique\ncomprobado: 90\n```\n')
    expect(compileErrors()).toEqual([expect.stringContaining('muro and tabique sound alike and both have limits on espesor')])
    write('vocabulary/distinct.yaml', '- { elements: [muro, tabique], reason: Uno sostiene y el otro no }\n')
    expect(compileErrors()).toEqual([])
    write('vocabulary/distinct.yaml', '- { elements: [muro, muro-exterior], reason: Uno sostiene y el otro no }\n')
    expect(compileErrors()).toContainEqual(expect.stringContaining('no two rules need this: remove it'))
  })

  test('two quantities that share a name on one element are linked in both directions or declared distinct', () => {
    edit('vocabulary/parameters/x.yaml', /$/, '- { id: grueso, label: Grueso, aliases: [espesor], unit: mm }\n')
    edit(article, /```\n$/, '```\n```regla x-grueso\nmuro · grueso ≥ 80 mm\ntitulo: Grueso del muro\ncomprobado: 80\n```\n')
    expect(compileErrors()).toEqual([expect.stringContaining('share a name and both limit muro')])
    write('vocabulary/distinct-quantities.yaml', '- { quantities: [espesor, grueso], reason: Se miden en capas distintas }\n')
    expect(compileErrors()).toEqual([])
  })

  test('two quantities may be one of one element: the rules on one bind a check of the other', () => {
    edit('vocabulary/parameters/x.yaml', /$/, '- { id: grueso, label: Grueso, aliases: [espesor], unit: mm }\n')
    edit(article, /```\n$/, '```\n```regla x-grueso\nmuro · grueso ≥ 80 mm\ntitulo: Grueso del muro\ncomprobado: 80\n```\n')
    edit('vocabulary/elements/x.yaml', 'label: Muro,', 'label: Muro, one_quantity: [espesor, grueso],')
    // The case of `x-grueso` lacks what `x-espesor` asks.
    const errors = compileErrors()
    expect(errors).toContainEqual(expect.stringMatching(/rule "x-grueso", value 80 .*missing uso/))
    expect(errors.join()).not.toContain('share a name')
    edit('vocabulary/elements/x.yaml', '[espesor, grueso]', '[espesor, gordo]')
    expect(compileErrors()).toContainEqual(expect.stringContaining('one_quantity of muro: unknown parameter "gordo"'))
  })

  test('questions asked of an article and its rules are four, told once, and never hold the figure', () => {
    const asked = (section: readonly string[], rule: readonly string[], name = 'x-espesor'): void =>
      write(`${folder}/asked/x-1.yaml`, JSON.stringify({ section, rules: { [name]: rule } }))
    const questions = (text: string): string[] => ['grueso', 'ancho', 'medida', 'tamaño'].map((word) => `¿Qué ${word} ${text}?`)
    edit(article, 'tabla-1[altura: altura, por climate_zone.winter]', '120')
    edit(article, /comprobado:[\s\S]*falta: \[altura\] \}/, 'comprobado: 120')
    const others = compileErrors()
    asked(questions('pide el artículo'), questions('tiene la pared'))
    expect(compileErrors()).toEqual(others)
    asked(questions('pide el artículo'), questions('tiene la pared').slice(1))
    expect(compileErrors()).toContainEqual(expect.stringContaining('rule "x-espesor" has 3 questions in asked/'))
    asked(questions('pide el artículo').slice(1), questions('tiene la pared'))
    expect(compileErrors()).toContainEqual(expect.stringContaining('the article has 3 questions in asked/'))
    asked(questions('tiene la pared'), questions('tiene la pared'))
    expect(compileErrors()).toContainEqual(expect.stringContaining('stands in'))
    asked(questions('pide el artículo'), questions('tiene la pared con 120 mm'))
    expect(compileErrors()).toContainEqual(expect.stringContaining('holds 120, the figure of "x-espesor"'))
    asked(questions('pide el artículo'), questions('tiene la pared de 120 m de largo'))
    expect(compileErrors()).toEqual(others)
    asked(questions('pide el artículo'), questions('tiene la pared'), 'x-otra')
    expect(compileErrors()).toContainEqual(expect.stringContaining('no rule "x-otra" in this document'))
  })
})
