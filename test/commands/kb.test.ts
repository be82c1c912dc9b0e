import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { parseSecretKey } from '../../server/packs/minisign.ts'
import { baseFile, flipped, signedPack } from '../packs/test-packs.ts'

const data = mkdtempSync(join(tmpdir(), 'plomada-kb-cli-'))
const file = (name: string): string => join(data, name)

async function plomada(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const environment = { PLOMADA_DATA: join(data, 'state') }
  const code = await runCli(['kb', ...args], { environment, out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

describe('plomada kb', () => {
  test('keygen writes a pair once; only its owner can read the secret key', async () => {
    expect(await plomada('keygen', '--out', file('k'))).toMatchObject({ code: 0, out: expect.stringContaining('k.pub') })
    expect(statSync(file('k.key')).mode & 0o777).toBe(0o600)
    expect(await plomada('keygen', '--out', file('k'))).toMatchObject({ code: 2, err: expect.stringContaining('Ya existe') })
  })

  test('installs a pack signed with a trusted key, lists it and rolls back', async () => {
    const key = parseSecretKey(readFileSync(file('k.key'), 'utf8'))
    const write = (name: string, version: string): void => {
      const pack = signedPack(baseFile(version, '2030-01-01'), {}, key)
      writeFileSync(file(name), pack.bytes)
      writeFileSync(`${file(name)}.minisig`, pack.signature)
    }
    write('a.kbpack', '2030.1.0')
    write('b.kbpack', '2030.1.1')
    expect(await plomada('install', file('a.kbpack'))).toMatchObject({
      code: 1,
      err: expect.stringContaining(`clave ${key.id}, en la que esta instalación no confía`),
    })
    expect(await plomada('trust')).toMatchObject({ out: expect.stringContaining('No se confía en ninguna clave') })
    expect(await plomada('trust', file('k.pub'))).toMatchObject({ code: 0, out: expect.stringContaining(key.id) })
    expect(await plomada('install', file('a.kbpack'))).toMatchObject({ code: 0, out: expect.stringContaining('En uso desde la próxima petición') })
    expect((await plomada('install', file('b.kbpack'), '--signature', file('a.kbpack.minisig'))).err).toContain('La firma no es de este fichero')
    await plomada('install', file('b.kbpack'))
    expect((await plomada('list')).out).toMatch(/→ +plomada-es +2030\.1\.1 .*instalada/)
    expect((await plomada('rollback')).out).toContain('En uso: plomada-es 2030.1.0 (instalada)')
    expect((await plomada('info')).out).toMatch(/^plomada-es 2030\.1\.0, a 2030-01-01\n[\s\S]*: instalada\. Instalada y en uso\n/)
    expect(JSON.parse((await plomada('list', '--json')).out)[0]).toMatchObject({ version: '2030.1.0', isInUse: true, pack: { keyId: key.id } })
  })

  test('reports why a pack is not installed, and missing files', async () => {
    writeFileSync(file('c.kbpack'), flipped(readFileSync(file('b.kbpack')), 100_000))
    expect(await plomada('install', file('c.kbpack'))).toMatchObject({ code: 1, err: expect.stringContaining('no está firmado') })
    writeFileSync(file('c.kbpack.minisig'), readFileSync(file('b.kbpack.minisig')))
    expect(await plomada('install', file('c.kbpack'))).toMatchObject({ code: 1, err: expect.stringContaining('han cambiado') })
    expect(await plomada('install')).toMatchObject({ code: 2 })
    expect(await plomada('install', file('none'))).toMatchObject({ code: 2, err: expect.stringContaining('No existe') })
    expect((await plomada('info')).out).toContain('2030.1.0')
  })
})
