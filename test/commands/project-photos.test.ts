import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openStore } from '../../server/access/store.ts'
import { runCli } from '../../server/cli.ts'
import { jpegWithPlace, samples, secret } from '../operations/sample-photos.ts'
import { readPdf } from '../read-pdf.ts'
import type { Json } from '../service.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-project-photos-'))
const plomada = async (...args: string[]) => {
  const out: string[] = []
  const print = (text: string) => out.push(text)
  const code = await runCli(args, { environment: { PLOMADA_DATA: folder, PLOMADA_KB: inject('packFile') }, out: print, err: print })
  return { code, out: out.join('\n') }
}
const checks = [{ id: 'a', element: 'escalera', parameter: 'huella', value: 27, unit: 'cm' }]
const photo = { check: 'a', caption: 'Peldaño visto', added_at: '2026-11-02T09:30:00.000Z', content: jpegWithPlace().toString('base64') }

/** A project file with photographs. */
function fileWith(name: string, photos: readonly Json[], more: Json = {}): string {
  const file = join(folder, `${name}.plomada.json`)
  writeFileSync(file, JSON.stringify({ name, geo_id: 'ES-28079', checks, ...more, photos }))
  return file
}
const photosIn = (text: string): Json[] => (JSON.parse(text) as { photos?: Json[] }).photos ?? []

test('a project file carries its photographs, and makes the same project again', async () => {
  const { out: first } = await plomada(
    'project',
    'import',
    fileWith('Ida', [photo, { ...photo, caption: 'En PNG', content: samples.png.toString('base64') }]),
  )
  const { out: text } = await plomada('project', 'export', first)
  expect(photosIn(text).map(({ check, caption, added_at }) => [check, caption, added_at])).toEqual([
    ['a', 'Peldaño visto', photo.added_at],
    ['a', 'En PNG', photo.added_at],
  ])
  // Nobody asked to keep the place.
  expect(photosIn(text).map(({ content }) => Buffer.from(String(content), 'base64').includes(secret))).toEqual([false, false])
  writeFileSync(join(folder, 'vuelta.plomada.json'), text)
  const { out: second } = await plomada('project', 'import', join(folder, 'vuelta.plomada.json'))
  expect(second).not.toBe(first)
  expect(JSON.parse((await plomada('project', 'export', second)).out)).toEqual(JSON.parse(text))
})

test('a file keeps the metadata of a photograph where it says so, as the export of one that had them', async () => {
  const { out: id } = await plomada('project', 'import', fileWith('Con lugar', [{ ...photo, keep_metadata: true }]))
  const [kept] = photosIn((await plomada('project', 'export', id)).out)
  expect(kept).toMatchObject({ keep_metadata: true, content: photo.content })
})

test.each([
  ['dañada', { ...photo, content: samples.jpeg.subarray(0, 300).toString('base64') }, 'Fotografía 2 («Peldaño visto»)'],
  ['de otra comprobación', { ...photo, check: 'b' }, 'se espera el id de una comprobación del proyecto'],
  ['sin archivo', { check: 'a' }, 'content'],
  ['con fecha futura', { ...photo, added_at: '2099-01-01T00:00:00.000Z' }, 'que ya haya pasado'],
])('a file with a photograph that is %s is refused whole, with the reason', async (_why, wrong, said) => {
  const before = (await plomada('project', 'list')).out
  const { code, out } = await plomada('project', 'import', fileWith('Mal', [photo, wrong]))
  expect([code, out.includes(said)], out).toEqual([1, true])
  expect([(await plomada('project', 'list')).out, (await plomada('project', 'bin')).out]).toEqual([before, 'La papelera está vacía'])
})

test('the history says how many photographs each revision had', async () => {
  const { out: id } = await plomada('project', 'import', fileWith('Historia', [photo]))
  const store = openStore(folder, () => new Date('2026-11-24T10:00:00Z'))
  const [kept] = store.photos.list(id)
  store.photos.remove(id, kept?.id ?? '')
  store.close()
  const lines = (await plomada('project', 'history', id)).out.split('\n').map((line) => line.split(/ {2,}/))
  expect(lines.map((line) => line.at(-1))).toEqual(['fotografías', '0', '1'])
  expect((await plomada('project', 'undo', id)).code).toBe(0)
  expect(photosIn((await plomada('project', 'export', id)).out)).toHaveLength(1)
})

test('a ficha of a project file prints the photographs that are in it', async () => {
  const file = fileWith('Ficha', [photo, { ...photo, caption: 'Segunda' }], { notes: '0.35000000000000000000000001' })
  const out = join(folder, 'ficha.pdf')
  expect((await plomada('ficha', file, '--out', out)).code).toBe(4)
  const text = (await readPdf(new Uint8Array(readFileSync(out)))).pages.join(' ').replace(/\s+/g, ' ')
  expect(text).toContain('Comprobación 1: Escalera. Peldaño visto. 02-11-2026')
  expect(text.indexOf('Segunda')).toBeGreaterThan(text.indexOf('Peldaño visto'))
  expect(readFileSync(out).includes(secret)).toBe(false)
  const wrong = await plomada('ficha', fileWith('Ficha mala', [{ ...photo, content: 'AAAA' }]), '--out', join(folder, 'no.pdf'))
  expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('Fotografía 1 («Peldaño visto»)')])
})
