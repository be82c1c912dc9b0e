import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'
import { type FileCell, odsFile, xlsxFile } from '../sheet-file.ts'

const { get, post } = startService()
const path = '/api/v1/comprobaciones/tabla'
const send = (file: Uint8Array, headers = {}) => post(path, { file: Buffer.from(file).toString('base64') }, headers)
const read = async (file: Uint8Array): Promise<Json> => {
  const response = await send(file)
  expect(response.status).toBe(200)
  return bodyOf(response)
}
const headings = ['Elemento', 'Parámetro', 'Valor', 'Unidad']
const roof = (value: FileCell, ...more: FileCell[]) => ['cubierta plana', 'U', value, 'W/m²K', ...more]
const check = { element: 'cubierta plana', parameter: 'U', unit: 'W/m²K', codes: [], context: {}, origin: '', notes: '' }
/** The value of each row by line, or its errors as `cell detail`. */
const told = ({ rows }: Json) =>
  (rows as Json[]).map(({ line, check: one, errors }) => [
    line,
    one === undefined ? (errors as Json[]).map(({ cell, detail }) => `${String(cell)} ${String(detail)}`).join('; ') : (one as Json)['value'],
  ])

describe('a spreadsheet of checks', () => {
  test('gives the rows that the same table as text gives', async () => {
    const rows = [
      [...headings, 'Municipio', 'Norma', 'Origen', 'Altitud_M', 'Uso', 'Otra'],
      roof('0,35', 28079, 'cte-db-he, cte-db-hr', 'Memoria <1> & más', 1200.5, 'residencial privado', 'x'),
      roof('1.234'),
      roof('0,36', 'Villa Inexistente', undefined, undefined, 'alta', 'palacio'),
    ]
    const text = rows.map((cells) => cells.map((cell) => String(cell ?? '').replace('1200.5', '1200,5')).join('\t')).join('\n')
    const { rows: pasted, ...rest } = await bodyOf(await post(path, { text }))
    const { rows: fromFile, sheet, ...more } = await read(xlsxFile({ Tabla: rows }))
    const withoutCell = JSON.parse(JSON.stringify(fromFile, (key, value) => (key === 'cell' ? undefined : value))) as Json[]
    expect([withoutCell, more]).toEqual([pasted, rest])
    expect(sheet).toEqual({ name: 'Tabla', hidden_rows: [] })
  })

  test('keeps numbers as the program of the spreadsheet shows them', async () => {
    const stored = ['3', '3.125', '1.1000000000000001', '0.30000000000000004', '1E-3', '1.5E-7', '-2', '12345.678']
    const file = xlsxFile({ Hoja1: [headings, ...stored.map((value) => roof({ content: `<v>${value}</v>` }))] })
    expect(told(await read(file)).map(([, value]) => value)).toEqual([3, 3.125, 1.1, 0.3, 0.001, 1.5e-7, -2, 12345.678])
  })

  test('names the cell of each error: dates, percentages, formulas without value or with an error, empty cells', async () => {
    const rows = [
      headings,
      roof({ attributes: 's="2"', content: '<v>46143</v>' }),
      roof({ attributes: 's="4"', content: '<v>46143</v>' }),
      roof({ attributes: 's="1"', content: '<v>0.05</v>' }),
      roof({ content: '<f>1+2</f>' }),
      roof({ content: '<f>1+2</f><v></v>' }),
      roof({ attributes: 't="e"', content: '<f>1/0</f><v>#DIV/0!</v>' }),
      roof(undefined),
      roof({ content: '<f>0.1+0.2</f><v>0.3</v>' }),
      roof({ attributes: 's="3"', content: '<v>0.4</v>' }),
      roof({ attributes: 't="str"', content: '<f>A1</f><v>0,5</v>' }),
      roof({ attributes: 't="inlineStr"', content: '<is><r><t>0,</t></r><r><t>6</t></r></is>' }),
    ]
    const answers = told(await read(xlsxFile({ Hoja1: rows })))
    expect(answers.slice(7)).toEqual([
      [9, 0.3],
      [10, 0.4],
      [11, 0.5],
      [12, 0.6],
    ])
    const [date, custom, percent, never, empty, failed, blank] = answers.map(([, text]) => text)
    expect(date).toBe('C2 la celda es una fecha (2026-05-01), no un número: dele formato de número y escríbalo otra vez')
    expect(custom).toContain('C3 la celda es una fecha')
    expect(percent).toContain('C4 la celda tiene formato de porcentaje (5 %)')
    expect(never).toContain('C5 la fórmula no tiene valor guardado')
    expect(empty).toContain('C6 la fórmula no tiene valor guardado')
    expect(failed).toBe('C7 la fórmula da #DIV/0!')
    expect(blank).toBe('C8 falta la celda «valor»')
  })

  test('reads the file of another program: title above, hidden and merged rows, the sheet Comprobaciones', async () => {
    const answer = await read(readFileSync('test/fixtures/comprobaciones.xlsx'))
    expect(answer['sheet']).toEqual({ name: 'Comprobaciones', hidden_rows: [10] })
    expect(told(answer).map(([line, value]) => [line, typeof value === 'number' ? value : String(value).slice(0, 3)])).toEqual([
      [4, 0.3],
      [5, 0.5],
      [6, 'C6 '],
      [7, 'C7 '],
      [8, 'C8 '],
      [9, 'C9 '],
      [11, 0.31],
      [12, 0.32],
    ])
    expect((answer['rows'] as Json[])[0]?.['check']).toMatchObject({ origin: '2026-11-23' })
  })

  test('reads .ods: repeated cells and rows, comments, percentages, formulas', async () => {
    const text = (value: string) => `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`
    const number = (value: string, kind = 'float') =>
      `<table:table-cell office:value-type="${kind}" office:value="${value}"><text:p>${value.replace('.', ',')}</text:p></table:table-cell>`
    const line = (value: string) => `<table:table-row>${text('cubierta plana')}${text('U')}${value}${text('W/m²K')}</table:table-row>`
    const file = odsFile(
      [
        `<table:table-row>${headings.map(text).join('')}<table:table-cell table:number-columns-repeated="16380"/></table:table-row>`,
        line(number('0.35')),
        '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
        line(number('0.05', 'percentage')),
        line('<table:table-cell table:formula="of:=1+2"/>'),
        line(
          '<table:table-cell office:value-type="string"><office:annotation><text:p>9</text:p></office:annotation><text:p>0,4<text:s/></text:p></table:table-cell>',
        ),
        line(
          '<table:table-cell table:formula="of:=1/0" office:value-type="string" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>',
        ),
        line(number('3')).replace('<table:table-row>', '<table:table-row table:visibility="filter">'),
        '<table:table-row table:number-rows-repeated="1048567"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      ].join(''),
    )
    const answer = await read(file)
    expect(answer['sheet']).toEqual({ name: 'Hoja1', hidden_rows: [9] })
    expect(told(answer)).toEqual([
      [2, 0.35],
      [5, expect.stringContaining('C5 la celda tiene formato de porcentaje (5 %)')],
      [6, expect.stringContaining('C6 la fórmula no tiene valor guardado')],
      [7, 0.4],
      [8, 'C8 la fórmula da #DIV/0!'],
    ])
  })

  test('takes 1,000 rows and no more', async () => {
    const rows = (count: number) => xlsxFile({ Hoja1: [headings, ...Array.from({ length: count }, () => roof(0.3))] })
    const { rows: all } = await read(rows(1000))
    expect(all).toHaveLength(1000)
    expect((all as Json[]).at(-1)).toEqual({ line: 1001, check: { ...check, value: 0.3 } })
    expect(await problem(rows(1001))).toEqual([422, 'validation', 'Son 1001 filas: caben 1000'])
  })
})

async function problem(file: Uint8Array, headers = {}): Promise<unknown[]> {
  const response = await send(file, headers)
  const { code, detail } = await bodyOf(response)
  return [response.status, code, detail]
}

describe('a file that is no spreadsheet of checks', () => {
  const good = xlsxFile({ Hoja1: [headings, roof(0.3)] })
  const damaged = good.slice()
  const at = Buffer.from(damaged).indexOf('sharedStrings.xml') + 25
  damaged[at] = (damaged[at] ?? 0) ^ 0xff
  const bomb = zipSync({ 'content.xml': new Uint8Array(65 * 1024 * 1024) }, { level: 9 })
  const liar = bomb.slice()
  // The size that the directory states: 1 kB for 65 MB.
  new DataView(liar.buffer).setUint32(Buffer.from(liar).lastIndexOf('PK\u0001\u0002') + 24, 1024, true)
  const sheetXml = (xml: string) => xlsxFile({ Hoja1: [headings] }, '', { 'xl/worksheets/sheet0.xml': strToU8(xml) })

  test.each<[string, Uint8Array, string]>([
    ['a text', strToU8('elemento;parametro;valor;unidad'), 'no es una hoja de cálculo'],
    ['a zip of something else', zipSync({ 'a.txt': strToU8('a') }), 'no es una hoja de cálculo'],
    ['an .xls or a file with a password', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'contraseña, o es un .xls antiguo'],
    ['a truncated file', good.slice(0, good.length - 100), 'dañada o incompleta'],
    ['a file with a changed byte', damaged, 'dañada o incompleta'],
    ['a zip bomb', bomb, 'pasa de 64 MB'],
    ['a zip bomb that hides its size', liar, 'dañada o incompleta'],
    ['XML with a DOCTYPE', sheetXml('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'), 'XML que no se entiende'],
    ['XML that ends early', sheetXml('<worksheet><sheetData><row r="1">'), 'XML que no se entiende'],
    ['a text that is missing', sheetXml('<worksheet><row><c t="s"><v>99</v></c></row></worksheet>'), 'remite a un texto que no está'],
    ['rows out of order', sheetXml('<worksheet><row r="2"/><row r="1"/></worksheet>'), 'en desorden'],
    ['an empty sheet', sheetXml('<worksheet><sheetData/></worksheet>'), 'La hoja «Hoja1» está vacía'],
    [
      'a million cells in a few bytes',
      odsFile(
        '<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="float" office:value="1"/></table:table-row>',
      ),
      'La hoja pasa de 300000 celdas',
    ],
  ])('is refused: %s', async (_name, file, detail) => {
    expect(await problem(file)).toEqual([422, 'sheet-refused', expect.stringContaining(detail)])
  })

  test('is refused in the language of the reader', async () => {
    expect(await problem(strToU8('x'), { 'accept-language': 'en' })).toEqual([422, 'sheet-refused', expect.stringContaining('is not a spreadsheet')])
  })

  test('is refused over 10 MB', async () => {
    const large = new Uint8Array(10 * 1024 * 1024 + 1).fill(0x50)
    expect(await problem(large)).toEqual([422, 'sheet-refused', 'La hoja de cálculo pasa de 10 MB'])
  })

  test('names the missing headings, and asks for a text or a file', async () => {
    expect(
      await problem(
        xlsxFile({
          Hoja1: [
            ['Elemento', 'Valor'],
            ['x', 1],
          ],
        }),
      ),
    ).toEqual([422, 'validation', expect.stringContaining('faltan: «parametro», «unidad»')])
    expect((await post(path, {})).status).toBe(422)
    expect((await post(path, { text: 'a', file: 'b' })).status).toBe(422)
  })
})

describe('the template', () => {
  test('is an .xlsx that is read back, the same each time', async () => {
    const response = await get('/api/v1/comprobaciones/plantilla')
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(new Uint8Array(await (await get('/api/v1/comprobaciones/plantilla')).arrayBuffer())).toEqual(bytes)
    expect(await read(bytes)).toMatchObject({ rows: [{ line: 2, geo_id: 'ES-28079', check: { value: 0.3 } }], unknown_columns: [] })
  })

  test('explains every column in the language of the reader', async () => {
    const { sheets } = await bodyOf(await get('/api/v1/comprobaciones/plantilla', { accept: 'application/json', 'accept-language': 'en' }))
    const [table, explanation] = sheets as { name: string; rows: string[][] }[]
    const explained = explanation?.rows.map(([heading]) => heading)
    expect(explained).toEqual(expect.arrayContaining(table?.rows[0] ?? ['none']))
    expect(explanation?.rows[1]?.[1]).toMatch(/^Required/)
  })
})
