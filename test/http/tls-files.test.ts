import { X509Certificate } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../server/access/store.ts'
import { createNetwork } from '../../server/http/network.ts'
import { namesOf } from '../../server/http/own-hosts.ts'
import { operatorIdentity, ownAuthorityIdentity } from '../../server/http/tls-identity.ts'
import { startProgram } from '../e2e/program.ts'

const now = new Date('2026-11-21T12:00:00Z')
const reachable = { names: namesOf('obra-pc'), addresses: ['127.0.0.1'] }
const newFolder = () => mkdtempSync(join(tmpdir(), 'plomada-tls-files-'))

/** True if a client that trusts the authority can connect. */
async function connects(folder: string, when: Date): Promise<boolean> {
  const network = createNetwork({
    fetch: async () => new Response('hola'),
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    folder,
    ownHosts: () => reachable,
    now: () => when,
    onRepair: () => undefined,
  })
  const state = await network.open('lan')
  try {
    const { authority } = network
    return await new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(state.urls[0] ?? '').port), ca: authority ?? '', servername: 'localhost' })
      socket.on('secureConnect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })
  } finally {
    await network.close()
  }
}

describe('the files of the authority', () => {
  test.each(['ca.crt', 'ca.key', 'server.crt', 'server.key', 'names.json'])(
    'an empty or invalid %s is reported and generated again',
    async (name) => {
      for (const content of ['', 'no es lo que era']) {
        const folder = newFolder()
        const first = await ownAuthorityIdentity(folder, reachable, now)
        writeFileSync(join(folder, name), content)
        const { server, authority, repairs, fingerprint } = await ownAuthorityIdentity(folder, reachable, now)
        expect(repairs.join('; ')).toContain(name)
        expect(new X509Certificate(server.cert).verify(new X509Certificate(authority ?? '').publicKey)).toBe(true)
        // The authority changes only if it cannot be kept, because clients trust it.
        if (!name.startsWith('ca.')) expect(fingerprint).toBe(first.fingerprint)
        expect((await ownAuthorityIdentity(folder, reachable, now)).repairs).toEqual([])
      }
    },
  )

  test.each(['ca', 'server'])('a %s.key of another pair is reported, set aside and generated again', async (name) => {
    const folder = newFolder()
    const other = newFolder()
    await ownAuthorityIdentity(folder, reachable, now)
    await ownAuthorityIdentity(other, reachable, now)
    const foreign = readFileSync(join(other, `${name}.key`), 'utf8')
    writeFileSync(join(folder, `${name}.key`), foreign)
    const { server, repairs } = await ownAuthorityIdentity(folder, reachable, now)
    expect(repairs.join('; ')).toMatch(new RegExp(`${name}\\.key`))
    expect(server.key).not.toBe(foreign)
    expect(readdirSync(folder).some((file) => file.startsWith('replaced-') && readFileSync(join(folder, file), 'utf8') === foreign)).toBe(true)
  })

  test('TLS certificates dated in the future by a wrong clock are generated again, and clients connect', async () => {
    const folder = newFolder()
    await ownAuthorityIdentity(join(folder, 'tls'), reachable, new Date(Date.now() + 400 * 86_400_000))
    expect(await connects(folder, new Date())).toBe(true)
  })

  test('with an impossible clock nothing is generated: it is reported, and the files stay', async () => {
    const folder = newFolder()
    const first = await ownAuthorityIdentity(folder, reachable, now)
    await expect(ownAuthorityIdentity(folder, reachable, new Date('1970-01-01T00:05:00Z'))).rejects.toThrow(/1970-01-01.*set it right/)
    await expect(ownAuthorityIdentity(newFolder(), reachable, new Date('1970-01-01T00:05:00Z'))).rejects.toThrow(/1970-01-01/)
    expect((await ownAuthorityIdentity(folder, reachable, now)).fingerprint).toBe(first.fingerprint)
  })

  test('a key that others can read gets owner-only permissions, and this is reported', async () => {
    const folder = newFolder()
    await ownAuthorityIdentity(folder, reachable, now)
    chmodSync(join(folder, 'ca.key'), 0o644)
    const { repairs } = await ownAuthorityIdentity(folder, reachable, now)
    expect(repairs.join('; ')).toMatch(/ca\.key.*0644/)
    expect(statSync(join(folder, 'ca.key')).mode & 0o777).toBe(0o600)
  })

  test.each(['cert', 'key'])('of the operator: an empty %s is reported', async (which) => {
    const folder = newFolder()
    await ownAuthorityIdentity(folder, reachable, now)
    const files = { certFile: join(folder, 'server.crt'), keyFile: join(folder, 'server.key') }
    writeFileSync(which === 'cert' ? files.certFile : files.keyFile, '')
    expect(() => operatorIdentity(files)).toThrow(which === 'cert' ? /server\.crt/ : /server\.key/)
  })
})

test('a server started with broken files listens, reports what it generated, and writes an audit line', async () => {
  const data = newFolder()
  await (await startProgram(data, ['--lan'])).stop()
  writeFileSync(join(data, 'tls', 'server.key'), '')
  chmodSync(join(data, 'tls', 'ca.key'), 0o644)
  const program = await startProgram(data, ['--lan'])
  expect(program.said()).toMatch(/server\.key/)
  await program.stop()
  const store = openStore(data, () => new Date())
  const repairs = store.audit.newest(Number.MAX_SAFE_INTEGER, 100).filter(({ operation }) => operation === 'tls repair')
  store.close()
  expect(repairs.map(({ subject }) => subject).join('; ')).toMatch(/server\.key/)
  expect(repairs.map(({ subject }) => subject).join('; ')).toMatch(/ca\.key/)
}, 60_000)
