import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { jpegWithPlace, samples, secret } from '../operations/sample-photos.ts'
import { readPdf } from '../read-pdf.ts'
import { bodyOf, type Json } from '../service.ts'
import { ficha, service } from './building.ts'

const stair = { element: 'escalera', unit: 'cm' }
const checks = [
  { id: 'huella', ...stair, parameter: 'huella', value: 27 },
  { id: 'contrahuella', ...stair, parameter: 'contrahuella', value: 18 },
]
const project = { name: 'Casa con fotos', geo_id: 'ES-28079', checks }

/** A stored project with photographs: check, caption and file of each. */
async function withPhotos(photos: readonly (readonly [string, string, Buffer, boolean?])[]): Promise<string> {
  const { id } = await bodyOf(await service.post('/api/v1/proyectos', project))
  for (const [check, caption, file, keep_metadata = false] of photos) {
    const sent = { check, caption, content: file.toString('base64'), keep_metadata }
    expect((await service.post(`/api/v1/proyectos/${String(id)}/fotos`, sent)).status).toBe(200)
  }
  return String(id)
}
const filesOf = async (id: string): Promise<Record<string, Uint8Array>> => unzipSync(await bytesOf(id, 'docx'))
const bytesOf = async (id: string, format: string): Promise<Uint8Array> =>
  new Uint8Array(await (await ficha(project, { format, photos_of: id })).arrayBuffer())
const xmlOf = (files: Record<string, Uint8Array>): string => strFromU8(files['word/document.xml'] ?? new Uint8Array())
const mediaOf = (files: Record<string, Uint8Array>): [string, Uint8Array][] =>
  Object.entries(files).filter(([name]) => name.startsWith('word/media/'))

test('the text document shows the photographs of the PDF: the same ones, in the same order, with the same words', async () => {
  const id = await withPhotos([
    ['contrahuella', 'Segunda comprobación', samples.png],
    ['huella', 'Peldaño visto', jpegWithPlace()],
    ['huella', 'En WebP', samples.webp],
  ])
  const { photos } = (await bodyOf(await ficha(project, { format: 'json', photos_of: id }))) as { photos: Json[] }
  const files = await filesOf(id)
  const text = xmlOf(files).replace(/<[^>]+>/g, '|')
  const pdf = (await readPdf(await bytesOf(id, 'pdf'))).pages.join(' ').replace(/\s+/g, ' ')
  const words = photos.map(
    ({ number, check, caption, added_on }) => `Comprobación ${number}: ${check}. ${caption}. ${String(added_on).split('-').reverse().join('-')}`,
  )
  expect(words).toHaveLength(3)
  for (const shown of [text, pdf]) {
    expect(words.map((one) => shown.indexOf(one))).toEqual(words.map((one) => shown.indexOf(one)).toSorted((one, other) => one - other))
    for (const one of words) expect(shown).toContain(one)
    expect(shown).toContain('Fotografía en WebP: está en el proyecto y no se imprime.')
  }
  expect(mediaOf(files)).toHaveLength(2)
  expect(xmlOf(files)).toContain('descr="Peldaño visto"')
  expect(Buffer.from(await bytesOf(id, 'docx')).equals(Buffer.from(await bytesOf(id, 'docx')))).toBe(true)
}, 60_000)

test('a photograph stands upright in the text document, within half of the page', async () => {
  const files = await filesOf(await withPhotos([['huella', 'Girada por la cámara', jpegWithPlace()]]))
  const [, turn, width, height] = /<a:xfrm[^>]* rot="(\d+)"[^>]*>.*?<a:ext cx="(\d+)" cy="(\d+)"/s.exec(xmlOf(files)) ?? []
  // 90° in sixtieths of a thousandth.
  expect(turn).toBe('5400000')
  expect(Number(width) / Number(height)).toBeCloseTo(2, 1)
  expect(Math.max(Number(width), Number(height)) / 12_700).toBeLessThan(260)
}, 60_000)

test.each(['docx', 'pdf', 'json'])(
  'a ficha tells no place of a photograph, not even of one that keeps its own in the project: %s',
  async (format) => {
    const id = await withPhotos([['huella', 'Tal como salió de la cámara', jpegWithPlace(), true]])
    const bytes = Buffer.from(await bytesOf(id, format))
    const whole =
      format === 'docx'
        ? Buffer.concat(Object.values(unzipSync(bytes)))
        : format === 'json'
          ? Buffer.concat([...bytes.toString().matchAll(/base64,([^"]+)/g)].map(([, text = '']) => Buffer.from(text, 'base64')))
          : bytes
    expect(whole.length).toBeGreaterThan(200)
    expect(whole.includes(secret)).toBe(false)
  },
  60_000,
)

test('what does not fit in a ficha is counted in the text document', async () => {
  const large = Buffer.concat([samples.jpeg.subarray(0, 2), ...Array.from({ length: 56 }, () => comment(65_000)), samples.jpeg.subarray(2)])
  const id = await withPhotos(Array.from({ length: 6 }, (_one, index) => ['huella', `N.º ${index}`, large, true] as const))
  const files = await filesOf(id)
  expect(xmlOf(files).replace(/<[^>]+>/g, '')).toContain('Otra fotografía está en el proyecto y no se imprime aquí.')
}, 60_000)

/** A JPEG segment that says nothing. */
function comment(length: number): Buffer {
  const segment = Buffer.alloc(length + 4)
  segment.set([0xff, 0xfe])
  segment.writeUInt16BE(length + 2, 2)
  return segment
}
