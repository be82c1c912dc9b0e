import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { bodyOf, flatRoof, type Json, startService } from '../service.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-batch-'))
let files = 0

async function plomada(args: string[], piped?: Iterable<Uint8Array>) {
  const out: string[] = []
  const err: string[] = []
  const input =
    piped === undefined
      ? undefined
      : (async function* () {
          yield* piped
        })()
  const code = await runCli(args, {
    environment: { PLOMADA_DATA: join(folder, 'data'), PLOMADA_KB: inject('packFile') },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    input,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
function fileOf(content: string | Uint8Array, name = 'csv'): string {
  const file = join(folder, `f${++files}.${name}`)
  writeFileSync(file, content)
  return file
}
const linesIn = (text: string): Json[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json)
const ndjson = (items: readonly unknown[]): string => items.map((item) => `${JSON.stringify(item)}\n`).join('')
const table = 'Elemento;Parámetro;Valor;Unidad;Lugar\n'
const roof = (value: string, place = 'Madrid') => `cubierta plana;transmitancia térmica;${value};W/m²K;${place}\n`

describe('plomada batch', () => {
  test('writes the answer of the service to each line as NDJSON', async () => {
    const items = [{ ...flatRoof, value: 0.3 }, flatRoof, { ...flatRoof, element: 'cubirta-plana' }]
    const { code, out, err } = await plomada(['batch', fileOf(ndjson(items))])
    const { items: answered } = await bodyOf(await startService().post('/api/v1/verify/batch', { items }))
    expect(linesIn(out)).toEqual((answered as Json[]).map(({ index, ...rest }) => ({ line: Number(index) + 1, ...rest })))
    expect(err).toBe('3 comprobadas: 1 cumplen, 1 no cumplen, 1 sin decidir')
    expect(code).toBe(3)
  })

  test('writes CSV to the terminal, each line with its end', async () => {
    const { out } = await plomada(['batch', fileOf(`${table}${roof('0,3')}${roof('0,5')}`), '--format', 'csv'])
    expect(`${out}\n`.split('\r\n').map((line) => line.split(';')[6])).toEqual(['resultado', 'CUMPLE', 'NO CUMPLE', undefined])
  })

  test('writes CSV with the governing rule, or why nothing was decided', async () => {
    const file = join(folder, 'result.csv')
    const source = fileOf(`${table}${roof('0,3')}${roof('0,5')}${roof('1.234')}\n${roof('0,3', 'Sada')}`)
    expect(await plomada(['batch', source, '--out', file])).toMatchObject({ code: 3, out: '' })
    const [heading, ...rows] = readFileSync(file, 'utf8').split('\r\n')
    expect(heading).toBe(
      '\uFEFFlinea;elemento;parametro;valor;unidad;lugar;resultado;comparacion;limite;unidad_limite;margen;norma;apartado;edicion;problema;detalle',
    )
    const section = 'cte-db-he;HE 1, 3.1.1, Tabla 3.1.1.a-HE1;2022;;'
    expect(rows).toEqual([
      `2;cubierta plana;transmitancia térmica;0,3;W/m²K;ES-28079;CUMPLE;≤;0,35;W/m²K;0,05;${section}`,
      `3;cubierta plana;transmitancia térmica;0,5;W/m²K;ES-28079;NO CUMPLE;≤;0,35;W/m²K;-0,15;${section}`,
      expect.stringMatching(/^4;cubierta plana;transmitancia térmica;1\.234;W\/m²K;Madrid;SIN DECIDIR;;;;;;;;validation;«1\.234» puede ser/),
      expect.stringMatching(/^6;cubierta plana;.*;Sada;SIN DECIDIR;;;;;;;;validation;"?Hay 2 municipios llamados «Sada»/),
      '',
    ])
  })

  test.each<[string, string, number]>([
    ['all comply', table + roof('0,35'), 0],
    ['one does not', table + roof('0,35') + roof('0,36'), 3],
    ['one is not decided', table + roof('0,35') + roof(''), 4],
    ['one is not decided and one does not comply', table + roof('') + roof('0,36'), 3],
    ['there is none', table, 1],
    ['the file is empty', '', 1],
  ])('where %s', async (_name, text, code) => expect((await plomada(['batch', fileOf(text)])).code).toBe(code))

  test('--geo is the place of lines without one, by code or name', async () => {
    const source = fileOf('elemento;parametro;valor;unidad;lugar\ncubierta plana;U;0,36;W/m²K;\ncubierta plana;U;0,36;W/m²K;Barcelona\n')
    const placesOf = async (...more: string[]) =>
      linesIn((await plomada(['batch', source, ...more])).out).map(
        (line) => (line['verdict'] as { geo_context: Json } | undefined)?.geo_context['name'],
      )
    expect(await placesOf('--geo', 'Écija')).toEqual(['Écija', 'Barcelona'])
    expect(await placesOf('--geo', 'ES-28079')).toEqual(['Madrid', 'Barcelona'])
    expect(await placesOf()).toEqual([undefined, 'Barcelona'])
    const { geo_id: _place, ...placeless } = flatRoof
    expect(linesIn((await plomada(['batch', fileOf(ndjson([placeless])), '--geo', 'Écija'])).out)).toMatchObject([
      { verdict: { geo_context: { name: 'Écija' } } },
    ])
  })

  test('a line that cannot be read is reported in its place', async () => {
    const long = JSON.stringify({ ...flatRoof, element: 'x'.repeat(70_000) })
    const { out } = await plomada(['batch', fileOf(`${JSON.stringify(flatRoof)}\n{"element":\n[1]\n\n${long}\n${JSON.stringify(flatRoof)}`)])
    expect(linesIn(out)).toMatchObject([
      { line: 1, outcome: 'verdict' },
      { line: 2, outcome: 'problem', problem: { status: 400, code: 'malformed-json' } },
      { line: 3, outcome: 'problem', problem: { status: 422, code: 'validation' } },
      { line: 5, outcome: 'problem', problem: { status: 413, code: 'too-large' } },
      { line: 6, outcome: 'verdict' },
    ])
  })

  test('reads what is piped in, cut anywhere, and keeps every digit', async () => {
    const digits = '0.35000000000000000000000000000001'
    const bytes = Buffer.from(ndjson([flatRoof, { ...flatRoof, unit: 'W/m²·K' }]).replace('0.5', digits))
    const one = await plomada(
      ['batch', '-'],
      Array.from(bytes, (byte) => Uint8Array.of(byte)),
    )
    expect(one.out).toContain(`"provided_value":${digits}`)
    expect(linesIn(one.out)).toMatchObject([
      { line: 1, verdict: { is_compliant: false } },
      { line: 2, verdict: { unit: 'W/m²K' } },
    ])
  })

  test.each<[string, (text: string) => Uint8Array]>([
    ['UTF-8 with its mark', (text) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
  ])('reads a file in %s', async (_name, encode) => {
    const { out } = await plomada(['batch', fileOf(encode(table + roof('0,35', 'Écija').replaceAll('\n', '\r\n')))])
    expect(linesIn(out)).toMatchObject([{ line: 2, verdict: { geo_context: { name: 'Écija' } } }])
  })

  test('checks thousands in order, and reports progress', async () => {
    const source = fileOf(table + Array.from({ length: 1501 }, (_, at) => roof(at % 2 === 0 ? '0,3' : '0,5')).join(''))
    const { out, err, code } = await plomada(['batch', source, '--progress'])
    const lines = linesIn(out)
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 1501 }, (_, at) => at + 2))
    expect(lines.every(({ line, verdict }) => (verdict as Json)['is_compliant'] === (Number(line) % 2 === 0))).toBe(true)
    expect(err).toMatch(/^500 comprobadas \(\d+ %\)\n[\s\S]*1501 comprobadas: 751 cumplen, 750 no cumplen, 0 sin decidir$/)
    expect(code).toBe(3)
  })

  test('reports unused columns, and the missing headings of a table', async () => {
    const text = `${table.trim()};Color\n${roof('0,3').trim()};rojo\n`
    expect((await plomada(['batch', fileOf(text)])).err).toContain('Columnas que no se usan: Color')
    const file = join(folder, 'none.csv')
    const { code, err } = await plomada(['batch', fileOf(roof('0,3')), '--out', file])
    expect([code, err]).toEqual([1, expect.stringContaining('faltan: «elemento»')])
    expect(() => readFileSync(file)).toThrow('ENOENT')
  })

  test.each<[string[], RegExp]>([
    [['batch'], /Falta el fichero/],
    [['batch', '/nowhere/x.csv'], /No existe el fichero «\/nowhere\/x.csv»/],
    [['batch', '-'], /No hay entrada/],
    [['batch', 'x.csv', '--format', 'xml'], /se espera ndjson, csv/],
    [['batch', 'x.csv', '--out', './x.csv'], /mismo fichero/],
    [['batch', fileOf(table), '--geo', 'Villa Inexistente'], /--geo: Ningún municipio/],
  ])('%j is wrong usage', async (args, message) => {
    const { code, err } = await plomada(args)
    expect([code, err]).toEqual([2, expect.stringMatching(message)])
  })
})

describe('plomada project', () => {
  const house = {
    name: 'Casa en Écija',
    geo_id: 'ES-41039',
    checks: [{ id: '1', element: 'cubierta-plana', parameter: 'U', value: 0.33, unit: 'W/m²K' }],
  }
  test('imports, lists, exports and deletes', async () => {
    const digits = '0.33000000000000000000000000000001'
    expect((await plomada(['project', 'list'])).out).toBe('Ningún proyecto')
    const imported = await plomada(['project', 'import', fileOf(JSON.stringify(house).replace('0.33', digits), 'json')])
    expect(imported.code).toBe(0)
    const id = imported.out
    expect((await plomada(['project', 'list'])).out).toMatch(new RegExp(`^id .*\\n${id} +Casa en Écija +Écija +1 +1 `))
    const file = join(folder, 'exported.json')
    expect((await plomada(['project', 'export', id, '--out', file])).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain(`"value": ${digits}`)
    const again = (await plomada(['project', 'import', file])).out
    expect((await plomada(['project', 'export', again])).out).toBe(readFileSync(file, 'utf8').trimEnd())
    expect(await plomada(['project', 'delete', id])).toMatchObject({ code: 0, out: `En la papelera: ${id}` })
    expect(await plomada(['project', 'export', id])).toMatchObject({ code: 1, err: expect.stringContaining('unknown-project') })
    expect((JSON.parse((await plomada(['project', 'list', '--json'])).out) as Json)['total']).toBe(1)
    const lines = linesIn((await plomada(['audit', 'export'])).out)
    expect(lines).toContainEqual(expect.objectContaining({ who: { kind: 'terminal' }, operation: 'deleteProject', status: 200 }))
  })

  test('a file with an error is rejected with the reason, and nothing is stored', async () => {
    const before = (await plomada(['project', 'list'])).out
    expect(await plomada(['project', 'import', fileOf('{"name":')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no es un proyecto exportado'),
    })
    expect(await plomada(['project', 'import', '/nowhere.json'])).toMatchObject({ code: 2, err: expect.stringContaining('/nowhere.json') })
    expect(await plomada(['project', 'import', fileOf(JSON.stringify({ ...house, geo_id: 'ES-99999' }))])).toMatchObject({
      code: 1,
      err: expect.stringContaining('ES-99999'),
    })
    expect((await plomada(['project', 'list'])).out).toBe(before)
  })

  test.each([[['project']], [['project', 'constructor', 'x']], [['project', 'export']], [['project', 'import']]])(
    '%j is wrong usage',
    async (args) => {
      expect((await plomada(args)).code).toBe(2)
    },
  )
})
