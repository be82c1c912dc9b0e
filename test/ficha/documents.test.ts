import { deflateSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { imageSize } from '../../server/ficha/image-size.ts'
import { fichaModel } from '../../server/ficha/model.ts'
import { withSharedNotices } from '../../server/ficha/shared-notices.ts'
import { readPdf } from '../read-pdf.ts'
import { bodyOf, type Json } from '../service.ts'
import { building, ficha, model, oneRoof, service } from './building.ts'

const admin = service.keys.issue({ name: 'jefa', scopes: ['read', 'verify', 'admin'], expiresAt: null }).text
const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }

/** A PNG of one colour. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([head, body, sum])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((width * 3 + 1) * height, 0x60))
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', size), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}

async function setOffice(body: Json): Promise<Response> {
  return service.app.fetch(
    new Request('http://localhost/api/v1/admin/oficina', { method: 'PUT', body: JSON.stringify(body), headers: { host: 'localhost', ...headers } }),
    { kind: 'network', address: '127.0.0.1' },
  )
}
const bytesOf = async (project: Json, format: string): Promise<Uint8Array> => new Uint8Array(await (await ficha(project, { format })).arrayBuffer())
const docxText = (bytes: Uint8Array): string => strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array()).replace(/<[^>]+>/g, '|')

test('the text document has what the PDF has, results that stand out in grey, and a signature that is not alone', async () => {
  const bytes = await bytesOf(building, 'docx')
  const files = unzipSync(bytes)
  expect(Object.keys(files)[0]).toBe('[Content_Types].xml')
  const xml = strFromU8(files['word/document.xml'] ?? new Uint8Array())
  const text = docxText(bytes)
  for (const part of [
    'Edificio de 12 viviendas y local en planta baja',
    'NO CUMPLE',
    'SIN DECIDIR',
    'Zona climática',
    '0,95 m (límite: ≥ 1,1 m): no se cumple',
    'Firma:',
  ])
    expect(text).toContain(part)
  expect(xml).toMatch(/w:fill="000000"/)
  expect(xml).toMatch(/w:fill="D9D9D9"/)
  expect(xml.slice(0, xml.indexOf('Firma:')).lastIndexOf('<w:keepNext/>')).toBeGreaterThan(xml.slice(0, xml.indexOf('Firma:')).lastIndexOf('</w:p>'))
  expect(strFromU8(files['docProps/core.xml'] ?? new Uint8Array())).toContain('2026-11-21T00:00:00Z')
}, 60_000)

test.each(['docx', 'xlsx', 'pdf'])(
  'the same project gives the same bytes: %s',
  async (format) => {
    expect(Buffer.from(await bytesOf(building, format)).equals(Buffer.from(await bytesOf(building, format)))).toBe(true)
  },
  60_000,
)

test('the spreadsheet has a sheet for data, checks and requirements, with numbers as numbers', async () => {
  const files = unzipSync(await bytesOf(oneRoof({ value: 0.5 }), 'xlsx'))
  expect(strFromU8(files['xl/workbook.xml'] ?? new Uint8Array())).toMatch(/Ficha.*Comprobaciones.*Exigencias/s)
  const checks = strFromU8(files['xl/worksheets/sheet2.xml'] ?? new Uint8Array())
  expect(checks).toContain('<v>0.5</v>')
  expect(checks).toContain('<v>0.35</v>')
  expect(checks).toContain('NO CUMPLE')
})

test('it is a draft while anything is undecided, in every format', async () => {
  const undecided = oneRoof({ element: 'escalera', parameter: 'huella', value: 27, unit: 'cm' })
  expect(await model(undecided)).toMatchObject({ is_draft: true })
  expect(await model(oneRoof())).toMatchObject({ is_draft: false })
  expect(await model({ name: 'Solar', geo_id: 'ES-28079' })).toMatchObject({ is_draft: true })
  const pages = async (project: Json): Promise<string> => (await readPdf(await bytesOf(project, 'pdf'))).pages.join(' ')
  expect(await pages(undecided)).toMatch(/BORRADOR[\s\S]*queda 1 comprobación\s+sin decidir|queda 1 comprobación\s+sin decidir[\s\S]*BORRADOR/)
  expect(await pages(oneRoof())).not.toMatch(/borrador/i)
  expect(docxText(await bytesOf(undecided, 'docx'))).toContain('queda 1 comprobación sin decidir')
  const sheet = strFromU8(unzipSync(await bytesOf(undecided, 'xlsx'))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet).toContain('Borrador: queda 1 comprobación sin decidir.')
}, 60_000)

test('a notice of several checks is printed once, and each of them refers to it', async () => {
  const { checks } = fichaModel.parse(await model(building))
  const printed = withSharedNotices(checks)
  const repeated = checks.flatMap(({ warnings, assumptions }) => [...new Set([...warnings, ...assumptions])])
  const several = new Set(repeated.filter((one, index) => repeated.indexOf(one) !== index))
  expect(printed.shared.map(({ text }) => text).toSorted()).toEqual([...several].toSorted())
  expect(several.size).toBeGreaterThan(0)
  for (const check of printed.checks) for (const one of [...check.warnings, ...check.assumptions]) expect(several.has(one)).toBe(false)
  expect(printed.checks.flatMap(({ warnings, assumptions }) => [...warnings, ...assumptions]).join(' ')).toContain('Véa')
  const text = (await readPdf(await bytesOf(building, 'pdf'))).pages.join(' ').replace(/\s+/g, ' ')
  for (const one of several) expect(text.split(one.slice(0, 60)).length - 1, one).toBe(1)
}, 60_000)

test('the signature is never alone on a page, whatever the number of checks', async () => {
  const checks = building.checks.slice(0, 4)
  for (const count of [1, 3, 5, 7, 9]) {
    const many = Array.from({ length: count }, (_, index) => ({ ...checks[index % 4], id: `n${index}` }))
    const { pages } = await readPdf(await bytesOf({ ...building, checks: many }, 'pdf'))
    const last = pages.at(-1) ?? ''
    expect(last).toContain('Firma:')
    expect(last, `${count} checks`).toContain('SHA-256 de la base')
  }
}, 120_000)

test('a zone that somebody states is among the zones', async () => {
  const { zones } = (await model(oneRoof({ context: { climate_zone: 'D3' } }))) as { zones: Json[] }
  expect(zones).toEqual(expect.arrayContaining([expect.objectContaining({ value: 'D3', origin: 'check' })]))
})

test('the letterhead is validated, kept, printed in every format, and removed', async () => {
  expect((await setOffice({ name: 'x'.repeat(121) })).status).toBe(422)
  expect((await service.post('/api/v1/admin/oficina', { name: 'x' })).status).toBe(405)
  for (const [logo, detail] of [
    [Buffer.from('<svg xmlns="x"/>').toString('base64'), 'se espera una imagen PNG o JPEG'],
    [png(4001, 1).toString('base64'), '4001 × 1 píxeles'],
    [png(40, 40).subarray(0, 60).toString('base64'), 'dañada'],
    ['no es base64', 'logo'],
    ['A'.repeat(400_000), 'logo'],
  ] as const) {
    const refused = await bodyOf(await setOffice({ name: 'Estudio', logo }))
    expect(refused, String(detail)).toMatchObject({ status: 422, code: 'validation' })
    expect(JSON.stringify(refused)).toContain(detail)
  }
  expect(service.store.office.get()).toBeUndefined()
  const logo = png(300, 120).toString('base64')
  expect((await setOffice({ name: 'Núñez & Añaza, S. L. P.', address: 'Calle Mayor, 1\n28013 Madrid', logo })).status).toBe(200)
  expect(await bodyOf(await service.get('/api/v1/oficina'))).toMatchObject({ name: 'Núñez & Añaza, S. L. P.', logo })
  const pdf = Buffer.from(await bytesOf(oneRoof(), 'pdf'))
  expect((await readPdf(new Uint8Array(pdf))).pages[0]).toContain('Núñez & Añaza, S. L. P.')
  expect(pdf.includes('/Subtype /Image')).toBe(true)
  const docx = await bytesOf(oneRoof(), 'docx')
  expect(docxText(docx)).toContain('Núñez &amp; Añaza')
  expect(Object.keys(unzipSync(docx)).some((name) => name.startsWith('word/media/'))).toBe(true)
  expect(Buffer.from(docx).equals(Buffer.from(await bytesOf(oneRoof(), 'docx')))).toBe(true)
  expect((await setOffice({ name: '' })).status).toBe(200)
  expect(await model(oneRoof())).toMatchObject({ office: null })
}, 120_000)

test('the head of an image is read whatever its bytes', () => {
  expect(imageSize(png(30, 20))).toEqual({ type: 'image/png', width: 30, height: 20 })
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108001400c803012200021101031101', 'hex')
  expect(imageSize(jpeg)).toEqual({ type: 'image/jpeg', width: 200, height: 20 })
  for (let length = 0; length < jpeg.length; length++) expect(() => imageSize(jpeg.subarray(0, length))).not.toThrow()
  expect(imageSize(Buffer.from('GIF89a'))).toBeUndefined()
})
