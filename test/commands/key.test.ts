import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import type { Json } from '../service.ts'

/** Runs commands on one new data folder. */
function installation() {
  const data = mkdtempSync(join(tmpdir(), 'plomada-keys-'))
  return async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const out: string[] = []
    const code = await runCli(args, {
      environment: { PLOMADA_DATA: data, PLOMADA_KB: inject('packFile'), ...more },
      out: (text) => out.push(text),
      err: (text) => out.push(text),
    })
    return { code, out: out.join('\n'), data }
  }
}
const words = (line: string): string[] => line.split(' ')

test('a key for one project, to read it only, is told by list and whoami', async () => {
  const plomada = installation()
  const { data } = await plomada(['key', 'list'])
  writeFileSync(join(data, 'p.json'), '{"name":"Casa","geo_id":"ES-28079"}')
  const id = (await plomada(['project', 'import', join(data, 'p.json')])).out
  const issued = await plomada([...words('key add --name vigía --scope read --reading --json --group'), 'obra norte', '--project', id])
  const { key, projects, reading_only, group } = JSON.parse(issued.out) as Json
  expect([projects, reading_only, group]).toEqual([[id], true, 'obra norte'])
  const reach = `solo ${id}, sin cambiarlos`
  expect((await plomada(['key', 'list'])).out).toMatch(new RegExp(`vigía .* ${reach} +obra norte `))
  const me = await plomada(['whoami'], { PLOMADA_KEY: String(key) })
  expect([me.code, me.out]).toEqual([0, expect.stringContaining(`«vigía» (n.º 1), del grupo «obra norte», permisos: read; ${reach}; caduca el`)])
  expect(JSON.parse((await plomada(['whoami', '--json'], { PLOMADA_KEY: String(key) })).out)).toMatchObject({
    kind: 'key',
    key: { id: 1, projects: [id] },
  })
  expect((await plomada(['whoami'])).out).toContain('sin clave, con todos los permisos')
})

test('revoking a group revokes its keys in force, and no other', async () => {
  const plomada = installation()
  for (const args of ['key add --name a --group sur', 'key add --name b --group sur', 'key add --name c']) await plomada(words(args))
  const { code, out } = await plomada(words('key revoke --group sur'))
  expect([code, out.split('\n').map((line) => line.slice(0, 13))]).toEqual([0, ['Revocada: «a»', 'Revocada: «b»']])
  const left = JSON.parse((await plomada(words('key list --json'))).out) as Json[]
  expect(left.map(({ name, revoked_at }) => [name, revoked_at === null])).toEqual([
    ['a', false],
    ['b', false],
    ['c', true],
  ])
  expect((await plomada(words('key list --group sur'))).out.split('\n')).toHaveLength(3)
  expect((await plomada(words('key revoke --group sur'))).code).toBe(2)
  expect((await plomada(words('audit export'))).out.match(/"operation":"key revoke"/g)).toHaveLength(2)
})
