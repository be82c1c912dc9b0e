import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { cleanImage } from '../../server/operations/photo-content.ts'
import { startService } from '../service.ts'
import { jpegWithPlace, pngWithPlace, samples, secret, webpWithPlace } from './sample-photos.ts'

const service = startService()
const checks = [{ id: 'a', element: 'escalera', parameter: 'huella', value: 27, unit: 'cm' }]
const made = async (): Promise<string> =>
  ((await (await service.post('/api/v1/proyectos', { name: 'Casa', geo_id: 'ES-28079', checks })).json()) as { id: string }).id
const add = (id: string, body: Record<string, unknown>, headers = {}): Promise<Response> =>
  service.post(`/api/v1/proyectos/${id}/fotos`, { check: 'a', content: jpegWithPlace().toString('base64'), ...body }, headers)

interface Photo {
  readonly id: string
  readonly content: string
  readonly type: string
}

describe('an image without metadata', () => {
  test.each([
    ['JPEG', jpegWithPlace(), 'image/jpeg'],
    ['PNG', pngWithPlace(), 'image/png'],
    ['WebP', webpWithPlace(), 'image/webp'],
  ])('%s: is as large, says nothing else, and cleaning it again changes nothing', (_name, bytes, type) => {
    expect(bytes.includes(secret)).toBe(true)
    const clean = cleanImage(bytes)
    expect(clean).toMatchObject({ type, width: 16, height: 8 })
    const content = Buffer.from(clean?.content ?? [])
    expect([content.includes(secret), content.includes('GPS'), content.includes('xap')]).toEqual([false, false, false])
    expect(Buffer.from(cleanImage(content)?.content ?? []).equals(content)).toBe(true)
  })

  test('a JPEG stays upright: its orientation is all that is left of Exif', () => {
    const content = Buffer.from(cleanImage(jpegWithPlace())?.content ?? [])
    expect(content.subarray(2, 4).toString('hex')).toBe('ffe1')
    expect(content.subarray(6, 10).toString()).toBe('Exif')
    expect(content.readUInt16BE(2 + 4 + 6 + 18)).toBe(6)
    // One without orientation has no Exif at all.
    expect(Buffer.from(cleanImage(samples.jpeg)?.content ?? []).includes('Exif')).toBe(false)
  })

  test('what is cut, or of another kind, is none, and never an exception', () => {
    for (const whole of [jpegWithPlace(), pngWithPlace(), webpWithPlace()])
      for (let length = 0; length < whole.length - secret.length - 2; length++) {
        const clean = cleanImage(whole.subarray(0, length))
        expect(clean, String(length)).toBeUndefined()
      }
    for (const other of ['GIF89a', '%PDF-1.7', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'MZ'])
      expect(cleanImage(Buffer.from(other.padEnd(200)))).toBeUndefined()
  })
})

test('a photograph of a check is kept, listed, read and deleted, without its place', async () => {
  const id = await made()
  const answer = await add(id, { caption: 'Peldaño' })
  expect(answer.status).toBe(200)
  const added = (await answer.json()) as Photo
  expect(added).toMatchObject({ check: 'a', caption: 'Peldaño', type: 'image/jpeg', width: 16, height: 8, added_by: { kind: 'key', name: 'test' } })
  const { items } = (await (await service.get(`/api/v1/proyectos/${id}/fotos`)).json()) as { items: unknown[] }
  expect(items).toEqual([added])
  const read = (await (await service.get(`/api/v1/proyectos/${id}/fotos/${added.id}`)).json()) as Photo
  expect(Buffer.from(read.content, 'base64').includes(secret)).toBe(false)
  const remove = () => service.app.fetch(request(`/api/v1/proyectos/${id}/fotos/${added.id}`, 'DELETE'), { kind: 'network', address: '127.0.0.1' })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  expect(await (await service.get(`/api/v1/proyectos/${id}/fotos`)).json()).toEqual({ items: [] })
})

test('the file is kept as it is where that is asked', async () => {
  const id = await made()
  const { id: photo } = (await (await add(id, { keep_metadata: true })).json()) as Photo
  const read = (await (await service.get(`/api/v1/proyectos/${id}/fotos/${photo}`)).json()) as Photo
  expect(Buffer.from(read.content, 'base64').equals(jpegWithPlace())).toBe(true)
})

