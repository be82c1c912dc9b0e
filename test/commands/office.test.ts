import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-office-'))

async function plomada(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const environment = { PLOMADA_DATA: folder, PLOMADA_KB: inject('packFile') }
  const code = await runCli(args, { environment, out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test('office: the letterhead is set part by part, printed by the ficha, shown and removed', async () => {
  expect(await plomada('office', 'show')).toEqual({ code: 0, out: 'Sin membrete', err: '' })
  expect((await plomada('office', 'set', '--name', 'Estudio Añaza', '--logo', 'electron/icons/linux/64x64.png')).out).toBe(
    'Estudio Añaza\nCon logotipo',
  )
  expect((await plomada('office', 'set', '--address', 'Calle Mayor, 1')).out).toBe('Estudio Añaza\nCalle Mayor, 1\nCon logotipo')
  const project = join(folder, 'casa.json')
  writeFileSync(project, '{"name":"Casa","geo_id":"ES-28079","checks":[]}')
  const file = join(folder, 'casa-ficha.json')
  await plomada('ficha', project, '--format', 'json', '--out', file)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    office: { name: 'Estudio Añaza', logo: expect.stringMatching(/^data:image\/png;base64,/) },
  })
  const refused = await plomada('office', 'set', '--logo', project)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('se espera una imagen PNG o JPEG') })
  expect((await plomada('office', 'set', '--logo', 'none')).out).toContain('Sin logotipo')
  expect((await plomada('office', 'clear')).out).toBe('Sin membrete')
}, 60_000)
