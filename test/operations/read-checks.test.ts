import { describe, expect, test } from 'vitest'
import { withCpuSeconds } from '../cpu-time.ts'
import { bodyOf, type Json, startService } from '../service.ts'

const { post } = startService()
const path = '/api/v1/comprobaciones/tabla'
const read = async (text: string, headers = {}) => bodyOf(await post(path, { text }, headers))
const rowsOf = async (text: string) => (await read(text))['rows'] as Json[]
const check = { element: 'cubierta plana', parameter: 'U', value: 0.35, unit: 'W/m²K', codes: [], context: {}, origin: '', notes: '' }

describe('a table of checks', () => {
  test.each<[string, string]>([
    ['; and decimal comma', 'Elemento;Parámetro;Valor;Unidad\ncubierta plana;U;0,35;W/m²K\n'],
    [', and decimal point', 'element,parameter,value,unit\ncubierta plana,U,0.35,W/m²K'],
    [', and a decimal comma in quotes', 'ELEMENTO,PARAMETRO,VALOR,UNIDAD\ncubierta plana,U,"0,35",W/m²K'],
    ['tabs, as pasted', 'Elemento\tParámetro\tValor\tUnidad\ncubierta plana\tU\t0,35\tW/m²K'],
    ['a byte order mark and CRLF', '\uFEFFelemento;parametro;valor;unidad\r\ncubierta plana;U;0,35;W/m²K\r\n'],
    ['old line ends', 'elemento;parametro;valor;unidad\rcubierta plana;U;0,35;W/m²K\r'],
    ['quotes about everything', '"Elemento";"Parámetro";"Valor";"Unidad"\n"cubierta plana";"U";"0,35";"W/m²K"'],
    ['other order and spaces', ' unidad ; VALOR ; elemento ;parámetro\n W/m²K ; 0,35 ; cubierta plana ; U '],
  ])('is read with %s', async (_name, text) => {
    expect(await rowsOf(text)).toEqual([{ line: 2, check }])
  })

  test('takes place, codes, origin, notes and conditions by name, label or alias', async () => {
    const text = [
      'elemento;parametro;valor;unidad;municipio;códigos;origen;observaciones;USO;intervencion;Altitud_M;es_capital_nada',
      'cubierta plana;U;0,35;W/m²K;Écija;cte-db-he, cte-db-hr;Memoria;"ojo: ""plano"" 3;\nver detalle";residencial privado;obra nueva;1200,5;x',
    ].join('\n')
    expect(await read(text)).toEqual({
      rows: [
        {
          line: 2,
          geo_id: 'ES-41039',
          check: {
            ...check,
            codes: [{ slug: 'cte-db-he' }, { slug: 'cte-db-hr' }],
            origin: 'Memoria',
            notes: 'ojo: "plano" 3;\nver detalle',
            context: { uso: 'residencial_privado', intervencion: 'obra_nueva', altitud_m: 1200.5 },
          },
        },
      ],
      columns: [
        { heading: 'elemento', field: 'element' },
        { heading: 'parametro', field: 'parameter' },
        { heading: 'valor', field: 'value' },
        { heading: 'unidad', field: 'unit' },
        { heading: 'municipio', field: 'geo_id' },
        { heading: 'códigos', field: 'codes' },
        { heading: 'origen', field: 'origin' },
        { heading: 'observaciones', field: 'notes' },
        { heading: 'USO', field: 'context.uso' },
        { heading: 'intervencion', field: 'context.intervencion' },
        { heading: 'Altitud_M', field: 'context.altitud_m' },
      ],
      unknown_columns: ['es_capital_nada'],
    })
  })

  test('reports each error in its row and reads the other rows', async () => {
    const text = [
      'elemento;parametro;valor;unidad;lugar;uso;altitud_m',
      'cubierta plana;U;0,35;W/m²K;;;',
      ';U;;W/m²K;;;',
      '',
      'cubierta plana;U;1.234;W/m²K;;;',
      'cubierta plana;U;0,35;W/m²K;Villa Inexistente;palacio;alta',
      'cubierta plana;U;0;35;W/m²K;;;;',
      '"cubierta plana;U;0,35;W/m²K;;;',
      'cubierta plana;U;0,36;W/m²K;Burgos;;',
      ';;;;;;',
      `${'x'.repeat(121)};U;1000000000001;W/m²K;28079;;`,
      'cubierta plana;U;0,37;W/m²K;8019;sí;',
      'cubierta plana;U;0,38;W/m²K;Sada;;1.500',
    ].join('\n')
    const rows = await rowsOf(text)
    const told = rows.map(({ line, check: read, errors }) => [
      line,
      read === undefined ? (errors as Json[]).map(({ field }) => field) : (read as Json)['value'],
    ])
    expect(told).toEqual([
      [2, 0.35],
      [3, ['element', 'value']],
      [5, ['value']],
      [6, ['context.uso', 'context.altitud_m', 'geo_id']],
      [7, ['geo_id']],
      [8, ['']],
      [9, 0.36],
      [11, ['element', 'value']],
      [12, ['context.uso']],
      [13, ['context.altitud_m', 'geo_id']],
    ])
    const detail = (line: number, at = 0) => (rows.find((row) => row['line'] === line) as { errors: Json[] }).errors[at]?.['detail']
    expect(detail(3)).toBe('falta la celda «elemento»')
    expect(detail(5)).toBe('«1.234» puede ser 1234 o 1,234: escríbalo de una de esas formas')
    expect(detail(6)).toMatch(/^«palacio» no es un valor de «.+»; se espera: /)
    expect(detail(6, 1)).toMatch(/^«alta» no es un valor de «.+»; se espera: un número$/)
    expect(detail(6, 2)).toMatch(/^Ningún municipio se llama o tiene el código «Villa Inexistente»; quizá: [^(]+ \([^)]+, ES-\d{5}\)/)
    expect(detail(13, 1)).toMatch(/^Hay 2 municipios llamados «Sada»: use su código; quizá: Sada \(\S.*, ES-15075\); Sada \(\S.*, ES-31212\)/)
    expect(detail(8)).toMatch(/^unas comillas sin cerrar/)
  })

  test('a decimal comma in a comma-separated file is an extra cell, not another value', async () => {
    expect(await rowsOf('elemento,parametro,valor,unidad\ncubierta plana,U,0,35,W/m²K')).toEqual([
      { line: 2, errors: [{ field: '', detail: expect.stringMatching(/^tiene más celdas que columnas \(5 y 4\): .*«,»$/) }] },
    ])
  })

  test('reports errors in English too', async () => {
    expect(await read('element,parameter,value,unit\n,U,1,m', { 'accept-language': 'en' })).toMatchObject({
      rows: [{ errors: [{ field: 'element', detail: 'cell "elemento" is empty' }] }],
    })
  })

  test.each<[string, string, number | string]>([
    ['0,350', ';', 0.35],
    ['-0,5', ';', -0.5],
    ['\u22123', ';', -3],
    ['1.234,5', ';', 1234.5],
    ['1.234.567', ';', 1234567],
    ['1 234,5', ';', 1234.5],
    ['12\u00a0500', ';', 12500],
    ['1,234', ';', 1.234],
    ['0.125', ';', 0.125],
    ['1,5E-11', ';', 1.5e-11],
    ['007', ';', 7],
    [',5', ';', 0.5],
    ['1.234', ',', 1.234],
    ['"1,234.5"', ',', 1234.5],
    ['"1,5"', ',', 1.5],
    ['EI 60', ';', 'EI 60'],
    ['B-s1,d0', ';', 'B-s1,d0'],
    ['5,', ';', '5,'],
  ])('reads %s in a file of %s as %j', async (cell, delimiter, value) => {
    const line = (cells: string[]) => cells.join(delimiter)
    const [row] = await rowsOf(`${line(['elemento', 'parametro', 'valor', 'unidad'])}\n${line(['x', 'y', cell, 'm'])}`)
    expect(row).toEqual({ line: 2, check: expect.objectContaining({ value }) })
  })

  test.each([
    ['1.234', ';'],
    ['12.500', ';'],
    ['1.234', '\t'],
    ['1,234', '\t'],
    ['"1,234"', ','],
    ['-999.000', ';'],
  ])('does not guess what %s is in a file of %j', async (cell, delimiter) => {
    const line = (cells: string[]) => cells.join(delimiter)
    const [row] = await rowsOf(`${line(['elemento', 'parametro', 'valor', 'unidad'])}\n${line(['x', 'y', cell, 'm'])}`)
    expect(row).toEqual({ line: 2, errors: [{ field: 'value', detail: expect.stringContaining('puede ser') }] })
  })

  test('keeps every digit', async () => {
    const digits = '0,35000000000000000000000000000001'
    const text = `elemento;parametro;valor;unidad\nx;y;${digits};m`
    expect(await (await post(path, { text })).text()).toContain(`"value":${digits.replace(',', '.')}`)
  })

  test.each<[string, string, RegExp]>([
    ['no headings', 'cubierta plana;U;0,35;W/m²K', /faltan: «elemento», «parametro», «valor», «unidad»; tiene: «cubierta plana»/],
    ['a missing column', 'elemento;parametro;valor\nx;y;1', /faltan: «unidad»/],
    ['a column twice', 'elemento;parametro;valor;unidad;value\nx;y;1;m;2', /mismo significado: «value»/],
    ['a condition twice', 'elemento;parametro;valor;unidad;uso;USO\nx;y;1;m;a;b', /mismo significado: «USO»/],
  ])('%s is refused whole', async (_name, text, detail) => {
    expect(await read(text)).toMatchObject({ status: 422, code: 'validation', detail: expect.stringMatching(detail), errors: [{ pointer: '/text' }] })
  })

  test.each([
    [999, 200],
    [1000, 200],
    [1001, 422],
  ])('of %i rows answers %i', async (count, status) => {
    const response = await post(path, { text: `elemento;parametro;valor;unidad\n${'x;y;1;m\n'.repeat(count)}` })
    expect(response.status).toBe(status)
  })

  test.each([
    [99_999, 200],
    [100_000, 200],
    [100_001, 422],
  ])('of %i lines, all blank but the first, answers %i at once', async (count, status) => {
    const text = `elemento;parametro;valor;unidad\n${'\n'.repeat(count - 2)}`
    const { result, seconds } = await withCpuSeconds(() => post(path, { text }))
    expect(result.status).toBe(status)
    expect(seconds).toBeLessThan(2)
  })

  test('a heading alone has no rows', async () => {
    expect(await read('elemento;parametro;valor;unidad\n\n')).toMatchObject({ rows: [], unknown_columns: [] })
  })

  test('rows become a project as they are', async () => {
    const rows = await rowsOf('elemento;parametro;valor;unidad;uso\ncubierta plana;U;0,35;W/m²K;residencial privado')
    const checks = rows.map((row, index) => ({ ...(row['check'] as Json), id: String(index) }))
    expect(await bodyOf(await post('/api/v1/proyectos', { name: 'Casa', geo_id: 'ES-28079', checks }))).toMatchObject({ project: { checks } })
  })
})