test('what is no image, is too large or of another check is refused at its field; nothing is kept', async () => {
  const id = await made()
  const wide = Buffer.from(samples.png)
  wide.writeUInt32BE(9000, 16)
  const large = Buffer.concat([samples.jpeg, Buffer.alloc(4 * 1024 * 1024)])
  const cases: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ check: 'b' }, '/check'],
    [{ content: Buffer.from('<svg/>').toString('base64') }, '/content'],
    [{ content: 'no es base64' }, '/content'],
    [{ content: wide.toString('base64') }, '/content'],
    [{ content: large.toString('base64') }, '/content'],
    [{ content: '' }, '/content'],
  ]
  for (const [body, pointer] of cases) {
    const answer = await add(id, body)
    const refused = (await answer.json()) as { code: string; errors?: { pointer: string }[] }
    expect([answer.status, refused.code, refused.errors?.[0]?.pointer], service.lines.at(-1)?.error).toEqual([422, 'validation', pointer])
  }
  expect(await (await service.get(`/api/v1/proyectos/${id}/fotos`)).json()).toEqual({ items: [] })
  expect((await add('otro', {})).status).toBe(404)
})

// V8 no longer optimizes patterns once a process has compiled many; each letter of a long text then needs stack.
test('base64 of the largest size is read in a process that has compiled many patterns', () => {
  const fields = new URL('../../server/operations/photo-fields.ts', import.meta.url).href
  const program = `const { photoToAdd, mostPhotoBytes } = await import('${fields}')
    const content = Buffer.alloc(mostPhotoBytes).toString('base64')
    console.log(photoToAdd.content.safeParse(content).success, photoToAdd.content.safeParse(content.slice(1) + '€').success)`
  const read = spawnSync(process.execPath, ['--no-regexp-optimization', '--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(read).toMatchObject({ stdout: 'true false\n', stderr: '' })
})

test('a key reaches only the photographs of its projects, and one that reads adds none', async () => {
  const [own, other] = [await made(), await made()]
  const { id: photo } = (await (await add(other, {})).json()) as Photo
  const issue = (projects: string[] | null, readingOnly: boolean) =>
    service.keys.issue({ name: `clave ${readingOnly}`, scopes: ['read', 'verify'], expiresAt: null, projects, readingOnly }).text
  const limited = { authorization: `Bearer ${issue([own], false)}` }
  for (const path of [`/api/v1/proyectos/${other}/fotos`, `/api/v1/proyectos/${other}/fotos/${photo}`])
    expect((await service.get(path, limited)).status).toBe(404)
  expect((await add(other, {}, limited)).status).toBe(404)
  expect((await add(own, {}, limited)).status).toBe(200)
  expect((await add(own, {}, { authorization: `Bearer ${issue(null, true)}` })).status).toBe(403)
})

test('the ficha prints the photographs of the project that it names, and only of checks that it has', async () => {
  const id = await made()
  await add(id, { caption: 'Peldaño visto' })
  await add(id, { content: samples.webp.toString('base64'), caption: 'En WebP' })
  const project = { name: 'Casa', geo_id: 'ES-28079', checks }
  const asked = (body: Record<string, unknown>) => service.post('/api/v1/ficha', { project, issued_on: '2026-11-28', ...body })
  const { photos } = (await (await asked({ format: 'json', photos_of: id })).json()) as { photos: { caption: string; image: string | null }[] }
  expect(photos.map(({ caption, image }) => [caption, image === null ? null : image.slice(0, 22)])).toEqual([
    ['Peldaño visto', 'data:image/jpeg;base64'],
    ['En WebP', null],
  ])
  const pdf = async (body: Record<string, unknown>): Promise<Buffer> => Buffer.from(await (await asked(body)).arrayBuffer())
  const [without, withThem] = [await pdf({}), await pdf({ photos_of: id })]
  expect(without.includes('/DCTDecode')).toBe(false)
  expect(withThem.includes('/DCTDecode')).toBe(true)
  expect((await asked({ photos_of: 'otro' })).status).toBe(404)
})

function request(path: string, method: string): Request {
  return new Request(`http://localhost${path}`, { method, headers: { authorization: `Bearer ${service.key}`, host: 'localhost' } })
}
