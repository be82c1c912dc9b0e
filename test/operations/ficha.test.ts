import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPdf } from '../pdf.ts'
import { bodyOf, flatRoof, type Json, startService } from '../service.ts'

const service = startService()
const building = JSON.parse(readFileSync('test/fixtures/edificio-tenerife.json', 'utf8')) as Json & { checks: Json[] }
const ficha = (project: Json, changes: Json = {}, headers = {}) =>
  service.post('/api/v1/ficha', { project, issued_on: '2026-11-21', ...changes }, headers)
const pdf = async (project: Json, changes: Json = {}) => {
  const response = await ficha(project, { format: 'pdf', ...changes })
  expect(response.status, await response.clone().text()).toBe(200)
  return readPdf(new Uint8Array(await response.arrayBuffer()))
}
const model = async (project: Json, changes: Json = {}) => bodyOf(await ficha(project, { format: 'json', ...changes }))
const flat = (text: string): string => text.replace(/\s+/g, ' ')
const { geo_id, ...roof } = flatRoof
const oneRoof = (changes: Json = {}, project: Json = {}) => ({ name: 'Casa', geo_id, checks: [{ id: '1', ...roof, ...changes }], ...project })

describe('the ficha in PDF', () => {
  test('says of a building what it is, what was checked and what came of it', async () => {
    const { pages, info } = await pdf(building)
    const text = flat(pages.join(' '))
    for (const part of [
      'Edificio de 12 viviendas y local en planta baja',
      '2026/0417-LO',
      'Promociones Añaza, S. L.',
      'María del Mar Núñez Peña, arquitecta, colegiada n.º 2417',
      'Santa Cruz de Tenerife (Canarias), código INE 38038',
      'Zona climática: α3 base: DB-HE, Anejo B',
      '10 comprobaciones: 6 cumplen, 2 no cumplen, 2 sin decidir',
      '3,4 W·m⁻²·K⁻¹',
      'Ficha técnica de la carpintería V2',
      '95 cm = 0,95 m',
      '0,95 ≥ 1,1 m: no se cumple',
      '−0,15 m',
      'DB-HE, HE 1, 3.1.1, Tabla 3.1.1.a-HE1',
      'en vigor desde el 10/05/2025',
      'Para decidir hace falta: Compacidad V/A',
      'Pendiente del cálculo del volumen.',
      'texto oficial: cifra leída en el texto oficial',
      service.kb.meta.sha256,
      'Firma:',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('\uFFFD')
    expect(info).toMatchObject({
      Language: 'es',
      Title: `Ficha justificativa: ${String(building['name'])}`,
      Author: building['author'],
      Producer: 'Plomada',
    })
  })

  test('names page, base, hash and building on every page', async () => {
    const { pages } = await pdf(building)
    const { version, sha256 } = service.kb.meta
    expect(pages.length).toBeGreaterThan(3)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Página ${index + 1} de ${pages.length}`)
      expect(page).toContain(`Base plomada-es ${version} · sha256 ${sha256.slice(0, 12)}`)
      expect(page).toContain('Edificio de 12 viviendas y local en planta baja')
    }
  })

  test('gives the same bytes for the same project, and others for another day of issue', async () => {
    const bytes = async (issued_on: string) => Buffer.from(await (await ficha(building, { issued_on })).arrayBuffer())
    const first = await bytes('2026-11-21')
    expect(first.equals(await bytes('2026-11-21'))).toBe(true)
    expect(first.equals(await bytes('2026-11-22'))).toBe(false)
  })

  test('leaves the day blank where none is given', async () => {
    const text = flat((await pdf(oneRoof(), { issued_on: undefined })).pages.join(' '))
    expect(text).toContain('a ____ de ____')
    expect(flat((await pdf(oneRoof())).pages.join(' '))).toContain(', a 21/11/2026')
  })

  test('keeps an empty project to what it is', async () => {
    const { pages } = await pdf({ name: 'Solar', geo_id })
    expect(pages).toHaveLength(1)
    expect(flat(pages.join(' '))).toContain('El proyecto no tiene comprobaciones: esta ficha no justifica ningún requisito.')
  })

  test('prints every one of 200 checks, under headings that are repeated', async () => {
    const checks = Array.from({ length: 200 }, (_, index) => ({ ...roof, id: String(index), value: 0.3 + index / 1000 }))
    const { pages } = await pdf({ name: 'Barrio', geo_id, checks })
    const text = flat(pages.join(' '))
    for (let number = 1; number <= 200; number++) expect(text).toContain(`2.${number} Cubierta plana`)
    const ofSummary = pages.slice(
      0,
      pages.findIndex((page) => page.includes('2.1 ')),
    )
    expect(ofSummary.length).toBeGreaterThan(3)
    for (const page of ofSummary) expect(page).toContain('Resultado')
  })

  test('does not keep others waiting while it is laid out, and takes its turn where many are asked for', async () => {
    const long = { name: 'Larga', geo_id, checks: Array.from({ length: 300 }, (_, index) => ({ id: `${index}`, ...roof })) }
    const order: string[] = []
    const documents = [0, 1, 2].map(async () => {
      const response = await ficha(long, { format: 'pdf' })
      order.push('pdf')
      return response.status
    })
    for (let asked = 0; asked < 10; asked += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect((await service.post('/api/v1/verify', flatRoof)).status).toBe(200)
      order.push('verify')
    }
    expect(await Promise.all(documents)).toEqual([200, 200, 200])
    expect(order).toEqual([...Array.from({ length: 10 }, () => 'verify'), 'pdf', 'pdf', 'pdf'])
  })

  test('shows a character that no font has as �, says so, and goes on', async () => {
    const text = flat((await pdf(oneRoof({}, { name: 'Torre 東京 🏗️ Ω', developer: 'Ørsted Łódź «Añil»' }))).pages.join(' '))
    expect(text).toContain('Torre \uFFFD\uFFFD \uFFFD Ω')
    expect(text).toContain('Ørsted Łódź «Añil»')
    expect(text).toContain('se muestran como \uFFFD')
  })

  test('keeps on the page a source and names of many lines', async () => {
    const lines = Array.from({ length: 55 }, (_, line) => `w${line}`).join('\n')
    const { pages } = await pdf(
      oneRoof({ origin: lines, element: lines.slice(0, 119), parameter: lines.slice(0, 119) }, { name: lines.slice(0, 199) }),
    )
    const text = flat(pages.join(' '))
    expect(text).toContain(lines.replaceAll('\n', ' '))
    expect(pages.length).toBeLessThan(5)
  })

  test('prints whatever is written', async () => {
    const words = (maxLength: number) => fc.string({ unit: 'binary', maxLength })
    await fc.assert(
      fc.asyncProperty(words(60), words(300), words(300), words(60), async (name, notes, origin, value) => {
        const response = await ficha(
          oneRoof({ notes, origin, value: value || 'x', element: name || 'x' }, { name: `x${name}`, notes, author: origin.slice(0, 99) }),
        )
        expect(
          Buffer.from(await response.arrayBuffer())
            .subarray(0, 5)
            .toString(),
        ).toBe('%PDF-')
      }),
      { numRuns: 10 },
    )
  })

  test('breaks names without a space and notes of many lines, losing nothing', async () => {
    const notes = Array.from({ length: 400 }, (_, line) => `l${line}`).join('\n')
    const { pages } = await pdf(oneRoof({ notes, origin: 'x'.repeat(300) }, { name: 'N'.repeat(200), notes: `${'palabra '.repeat(480)}fin` }))
    const text = pages.join('').replace(/\s/g, '')
    for (let line = 0; line < 400; line++) expect(text).toContain(`l${line}`)
    expect(text).toContain('N'.repeat(200))
    expect(text).toContain('x'.repeat(300))
    expect(text.split('palabra').length - 1).toBe(480)
    expect(text).toContain('palabrafin')
  })
})

describe('what the ficha says', () => {
  test('says of each datum where it comes from', async () => {
    const { checks, conditions } = await model(
      oneRoof({ context: { altitud_m: 1100 }, origin: 'Plano 3', codes: [{ slug: 'cte-db-he' }] }, { context: { intervencion: 'obra_nueva' } }),
    )
    expect((checks as Json[])[0]?.['inputs']).toEqual(
      expect.arrayContaining([
        { label: 'Transmitancia térmica', value: '0,5 W/m²K', origin: 'check', source: 'Plano 3' },
        { label: 'Tipo de intervención', value: 'Obra nueva', origin: 'project', source: 'dato del proyecto' },
        { label: 'Altitud del emplazamiento', value: '1100 m', origin: 'check', source: 'dato de la comprobación' },
        expect.objectContaining({ label: 'Zona climática', origin: 'place' }),
      ]),
    )
    expect(conditions).toEqual([{ label: 'Tipo de intervención', value: 'Obra nueva', origin: 'project', source: 'dato del proyecto' }])
  })

  test('agrees with verify on every check, and counts them', async () => {
    const { checks, summary } = await model(building)
    const counted = { total: 0, compliant: 0, non_compliant: 0, undecided: 0 }
    for (const [index, { id: _id, origin: _origin, notes: _notes, ...check }] of building.checks.entries()) {
      const context = { ...(building['context'] as Json), ...(check['context'] as Json | undefined) }
      const alone = await service.post('/api/v1/verify', { ...check, context, geo_id: building['geo_id'] })
      const verdict = await bodyOf(alone)
      const printed = (checks as Json[])[index]
      counted.total++
      if (alone.status === 200) {
        counted[verdict['is_compliant'] === true ? 'compliant' : 'non_compliant']++
        expect(printed).toMatchObject({ result: verdict['result_status'], assumptions: verdict['assumptions'], warnings: verdict['warnings'] })
        expect(printed).toHaveProperty(['rules', 0, 'limit'], String(verdict['limit_value']).replace('.', ','))
      } else {
        counted.undecided++
        expect(printed).toMatchObject({ result: 'UNDECIDED', undecided: verdict['detail'], rules: [] })
      }
    }
    expect(summary).toEqual(counted)
    expect(Object.values(counted).every((count) => count > 0)).toBe(true)
  })

  test.each([
    [0.35, '0,35', '0', 'COMPLIANT'],
    [0.351, '0,351', '-0,001', 'NON_COMPLIANT'],
    ['0.3500000001', '0,3500000001', '-0,0000000001', 'NON_COMPLIANT'],
  ])('shows %s so that it is seen on its side of the limit', async (value, shown, margin, result) => {
    const [check] = (await model(oneRoof({ value })))['checks'] as Json[]
    expect(check).toMatchObject({ result, rules: [{ value: shown, sign: '≤', limit: '0,35', margin }] })
  })

  test('says both ends of a range', async () => {
    const [check] = (
      await model(oneRoof({ element: 'escalera', parameter: 'relacion-2c-h', value: 64, unit: 'cm', codes: [], context: { tipo_uso: 'general' } }))
    )['checks'] as Json[]
    expect(check).toMatchObject({ rules: [{ sign: 'entre', limit: '54 y 70', unit: 'cm' }] })
  })

  test('applies the wording of the day that the project names', async () => {
    const [check] = (await model(oneRoof({}, { as_of: '2020-06-01' })))['checks'] as Json[]
    expect(check).toMatchObject({ rules: [{ regulation: { version: '2019', in_force: expect.stringMatching(/hasta el \d\d\/\d\d\/\d{4}$/) } }] })
  })

  test('refuses a place that does not exist, naming the field', async () => {
    const response = await ficha({ ...building, geo_id: 'ES-99999' })
    expect(await bodyOf(response)).toMatchObject({ code: 'unknown-municipality', errors: [{ pointer: '/project/geo_id' }] })
  })
})

describe('the ficha in CSV', () => {
  test('opens in a Spanish spreadsheet: mark, semicolons, decimal commas, one row a check', async () => {
    const response = await ficha(building, { format: 'csv' })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
    expect(text.startsWith('\uFEFFn.º;elemento;parámetro;valor;unidad;resultado')).toBe(true)
    const rows = text.trimEnd().split('\r\n')
    expect(rows).toHaveLength(11)
    expect(rows[1]).toMatch(/^1;Cubierta plana;Transmitancia térmica;0,52;W\/m²K;CUMPLE;0,52;≤;0,55;W\/m²K;0,03;DB-HE;2022;/)
    expect(rows[5]).toMatch(/^5;Escalera;Contrahuella;18;cm;SIN DECIDIR;;;;/)
  })

  test('runs no formula that somebody wrote', async () => {
    const text = await (await ficha(oneRoof({ notes: '=HYPERLINK("x")' }), { format: 'csv' })).text()
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  })
})

describe('the form of the ficha', () => {
  test.each([
    [undefined, undefined, 'application/pdf'],
    [undefined, '*/*', 'application/pdf'],
    [undefined, 'application/json', 'application/json; charset=utf-8'],
    [undefined, 'text/csv, application/pdf;q=0.5', 'text/csv; charset=utf-8'],
    [undefined, 'text/csv;q=0.1, application/*', 'application/pdf'],
    ['json', '*/*', 'application/json; charset=utf-8'],
    ['csv', 'text/*', 'text/csv; charset=utf-8'],
  ])('of format %s and Accept %s is %s', async (format, accept, type) => {
    const response = await ficha(oneRoof(), { format }, accept === undefined ? {} : { accept })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
  })

  test.each([
    ['pdf', 'application/json'],
    ['json', 'application/pdf'],
    [undefined, 'text/html'],
    [undefined, 'application/pdf;q=0'],
  ])('is refused where format %s and Accept %s cannot agree', async (format, accept) => {
    expect(await bodyOf(await ficha(oneRoof(), { format }, { accept }))).toMatchObject({ status: 406, code: 'not-acceptable' })
  })

  test.each([
    ['Edificio Añil, 3.ª fase', `filename="Edificio Anil, 3._ fase.pdf"; filename*=UTF-8''Edificio%20A%C3%B1il%2C%203.%C2%AA%20fase.pdf`],
    ['../../etc/passwd', `filename="-..-etc-passwd.pdf"; filename*=UTF-8''-..-etc-passwd.pdf`],
    ['a"b\r\nc', `filename="a-b-c.pdf"; filename*=UTF-8''a-b-c.pdf`],
    ['CON', `filename="ficha.pdf"; filename*=UTF-8''ficha.pdf`],
  ])('is a file called after %j', async (name, disposition) => {
    const response = await ficha(oneRoof({}, { name }))
    expect(response.headers.get('content-disposition')).toBe(`attachment; ${disposition}`)
    await response.arrayBuffer()
  })

  test('takes bodies up to 4 MiB and none over', async () => {
    const notes = 'ñ'.repeat(2000)
    const checks = Array.from({ length: 500 }, (_, index) => ({ ...roof, id: String(index), notes }))
    expect((await ficha({ name: 'Grande', geo_id, checks }, { format: 'json' })).status).toBe(200)
    expect((await ficha({ name: 'x'.repeat(4 * 1024 * 1024), geo_id })).status).toBe(413)
  })
})
