import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pair, Reachable } from './certificate.ts'

/** What a TLS listener shows, and what people compare before they trust it. */
export interface Identity {
  readonly server: Pair
  /** The authority that clients trust, PEM; undefined where the operator's own certificate is shown. */
  readonly authority: string | undefined
  /** SHA-256 of the authority's certificate, or of the operator's own. */
  readonly fingerprint: string
  /** When the server certificate ends. */
  readonly expiresAt: Date
}

const dayMs = 86_400_000
const renewBeforeMs = 30 * dayMs
/** An authority must outlive the server certificates it signs. */
const authorityNeedsMs = 400 * dayMs

/**
 * The identity kept in a folder: made at first use, the server certificate anew a month before it ends or when this machine has a name or
 * address that it lacks, the authority anew only when it ends or may not vouch for this machine's name. Private keys are readable by their
 * owner only.
 */
export async function keptIdentity(folder: string, reachable: Reachable, now: Date): Promise<Identity> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const at = (name: string): string => join(folder, name)
  const keptAuthority = readPair(at('ca'))
  const authority = keptAuthority !== undefined && isAuthorityGood(at('names.json'), keptAuthority, reachable, now) ? keptAuthority : undefined
  const used = authority ?? (await (await maker()).newAuthority(reachable.names, now))
  if (authority === undefined) {
    writePair(at('ca'), used)
    write(at('names.json'), JSON.stringify(reachable.names), 0o600)
  }
  const keptServer = authority === undefined ? undefined : readPair(at('server'))
  const isGood = keptServer !== undefined && isServerGood(keptServer, used, reachable, now)
  const server = isGood ? keptServer : await (await maker()).newServerCertificate(used, reachable, now)
  if (!isGood) writePair(at('server'), server)
  return identityOf(server, used.cert)
}

/** The identity of the operator's own certificate. Throws `RangeError` where it and the key do not go together. */
export function ownIdentity({ certFile, keyFile }: { readonly certFile: string; readonly keyFile: string }): Identity {
  const server = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  return identityOf(server, undefined)
}

/** What makes certificates is loaded when there is one to make. */
function maker(): Promise<typeof import('./certificate.ts')> {
  return import('./certificate.ts')
}

function identityOf(server: Pair, authority: string | undefined): Identity {
  const { fingerprint256 } = new X509Certificate(authority ?? server.cert)
  return { server, authority, fingerprint: fingerprint256, expiresAt: new Date(new X509Certificate(server.cert).validTo) }
}

function isAuthorityGood(namesFile: string, { cert }: Pair, { names }: Reachable, now: Date): boolean {
  const vouched: unknown = existsSync(namesFile) ? JSON.parse(readFileSync(namesFile, 'utf8')) : []
  const isVouched = (name: string): boolean => name.endsWith('.local') || (Array.isArray(vouched) && vouched.includes(name))
  return names.every(isVouched) && Date.parse(new X509Certificate(cert).validTo) - now.getTime() > authorityNeedsMs
}

function isServerGood({ cert }: Pair, authority: Pair, { names, addresses }: Reachable, now: Date): boolean {
  const certificate = new X509Certificate(cert)
  return (
    certificate.verify(new X509Certificate(authority.cert).publicKey) &&
    Date.parse(certificate.validTo) - now.getTime() > renewBeforeMs &&
    names.every((name) => certificate.checkHost(name, { wildcards: false }) !== undefined) &&
    addresses.every((address) => certificate.checkIP(address) !== undefined)
  )
}

function readPair(path: string): Pair | undefined {
  if (!existsSync(`${path}.crt`) || !existsSync(`${path}.key`)) return undefined
  return { cert: readFileSync(`${path}.crt`, 'utf8'), key: readFileSync(`${path}.key`, 'utf8') }
}

function writePair(path: string, { cert, key }: Pair): void {
  write(`${path}.key`, key, 0o600)
  write(`${path}.crt`, cert, 0o644)
}

/** Whole or not at all. */
function write(file: string, text: string, mode: number): void {
  writeFileSync(`${file}.new`, text, { mode })
  renameSync(`${file}.new`, file)
}
