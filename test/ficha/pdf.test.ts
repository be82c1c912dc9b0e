import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { readPdf } from '../read-pdf.ts'
import { flatRoof, type Json } from '../service.ts'
import { building, ficha, geo_id, oneRoof, roof, service } from './building.ts'

const pdf = async (project: Json, changes: Json = {}) => {
  const response = await ficha(project, { format: 'pdf', ...changes })
  expect(response.status, await response.clone().text()).toBe(200)
  return readPdf(new Uint8Array(await response.arrayBuffer()))
}
const flat = (text: string): string => text.replace(/\s+/g, ' ')

describe('the ficha in PDF', () => {
  test('describes the building, its checks and their results', async () => {
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
      '0,95 m (límite: ≥ 1,1 m): no se cumple',
      '−0,15 m',
      'DB-HE, HE 1, 3.1.1, Tabla 3.1.1.a-HE1',
      'en vigor desde el 10-05-2025',
      'Para decidir hace falta: Compacidad V/A',
      'Sin comprobación: ',
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

  test('has page number, knowledge base, hash and building on every page', async () => {
    const { pages } = await pdf(building)
    const { version, sha256 } = service.kb.meta
    expect(pages.length).toBeGreaterThan(3)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Página ${index + 1} de ${pages.length}`)
      expect(page).toContain(`Base plomada-es ${version} · sha256 ${sha256.slice(0, 12)}`)
      expect(page).toContain('Edificio de 12 viviendas y local en planta baja')
    }
  })

  test('has the same bytes for the same project, and others for another day of issue', async () => {
    const bytes = async (issued_on: string) => Buffer.from(await (await ficha(building, { issued_on })).arrayBuffer())
    const first = await bytes('2026-11-21')
    expect(first.equals(await bytes('2026-11-21'))).toBe(true)
    expect(first.equals(await bytes('2026-11-22'))).toBe(false)
  })

  test('leaves the day blank if none is given', async () => {
    const text = flat((await pdf(oneRoof(), { issued_on: undefined })).pages.join(' '))
    expect(text).toContain('a ____ de ____')
    expect(flat((await pdf(oneRoof())).pages.join(' '))).toContain(', a 21-11-2026')
  })

  test('is short for an empty project', async () => {
    const { pages } = await pdf({ name: 'Solar', geo_id })
    expect(pages).toHaveLength(1)
    expect(flat(pages.join(' '))).toContain('El proyecto no tiene comprobaciones: esta ficha no justifica ningún requisito.')
  })

  test('prints all of 200 checks, with repeated table headings', async () => {
    const checks = Array.from({ length: 200 }, (_, index) => ({ ...roof, id: String(index), value: 0.3 + index / 1000 }))
    const { pages } = await pdf({ name: 'Barrio', geo_id, checks })
    const text = flat(pages.join(' '))
    for (let number = 1; number <= 200; number++) expect(text).toContain(`N.º ${number} Cubierta plana`)
    const ofSummary = pages.slice(
      0,
      pages.findIndex((page) => page.includes('N.º 1 ')),
    )
    expect(ofSummary.length).toBeGreaterThan(3)
    for (const page of ofSummary) expect(page).toContain('Resultado')
  })

  test('is laid out in worker threads while the service answers; two at once, others wait', async () => {
    const long = { name: 'Larga', geo_id, checks: Array.from({ length: 100 }, (_, index) => ({ id: `${index}`, ...roof })) }
    const order: string[] = []
    const live: number[] = []
    let working = 0
    const count = (worker: Worker): void => {
      live.push(++working)
      worker.once('message', () => working--)
    }
    process.on('worker', count)
    try {
      const begun = once(process, 'worker')
      const documents = [0, 1, 2].map(async () => {
        const response = await ficha(long, { format: 'pdf' })
        order.push('pdf')
        return response.status
      })
      await begun
      expect((await service.post('/api/v1/verify', flatRoof)).status).toBe(200)
      order.push('verify')
      expect(await Promise.all(documents)).toEqual([200, 200, 200])
    } finally {
      process.off('worker', count)
    }
    expect(order).toEqual(['verify', 'pdf', 'pdf', 'pdf'])
    expect(live).toHaveLength(3)
    expect(Math.max(...live)).toBe(2)
  })

  test('shows a character that no font has as �, with a note', async () => {
    const text = flat((await pdf(oneRoof({}, { name: 'Torre 東京 🏗️ Ω', developer: 'Ørsted Łódź «Añil»' }))).pages.join(' '))
    expect(text).toContain('Torre \uFFFD\uFFFD \uFFFD Ω')
    expect(text).toContain('Ørsted Łódź «Añil»')
    expect(text).toContain('se muestran como \uFFFD')
  })

  test('keeps long names and sources inside the page', async () => {
    const lines = Array.from({ length: 55 }, (_, line) => `w${line}`).join('\n')
    const { pages } = await pdf(
      oneRoof({ origin: lines, element: lines.slice(0, 119), parameter: lines.slice(0, 119) }, { name: lines.slice(0, 199) }),
    )
    const text = flat(pages.join(' '))
    expect(text).toContain(lines.replaceAll('\n', ' '))
    expect(pages.length).toBeLessThan(5)
  })

  test('prints any text', async () => {
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

  test('breaks long words and long notes without losing text', async () => {
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

describe('the signature field of the ficha', () => {
  const complete = oneRoof({}, { author: 'Ana Ruiz, arquitecta' })
  const bytesOf = async (project: Json) => new Uint8Array(await (await ficha(project, { format: 'pdf' })).arrayBuffer())

  test('is there for programs that sign, above the line on the last page; a draft has none', async () => {
    const loading = getDocument({ data: await bytesOf(complete), verbosity: 0 })
    const document = await loading.promise
    expect(await document.getFieldObjects()).toMatchObject({ Firma: [{ type: 'signature', page: document.numPages - 1 }] })
    const page = await document.getPage(document.numPages)
    const { items } = await page.getTextContent()
    const heightOf = (text: string): number =>
      items.flatMap((item) => ('str' in item && item.str.includes(text) ? [Number(item.transform[5])] : [])).at(-1) ?? 0
    const [field] = (await page.getAnnotations()).filter(({ fieldName }) => fieldName === 'Firma')
    const [left, bottom, right, top]: readonly number[] = field?.rect ?? []
    // Between «Firma:» and the name below the line, and within the page.
    expect([left, right]).toEqual([expect.closeTo(54, 0), expect.closeTo(294, 0)])
    expect(top).toBeLessThan(heightOf('Firma:'))
    expect(bottom).toBeGreaterThan(heightOf('Ana Ruiz'))
    await loading.destroy()
    const draft = getDocument({ data: await bytesOf(building), verbosity: 0 })
    expect(await (await draft.promise).getFieldObjects()).toBe(null)
    await draft.destroy()
  })

  test('gives the same bytes each time', async () => {
    expect(Buffer.from(await bytesOf(complete)).equals(Buffer.from(await bytesOf(complete)))).toBe(true)
  })

  // Of Debian's poppler-utils and libnss3-tools.
  test.skipIf(!['pdfsig', 'certutil'].every(isInstalled))('takes a signature, which covers the document', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-firma-'))
    const at = (name: string): string => join(folder, name)
    writeFileSync(at('ficha.pdf'), await bytesOf(complete))
    writeFileSync(at('noise'), randomBytes(64))
    writeFileSync(at('password'), '')
    execFileSync('certutil', ['-N', '-d', folder, '--empty-password'])
    const made = [
      '-S',
      '-d',
      folder,
      '-n',
      'prueba',
      '-s',
      'CN=Ana Ruiz',
      '-x',
      '-t',
      'C,C,C',
      '-k',
      'rsa',
      '-g',
      '2048',
      '-m',
      '7',
      '-z',
      at('noise'),
      '-f',
      at('password'),
    ]
    execFileSync('certutil', made)
    execFileSync('pdfsig', ['-nssdir', folder, '-sign', 'Firma', '-nick', 'prueba', at('ficha.pdf'), at('firmada.pdf')])
    const told = execFileSync('pdfsig', ['-nssdir', folder, '-nocert', at('firmada.pdf')], { encoding: 'utf8' })
    expect(told).toContain('Signature Field Name: Firma')
    expect(told).toContain('Signature is Valid')
    expect(told).toContain('Total document signed')
  })
})

function isInstalled(program: string): boolean {
  return spawnSync('which', [program]).status === 0
}
