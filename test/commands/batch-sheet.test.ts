import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { odsFile, xlsxFile } from '../sheet-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-sheet-'))

async function plomada(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const environment = { PLOMADA_DATA: join(folder, 'data'), PLOMADA_KB: inject('packFile') }
  const code = await runCli(args, { environment, out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
function fileOf(name: string, content: Uint8Array): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const headings = ['Elemento', 'Parámetro', 'Valor', 'Unidad', 'Capataz']
const roof = (value: number | string) => ['cubierta plana', 'transmitancia térmica', value, 'W/m²K']

describe('plomada batch with a spreadsheet', () => {
  test('checks the rows of an .xlsx, and names the cell of what cannot be read', async () => {
    const source = fileOf('obra.xlsx', xlsxFile({ Hoja1: [headings, roof(0.3), [], roof('1.234'), roof(0.5)] }))
    const result = join(folder, 'resultado.csv')
    const { code, err } = await plomada('batch', source, '--geo', 'Madrid', '--out', result)
    expect(code).toBe(3)
    expect(err).toBe('Columnas que no se usan: Capataz\n3 comprobadas: 1 cumplen, 1 no cumplen, 1 sin decidir')
    const rows = readFileSync(result, 'utf8').split('\r\n').slice(1, -1)
    expect(rows.map((row) => row.split(';').filter((_cell, at) => [0, 3, 6].includes(at)))).toEqual([
      ['2', '0,3', 'CUMPLE'],
      ['4', '1.234', 'SIN DECIDIR'],
      ['5', '0,5', 'NO CUMPLE'],
    ])
    expect(rows[1]).toContain('celda C4: «1.234» puede ser 1234 o 1,2340')
  })

  test('knows a spreadsheet by its content too, and tells hidden rows', async () => {
    const cell = (value: string) => `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`
    const row = (cells: readonly (string | number)[], attributes = '') =>
      `<table:table-row ${attributes}>${cells.map((value) => cell(String(value))).join('')}</table:table-row>`
    const file = odsFile(`${row(headings)}${row(roof('0,3'))}${row(roof('9'), 'table:visibility="collapse"')}`)
    const { code, err } = await plomada('batch', fileOf('sin-nombre', file), '--geo', 'ES-28079')
    expect(err).toContain('Filas ocultas que no se leen: 3\n1 comprobadas: 1 cumplen')
    expect(code).toBe(0)
  })

  test('checks more than a thousand rows', async () => {
    const source = fileOf('larga.xlsx', xlsxFile({ Hoja1: [headings, ...Array.from({ length: 1201 }, () => roof(0.3))] }))
    expect(await plomada('batch', source, '--geo', 'Madrid', '--out', join(folder, 'larga.csv'))).toMatchObject({
      code: 0,
      err: expect.stringContaining('1201 comprobadas: 1201 cumplen'),
    })
  })

  test('writes nothing for a damaged file', async () => {
    const whole = xlsxFile({ Hoja1: [headings, roof(0.3)] })
    const result = join(folder, 'nada.csv')
    const { code, err } = await plomada('batch', fileOf('rota.xlsx', whole.slice(0, 300)), '--geo', 'Madrid', '--out', result)
    expect(code).toBe(1)
    expect(err).toContain('La hoja de cálculo está dañada o incompleta')
    expect(existsSync(result)).toBe(false)
  })

  test('writes a template whose example complies, and never replaces a file', async () => {
    const template = join(folder, 'plantilla.xlsx')
    expect(await plomada('batch', '--template', template)).toEqual({ code: 0, out: '', err: `Plantilla escrita: ${template}` })
    expect(await plomada('batch', template)).toMatchObject({ code: 0, err: '1 comprobadas: 1 cumplen, 0 no cumplen, 0 sin decidir' })
    const before = readFileSync(template)
    expect(await plomada('batch', '--template', template)).toMatchObject({ code: 2, err: expect.stringContaining('ya existe') })
    expect(readFileSync(template)).toEqual(before)
    expect(await plomada('batch', '--template', 'x.ods')).toMatchObject({ code: 2, err: expect.stringContaining('se espera un fichero .xlsx') })
    expect(await plomada('batch', template, '--template', 'x.xlsx')).toMatchObject({ code: 2, err: expect.stringContaining('sobra el fichero') })
  })
})
