import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { readPdf } from '../read-pdf.ts'
import { flatRoof, type Json } from '../service.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-ficha-'))
const { geo_id, ...roof } = flatRoof

async function ficha(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const environment = { PLOMADA_DATA: folder, PLOMADA_KB: inject('packFile') }
  const code = await runCli(['ficha', ...args], { environment, out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

function project(name: string, ...values: string[]): string {
  const file = join(folder, `${name}.json`)
  const checks = values.map((value, index) => `{"id":"${index}",${JSON.stringify(roof).slice(1, -1).replace('"value":0.5', `"value":${value}`)}}`)
  writeFileSync(file, `{"name":"${name}","geo_id":"${geo_id}","checks":[${checks.join(',')}]}`)
  return file
}
const path = (name: string): string => join(folder, name)

describe('plomada ficha', () => {
  test('writes the PDF and prints the results in one line', async () => {
    const out = path('todo.pdf')
    expect(await ficha(project('todo', '0.3', '0.35'), '--out', out, '--date', '2026-11-21')).toEqual({
      code: 0,
      out: `${out}: comprobaciones 2, cumplen 2, no cumplen 0, sin decidir 0`,
      err: '',
    })
    expect((await readPdf(readFileSync(out))).pages.join(' ')).toContain('21-11-2026')
  })

  test.each([
    ['falla', ['0.3', '0.5', '"nada"'], 3],
    ['duda', ['0.3', '"nada"'], 4],
    ['muchas cifras', ['0.35000000000000000001'], 3],
  ])('exits by the worst of its checks: %s', async (name, values, code) => {
    expect((await ficha(project(name, ...values), '--out', path(`${name}.csv`), '--format', 'csv')).code).toBe(code)
  })

  test('is named after the project by default', async () => {
    const cwd = process.cwd()
    const file = project('Casa: añil', '0.3')
    process.chdir(folder)
    try {
      expect(await ficha(file, '--format', 'json')).toMatchObject({ code: 0, out: expect.stringContaining('Casa- añil.json') })
    } finally {
      process.chdir(cwd)
    }
    expect(JSON.parse(readFileSync(path('Casa- añil.json'), 'utf8'))).toMatchObject({ issued_on: null, summary: { compliant: 1 } })
  })

  test('replaces a file only with --force', async () => {
    const out = path('antes.csv')
    const file = project('antes', '0.3')
    writeFileSync(out, 'mío')
    const refused = await ficha(file, '--out', out, '--format', 'csv')
    expect([refused.code, refused.err, readFileSync(out, 'utf8')]).toEqual([
      1,
      `Ya existe ${out}: indique otro con --out, o --force para sustituirlo`,
      'mío',
    ])
    expect((await ficha(file, '--out', out, '--format', 'csv', '--force')).code).toBe(0)
    expect(readFileSync(out, 'utf8')).toContain('CUMPLE')
  })

  test.each([
    [['--format', 'doc'], 2, /pdf, docx, xlsx, csv, json/],
    [['--date', 'ayer'], 1, /issued_on/],
  ])('refuses %j', async (args, code, message) => {
    const out = path('nada.pdf')
    const refused = await ficha(project('nada', '0.3'), '--out', out, ...args)
    expect([refused.code, existsSync(out)]).toEqual([code, false])
    expect(refused.err).toMatch(message)
  })

  test('says which file cannot be read, and which field is wrong', async () => {
    writeFileSync(path('roto.json'), '{"name":')
    expect(await ficha(path('roto.json'))).toMatchObject({ code: 1, err: expect.stringContaining('roto.json no es JSON') })
    writeFileSync(path('sin.json'), JSON.stringify({ name: 'x' } satisfies Json))
    expect(await ficha(path('sin.json'))).toMatchObject({ code: 1, err: expect.stringContaining('/project/geo_id') })
    expect(await ficha()).toMatchObject({ code: 2 })
    expect(await ficha(path('no-existe.json'))).toMatchObject({ code: 1, err: expect.stringContaining('no-existe.json') })
  })
})
