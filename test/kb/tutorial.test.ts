import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { compareTable } from '../../kb/compiler/compare-table.ts'
import { compile } from '../../kb/compiler/compile.ts'
import { formatRules } from '../../kb/compiler/format-block.ts'
import { startDocument } from '../../kb/compiler/new-document.ts'
import { describe as describeProblem } from '../../kb/compiler/problem.ts'
import { stampReviewed } from '../../kb/compiler/stamp-reviewed.ts'

// Follows the tutorial of kb/README.md.
const tutorial = /## Ten minutes[\s\S]*?(?=\n## )/.exec(readFileSync('kb/README.md', 'utf8'))?.[0] ?? ''
const unindented = (text: string) => text.replace(/^ {3}/gm, '')
const files = [...tutorial.matchAll(/^ {3}(`{3,4})\w+ file=(\S+)\n([\s\S]*?)^ {3}\1$/gm)].map(([, , file = '', text = '']) => ({
  file,
  text: unindented(text),
}))
const contents = unindented(/^ {3}```csv\n([\s\S]*?)^ {3}```$/m.exec(tutorial)?.[1] ?? '')

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plomada-tutorial-'))
  writeFileSync(join(root, 'pack.yaml'), 'id: prueba\nversion: "1"\nreference_date: "2024-06-01"\n')
  for (const part of ['geo', 'vocabulary/units.yaml', 'vocabulary/scales.yaml', 'vocabulary/abbreviations.yaml', 'vocabulary/dimensions'])
    cpSync(join('kb', part), join(root, part), { recursive: true })
  return () => rmSync(root, { recursive: true, force: true })
})

function follow(): void {
  for (const { file, text } of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}
const faults = () => compile(root).problems.map(describeProblem).join('\n')
const start = () => startDocument(root, { collection: 'estatal', slug: 'decreto-prueba', title: 'Decreto de prueba', contents })

test('the files of kb:new name what is still missing', () => {
  expect(start()).toContain('normativa/estatal/decreto-prueba/sections/art-1.md')
  expect(faults()).toMatch(/art-1\.md:\d+: is a stub/)
  expect(start).toThrow('exists: expected the name of a new document')
})

test('the result of the tutorial passes every check', () => {
  start()
  follow()
  expect(faults()).toBe('')
  expect(compile(root).compiled?.book.rules.map(({ rule }) => rule.id)).toEqual(['d-prueba-anchura'])
})

test('an error in the table is reported as the tutorial shows', () => {
  start()
  follow()
  const table = join(root, 'normativa/estatal/decreto-prueba/tables/tabla-1.csv')
  writeFileSync(table, readFileSync(table, 'utf8').replace('>50,1.40', '>50,1.50'))
  expect(faults()).toContain('expected the limit 1.40')
})

test('kb:fmt formats a rule, keeps its meaning, and changes nothing the second time', () => {
  const untidy = '1. **X.** {#p1}\n```regla x\nmuro · espesor ≥ 0.80 m\ncomprobado: 0,8\nsi: {uso: vivienda}\ntitulo: "Espesor"\n```\n'
  const tidy = '1. **X.** {#p1}\n```regla x\nmuro · espesor ≥ 0,80 m\ntitulo: Espesor\nsi: { uso: vivienda }\ncomprobado: 0,8\n```\n'
  expect(formatRules(untidy)).toBe(tidy)
  expect(formatRules(tidy)).toBe(tidy)
})

test('the cases of a regional decree are tried in its own community', () => {
  start()
  follow()
  const document = join(root, 'normativa/estatal/decreto-prueba/document.yaml')
  writeFileSync(document, readFileSync(document, 'utf8').replace('{ level: national }', '{ level: regional, ccaa: "02" }'))
  expect(faults()).toBe('')
})

test('a rule read a second time says so until it says something else', () => {
  start()
  follow()
  const file = 'normativa/estatal/decreto-prueba/sections/art-1.md'
  const path = join(root, file)
  expect(stampReviewed(root, { files: [file], rules: [], date: '2026-11-22' })).toEqual(['d-prueba-anchura'])
  const stamped = readFileSync(path, 'utf8')
  expect(stamped).toMatch(/^revisado: 2026-11-22 [0-9a-f]{8}$/m)
  expect(faults()).toBe('')
  expect(compile(root).compiled?.book.rules[0]?.rule.reviewed).toEqual({ date: '2026-11-22', by: 'second-reading' })

  writeFileSync(path, stamped.replace('titulo: Anchura', 'titulo: Ancho'))
  expect(faults(), 'another title is the same rule').toBe('')
  for (const [from, to] of [
    ['anchura-prueba ≥', 'anchura-prueba >'],
    ['titulo: Anchura', 'exento:\n  - { si: { uso: industrial }, texto: Industrial }\ntitulo: Anchura'],
  ] as const) {
    writeFileSync(path, stamped.replace(from, to))
    expect(formatRules(readFileSync(path, 'utf8')), 'kb:fmt leaves the digest').toContain(/revisado: .*/.exec(stamped)?.[0])
    expect(faults()).toContain('rule "d-prueba-anchura" changed since it was read on 2026-11-22')
  }
  const table = join(root, 'normativa/estatal/decreto-prueba/tables/tabla-1.csv')
  writeFileSync(path, stamped)
  writeFileSync(table, readFileSync(table, 'utf8').replace('>50,1.40', '>50,1.50'))
  expect(faults(), 'a cell it reads').toContain('changed since it was read')
  expect(stampReviewed(root, { files: [file], rules: ['d-prueba-anchura'], date: '2026-11-23' })).toHaveLength(1)
  expect(readFileSync(path, 'utf8').match(/^revisado:/gm)).toHaveLength(1)
  expect(faults()).not.toContain('changed since')
  expect(() => stampReviewed(root, { files: [file], rules: ['otra'], date: '2026-11-23' })).toThrow('rule "otra" is in none of these files')
})

test('a table that a second transcription agrees with says so until a cell changes', () => {
  start()
  follow()
  const file = 'normativa/estatal/decreto-prueba/tables/tabla-1.csv'
  const second = join(root, 'segunda.csv')
  writeFileSync(second, 'p,dentro,fuera\n<=50,"1,00",1.20\n>50,1.40,1.50\n')
  expect(compareTable(root, { file, second, date: '2026-11-23' })).toEqual([
    'row 3, exterior: "1.60" in the base, "1.50" in the second transcription',
  ])
  writeFileSync(second, 'p,dentro,fuera\n<=50,"1,00",1.20\n>50,1.40,1.60\n')
  expect(compareTable(root, { file, second, date: '2026-11-23' })).toEqual([])
  expect(faults()).toBe('')
  const table = join(root, file)
  writeFileSync(table, readFileSync(table, 'utf8').replace('1.60', '1.50'))
  expect(faults()).toContain('the table changed since it was read on 2026-11-23')
  expect(() => compareTable(root, { file: 'tabla-9.csv', second, date: '2026-11-23' })).toThrow('expected a table')
})

test('a second reading written without its digest is told', () => {
  start()
  follow()
  const path = join(root, 'normativa/estatal/decreto-prueba/sections/art-1.md')
  writeFileSync(path, readFileSync(path, 'utf8').replace('donde: Tabla 1\n', 'donde: Tabla 1\nrevisado: 2026-11-22\n'))
  expect(faults()).toContain('has a second reading without its digest')
})
