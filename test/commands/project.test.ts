import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openStore } from '../../server/access/store.ts'
import { runCli } from '../../server/cli.ts'
import type { Json } from '../service.ts'

test('a project is gone back to a revision, deleted, recovered and erased', async () => {
  const data = mkdtempSync(join(tmpdir(), 'plomada-projects-'))
  const plomada = async (...args: string[]) => {
    const out: string[] = []
    const print = (text: string) => out.push(text)
    const code = await runCli(['project', ...args], { environment: { PLOMADA_DATA: data, PLOMADA_KB: inject('packFile') }, out: print, err: print })
    return { code, out: out.join('\n') }
  }
  writeFileSync(join(data, 'p.json'), '{"name":"Casa","geo_id":"ES-28079"}')
  const id = (await plomada('import', join(data, 'p.json'))).out
  const store = openStore(data, () => new Date('2026-11-24T10:00:00Z'))
  const author = { kind: 'key', id: 7, name: 'Ana' } as const
  store.projects.replace(id, { revision: 1, document: '{"name":"Casa grande","geo_id":"ES-28079"}', author })
  store.close()
  const history = (await plomada('history', id)).out.split('\n')
  expect(history.map((line) => line.replace(/ +/g, ' '))).toEqual([
    'revisión escrita por fotografías',
    '2 2026-11-24 10:00 Ana (clave n.º 7) 0',
    expect.stringMatching(/^1 .* este equipo 0$/),
  ])
  expect(await plomada('history', id, '2')).toEqual({ code: 0, out: expect.stringMatching(/^cambiado {3}name: «Casa» → «Casa grande»/) })
  expect((await plomada('history', id, '2', '--lang', 'en')).out).toMatch(/^changed {3}name: "Casa" → "Casa grande"/)
  expect((await plomada('history', id, '--lang', 'en')).out).toMatch(/^revision +written +by +photographs\n2 +2026-11-24 10:00 +Ana \(key no\. 7\)/)
  expect(await plomada('history', id, '1')).toEqual({ code: 1, out: expect.stringContaining('unknown-revision') })
  expect((await plomada('undo', id)).out).toBe('Dice otra vez lo de la revisión 1; es la 3')
  expect((await plomada('undo', id, '2')).out).toBe('Dice otra vez lo de la revisión 2; es la 4')
  expect(await plomada('undo', id, '9')).toEqual({ code: 1, out: expect.stringContaining('unknown-revision') })
  expect(await plomada('undo', 'nada')).toEqual({ code: 1, out: expect.stringContaining('unknown-project') })
  expect((JSON.parse((await plomada('export', id)).out) as Json)['name']).toBe('Casa grande')
  expect((await plomada('bin')).out).toBe('La papelera está vacía')
  await plomada('delete', id)
  expect((await plomada('list')).out).toBe('Ningún proyecto')
  expect((await plomada('bin')).out).toMatch(new RegExp(`${id} +Casa grande .* este equipo `))
  expect((await plomada('recover', id)).code).toBe(0)
  expect((await plomada('list')).out).toContain('Casa grande')
  await plomada('delete', id)
  expect([(await plomada('erase', id)).code, (await plomada('erase', id)).code, (await plomada('recover', id)).code]).toEqual([0, 1, 1])
})
