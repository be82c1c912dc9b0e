import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolderDurably, restrictToOwner, writeDurably } from '../access/durable-write.ts'
import { OperatorError } from '../errors/operator-error.ts'
import type { ServerHosts, TlsCredentials } from './tls-certificate.ts'
import { credentialsError, keepOldKey, permitsName, readCredentials } from './tls-files.ts'

/** The certificates of a TLS listener and the fingerprint that people compare before they trust it. */
export interface TlsIdentity {
  readonly server: TlsCredentials
  /** The certificate of our own authority (PEM); undefined if the operator's certificate is used. */
  readonly authority: string | undefined
  /** SHA-256 fingerprint of the authority's certificate, or of the operator's. */
  readonly fingerprint: string
  /** When the server certificate expires. */
  readonly expiresAt: Date
  /** One sentence in Spanish for each file that was damaged and replaced. */
  readonly repairs: readonly string[]
}

const dayMs = 86_400_000
const renewBeforeMs = 30 * dayMs
/** An authority must outlive the server certificates that it signs. */
const authorityNeedsMs = 400 * dayMs
/** A clock before this date is wrong, because the program did not exist yet. */
const earliestClock = Date.UTC(2026, 0, 1)

/**
 * The identity signed by our own authority, whose files are in `folder`. Creates it at first use. Renews the server certificate a month before it
 * expires, or when this machine has a name or address that it lacks. Replaces the authority only when it expires or does not permit a name of this
 * machine. Repairs files that are damaged, do not match, are dated in the future or are readable by other accounts, and lists them in `repairs`.
 * Keeps replaced private keys under another name. Throws `OperatorError` if the clock is wrong.
 */
export async function ownAuthorityIdentity(folder: string, hosts: ServerHosts, now: Date): Promise<TlsIdentity> {
  if (now.getTime() < earliestClock)
    throw new OperatorError({
      es: `El reloj de este equipo dice ${now.toISOString().slice(0, 10)}: póngalo en hora; con él no se hacen ni se comprueban certificados`,
      en: `The clock of this computer says ${now.toISOString().slice(0, 10)}: set it right; certificates are neither made nor checked by it`,
    })
  createFolderDurably(folder)
  const repairs: string[] = restrictKeys(folder, ['ca.key', 'server.key'])
  const { authority, isKept } = await authorityIn(folder, hosts, { now, repairs })
  const found = readCredentials(folder, 'server')
  const error = found === undefined ? undefined : credentialsError(found, 'server', now)
  const isUsable = isKept && found !== undefined && error === undefined && isServerUsable(found, authority, hosts, now)
  if (isUsable) return identityOf(found, authority.cert, repairs)
  if (error !== undefined) repairs.push(`${error.es}: se ha hecho de nuevo el certificado del servidor${keepOldKey(folder, 'server.key')}`)
  const server = await (await certificateModule()).newServerCertificate(authority, hosts, now)
  writeCredentials(folder, 'server', server)
  return identityOf(server, authority.cert, repairs)
}

/** The identity with the operator's own certificate. Throws `OperatorError` that names the invalid file. */
export function operatorIdentity({ certFile, keyFile }: { readonly certFile: string; readonly keyFile: string }): TlsIdentity {
  const server = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  const error = credentialsError(server, { cert: certFile, key: keyFile }, undefined)
  if (error !== undefined) throw new OperatorError({ es: `No se puede usar TLS: ${error.es}`, en: `Cannot use TLS: ${error.en}` })
  return identityOf(server, undefined, [])
}

/** Reads the authority of a folder, or creates it. `isKept` is false if it is new. */
async function authorityIn(
  folder: string,
  hosts: ServerHosts,
  { now, repairs }: { readonly now: Date; readonly repairs: string[] },
): Promise<{ readonly authority: TlsCredentials; readonly isKept: boolean }> {
  const found = readCredentials(folder, 'ca')
  const error = found === undefined ? undefined : credentialsError(found, 'ca', now)
  if (found !== undefined && error === undefined && isAuthorityUsable(found, hosts, now)) {
    if (!hasNames(folder)) {
      writeDurably(join(folder, 'names.json'), JSON.stringify(hosts.names))
      repairs.push('names.json no se entendía: se ha escrito de nuevo')
    }
    return { authority: found, isKept: true }
  }
  if (error !== undefined)
    repairs.push(`${error.es}: se ha hecho de nuevo la autoridad, y cada equipo ha de confiar en la nueva${keepOldKey(folder, 'ca.key')}`)
  const authority = await (await certificateModule()).newAuthority(hosts.names, now)
  writeCredentials(folder, 'ca', authority)
  writeDurably(join(folder, 'names.json'), JSON.stringify(hosts.names))
  return { authority, isKept: false }
}

/** Loads the module for creating certificates only when it is needed. */
function certificateModule(): Promise<typeof import('./tls-certificate.ts')> {
  return import('./tls-certificate.ts')
}

function identityOf(server: TlsCredentials, authority: string | undefined, repairs: readonly string[]): TlsIdentity {
  const { fingerprint256 } = new X509Certificate(authority ?? server.cert)
  return { server, authority, fingerprint: fingerprint256, expiresAt: new Date(new X509Certificate(server.cert).validTo), repairs }
}

function isAuthorityUsable({ cert }: TlsCredentials, { names }: ServerHosts, now: Date): boolean {
  const certificate = new X509Certificate(cert)
  return names.every((name) => permitsName(certificate, name)) && Date.parse(certificate.validTo) - now.getTime() > authorityNeedsMs
}

function isServerUsable({ cert }: TlsCredentials, authority: TlsCredentials, { names, addresses }: ServerHosts, now: Date): boolean {
  const certificate = new X509Certificate(cert)
  return (
    certificate.verify(new X509Certificate(authority.cert).publicKey) &&
    Date.parse(certificate.validTo) - now.getTime() > renewBeforeMs &&
    names.every((name) => certificate.checkHost(name, { wildcards: false }) !== undefined) &&
    addresses.every((address) => certificate.checkIP(address) !== undefined)
  )
}

function hasNames(folder: string): boolean {
  try {
    return Array.isArray(JSON.parse(readFileSync(join(folder, 'names.json'), 'utf8')))
  } catch {
    return false
  }
}

function restrictKeys(folder: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const mode = restrictToOwner(join(folder, name))
    return mode === undefined ? [] : [`${name} se podía leer con otras cuentas (${mode}): ahora 0600`]
  })
}

/** Writes the key first. If the process ends in between, the two do not match and the next start replaces both. */
function writeCredentials(folder: string, name: string, { cert, key }: TlsCredentials): void {
  writeDurably(join(folder, `${name}.key`), key)
  writeDurably(join(folder, `${name}.crt`), cert, 0o644)
}
