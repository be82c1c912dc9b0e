import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { readPdf } from '../read-pdf.ts'

const data = mkdtempSync(join(tmpdir(), 'plomada-requirements-'))

async function exigencias(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await runCli(['exigencias', ...args], {
    environment: { PLOMADA_DATA: data, PLOMADA_KB: inject('packFile') },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

const burgos = ['--geo', 'ES-09059', '--context', 'uso=residencial_privado', '--context', 'intervencion=obra_nueva']
const garage = ['--part', 'Garaje: uso=aparcamiento; plazas=30']

describe('plomada exigencias', () => {
  test('prints by document and section what applies and what depends', async () => {
    const { code, out } = await exigencias(...burgos, ...garage, '--code', 'cte-db-sua', '--code', 'cte-db-he')
    expect(code).toBe(0)
    expect(out).toMatch(/^Exigencias en Burgos, zona E1, a \d{4}-\d{2}-\d{2}\n\d+ reglas en vigor: \d+ rigen, \d+ dependen de datos, \d+ no rigen/)
    expect(out).toMatch(/\nDocumento Básico SUA[^\n]+\(2022\)\n/)
    expect(out).toMatch(/Uso general o restringido de la zona: Uso general → como mínimo 54 cm y como máximo 70 cm/)
    expect(out).toMatch(/\n {6}Edificio: /)
    expect(out).toContain('Datos que más deciden')
    expect(out).not.toMatch(/undefined|null|\[object/)
    expect(out).not.toMatch(/: no rige: No rige/)
  })

  test('writes a table for spreadsheets, with what does not apply and why', async () => {
    const file = join(data, 'exigencias.csv')
    const { code } = await exigencias(
      ...burgos,
      '--absent',
      'piscina',
      '--code',
      'cte-db-sua',
      '--standing',
      'does_not_apply',
      '--csv',
      '--out',
      file,
    )
    expect(code).toBe(0)
    const lines = readFileSync(file, 'utf8').split('\r\n')
    expect(lines[0]).toMatch(/norma;edición;apartado;exigencia;/)
    expect(lines.some((line) => line.includes('El edificio no tiene «Vaso de la piscina»') || line.includes('El edificio no tiene «Piscina»'))).toBe(
      true,
    )
    expect(lines.slice(1).filter((line) => !line.includes(';no rige;'))).toEqual([])
  })

  test('writes a document to print, with what does not apply too', async () => {
    const file = join(data, 'exigencias.pdf')
    expect((await exigencias(...burgos, '--code', 'cte-db-hr', '--out', file)).code).toBe(0)
    const text = (await readPdf(readFileSync(file))).pages.join(' ').replace(/\s+/g, ' ')
    expect(text).toContain('Documento Básico HR. Protección frente al ruido')
    expect(text).toMatch(/No rige con «/)
  })

  test.each<[string, string[], RegExp]>([
    ['two formats at once', [...burgos, '--csv', '--out', 'x.pdf'], /pdf.*csv/],
    ['no place', [], /--geo/],
    ['a part without name', [...burgos, '--part', 'uso=aparcamiento'], /Garaje: uso=aparcamiento/],
    ['an unknown standing', [...burgos, '--standing', 'quizá'], /applies, depends/],
  ])('%s is wrong usage', async (_what, args, advice) => {
    const { code, err } = await exigencias(...args)
    expect(code).toBe(2)
    expect(err).toMatch(advice)
  })

  test('an unknown datum is said with what would be right', async () => {
    const { code, err } = await exigencias('--geo', 'ES-09059', '--context', 'usso=comercial')
    expect(code).toBe(1)
    expect(err).toMatch(/condición desconocida «usso»/)
  })
})
