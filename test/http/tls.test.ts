import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { namesOf } from '../../server/http/own-hosts.ts'
import { newAuthority, newServerCertificate } from '../../server/http/tls-certificate.ts'
import { operatorIdentity, ownAuthorityIdentity } from '../../server/http/tls-identity.ts'

const dayMs = 86_400_000
const now = new Date('2026-11-21T12:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * dayMs)
const reachable = { names: namesOf('OBRA-pc.empresa.es'), addresses: ['127.0.0.1', '::1', '192.168.1.20', 'fd00::20'] }
const newFolder = () => mkdtempSync(join(tmpdir(), 'plomada-tls-'))

describe('the TLS certificate', () => {
  test('has every name and address of the machine, for no more than 397 days, from an authority of ten years', async () => {
    const { server, authority, expiresAt, fingerprint } = await ownAuthorityIdentity(newFolder(), reachable, now)
    const certificate = new X509Certificate(server.cert)
    const root = new X509Certificate(authority ?? '')
    expect(certificate.subjectAltName).toBe(
      'DNS:obra-pc.empresa.es, DNS:obra-pc, DNS:obra-pc.local, DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:192.168.1.20, IP Address:FD00:0:0:0:0:0:0:20',
    )
    expect([certificate.ca, root.ca, certificate.checkIssued(root), certificate.verify(root.publicKey)]).toEqual([false, true, true, true])
    expect([root.keyUsage, certificate.keyUsage]).toEqual([['1.3.6.1.5.5.7.3.1'], ['1.3.6.1.5.5.7.3.1']])
    expect((expiresAt.getTime() - Date.parse(certificate.validFrom)) / dayMs).toBeLessThanOrEqual(397)
    expect(Date.parse(root.validTo)).toBe(later(3650).getTime())
    expect(fingerprint).toBe(root.fingerprint256)
  })
  test('private keys are readable by their owner only, and no partial file is left', async () => {
    const folder = newFolder()
    await ownAuthorityIdentity(folder, reachable, now)
    expect(readdirSync(folder).sort()).toEqual(['ca.crt', 'ca.key', 'names.json', 'server.crt', 'server.key'])
    for (const name of ['ca.key', 'server.key']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })
  test('is renewed a month before it expires, by the same authority', async () => {
    const folder = newFolder()
    const first = await ownAuthorityIdentity(folder, reachable, now)
    const at = async (days: number) => ownAuthorityIdentity(folder, reachable, later(days))
    expect((await at(365)).server.cert).toBe(first.server.cert)
    const renewed = await at(366.5)
    expect(renewed.server.cert).not.toBe(first.server.cert)
    expect(renewed.fingerprint).toBe(first.fingerprint)
    expect((await at(367)).server.cert).toBe(renewed.server.cert)
  })
  test('is renewed for a new address, not for a removed one; a new machine name needs a new authority', async () => {
    const folder = newFolder()
    const first = await ownAuthorityIdentity(folder, reachable, now)
    const fewer = await ownAuthorityIdentity(folder, { ...reachable, addresses: ['127.0.0.1'] }, now)
    expect(fewer.server.cert).toBe(first.server.cert)
    const moved = await ownAuthorityIdentity(folder, { ...reachable, addresses: ['10.1.2.3'] }, now)
    expect(moved.server.cert).not.toBe(first.server.cert)
    expect(moved.fingerprint).toBe(first.fingerprint)
    const renamed = await ownAuthorityIdentity(folder, { ...reachable, names: namesOf('otro') }, now)
    expect(renamed.fingerprint).not.toBe(first.fingerprint)
    expect(new X509Certificate(renamed.server.cert).checkHost('otro.local')).toBe('otro.local')
  })
  test('the authority is renewed early enough for its certificates to be valid until their end', async () => {
    const folder = newFolder()
    const first = await ownAuthorityIdentity(folder, reachable, now)
    expect((await ownAuthorityIdentity(folder, reachable, later(3249))).fingerprint).toBe(first.fingerprint)
    expect((await ownAuthorityIdentity(folder, reachable, later(3250))).fingerprint).not.toBe(first.fingerprint)
  })
  test('the TLS certificate of the operator is used as it is, without an authority for download', async () => {
    const folder = newFolder()
    const { server } = await ownAuthorityIdentity(folder, reachable, now)
    const own = operatorIdentity({ certFile: join(folder, 'server.crt'), keyFile: join(folder, 'server.key') })
    expect(own).toMatchObject({ server, authority: undefined, fingerprint: new X509Certificate(server.cert).fingerprint256 })
  })
  test.each([
    ['obra', ['obra', 'obra.local', 'localhost']],
    ['Obra.Empresa.ES', ['obra.empresa.es', 'obra', 'obra.local', 'localhost']],
    ['obra.local', ['obra.local', 'obra', 'localhost']],
    ['mi_equipo', ['localhost']],
    ['-x', ['localhost']],
    ['', ['localhost']],
  ])('a machine called "%s" has the names %j', (host, names) => {
    expect(namesOf(host)).toEqual(names)
  })
})

describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('openssl (skipped where it is not installed)', () => {
  test('accepts the chain, and rejects names that the authority may not sign', async () => {
    const folder = newFolder()
    const real = new Date()
    const authority = await newAuthority(reachable.names, real)
    const verify = async (names: string[], addresses: string[], ...how: string[]) => {
      const { cert } = await newServerCertificate(authority, { names, addresses }, real)
      writeFileSync(join(folder, 'ca.crt'), authority.cert)
      writeFileSync(join(folder, 'one.crt'), cert)
      const args = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', join(folder, 'ca.crt'), ...how, join(folder, 'one.crt')]
      const { status, stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8' })
      return status === 0 ? stdout.trim().split(': ')[1] : /permitted subtree violation|IP address mismatch|hostname mismatch/i.exec(stderr)?.[0]
    }
    expect(await verify([...reachable.names], [...reachable.addresses], '-verify_hostname', 'obra-pc.local')).toBe('OK')
    expect(await verify([...reachable.names], [...reachable.addresses], '-verify_ip', '192.168.1.20')).toBe('OK')
    expect(await verify([...reachable.names], [...reachable.addresses], '-verify_ip', '192.168.1.21')).toBe('IP address mismatch')
    expect(await verify(['www.banco.example'], [])).toBe('permitted subtree violation')
    for (const [address, accepted] of [
      ['8.8.8.8', false],
      ['172.15.255.255', false],
      ['172.16.0.0', true],
      ['172.31.255.255', true],
      ['172.32.0.0', false],
      ['fbff::1', false],
      ['fc00::1', true],
      ['fe00::1', false],
    ] as const)
      expect(await verify([], [address]), address).toBe(accepted ? 'OK' : 'permitted subtree violation')
  })
  test('reads the stored key', async () => {
    const folder = newFolder()
    await ownAuthorityIdentity(folder, reachable, now)
    const key = execFileSync('openssl', ['pkey', '-in', join(folder, 'server.key'), '-pubout'], { encoding: 'utf8' })
    const cert = execFileSync('openssl', ['x509', '-in', join(folder, 'server.crt'), '-noout', '-pubkey'], { encoding: 'utf8' })
    expect(key).toBe(cert)
    expect(existsSync(join(folder, 'ca.key')) && readFileSync(join(folder, 'ca.crt'), 'utf8')).not.toContain('PRIVATE')
  })
})
