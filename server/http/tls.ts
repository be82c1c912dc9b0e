import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repairPrivacy, writeDurably } from '../access/durable.ts'
import { OperatorError } from '../errors/operator-error.ts'
import type { Pair, Reachable } from './certificate.ts'
import { faultOfPair, keepAside, kept, vouchesFor } from './tls-files.ts'

/** What a TLS listener shows, and what people compare before they trust it. */
export interface Identity {
  readonly server: Pair
  /** The authority that clients trust, PEM; undefined where the operator's own certificate is shown. */
  readonly authority: string | undefined
  /** SHA-256 of the authority's certificate, or of the operator's own. */
  readonly fingerprint: string
  /** When the server certificate ends. */
  readonly expiresAt: Date
  /** What was found wrong in the files and made right, in Spanish, one sentence a file; usually empty. */
  readonly repairs: readonly string[]
}

const dayMs = 86_400_000
const renewBeforeMs = 30 * dayMs
/** An authority must outlive the server certificates it signs. */
const authorityNeedsMs = 400 * dayMs
/** The program did not exist before: an earlier clock is wrong. */
const earliestClock = Date.UTC(2026, 0, 1)

/**
 * The identity kept in a folder: made at first use, the server certificate anew a month before it ends or when this machine has a name or
 * address that it lacks, the authority anew only when it ends or may not vouch for this machine's name. Files that are damaged, do not go
 * together, are dated ahead or are readable by others are named in `repairs` and made right; a private key is kept aside, never deleted.
 * Throws `RangeError` where the clock cannot be right: nothing is made by it.
 */
export async function keptIdentity(folder: string, reachable: Reachable, now: Date): Promise<Identity> {
  if (now.getTime() < earliestClock)
    throw new OperatorError({
      es: `El reloj de este equipo dice ${now.toISOString().slice(0, 10)}: póngalo en hora; con él no se hacen ni se comprueban certificados`,
      en: `The clock of this computer says ${now.toISOString().slice(0, 10)}: set it right; certificates are neither made nor checked by it`,
    })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const repairs: string[] = closeKeys(folder, ['ca.key', 'server.key'])
  const { authority, isKept } = await authorityIn(folder, reachable, { now, repairs })
  const found = kept(folder, 'server')
  const fault = found === undefined ? undefined : faultOfPair(found, 'server', now)
  const isGood = isKept && found !== undefined && fault === undefined && isServerGood(found, authority, reachable, now)
  if (isGood) return identityOf(found, authority.cert, repairs)
  if (fault !== undefined) repairs.push(`${fault.es}: se ha hecho de nuevo el certificado del servidor${keepAside(folder, 'server.key')}`)
  const server = await (await maker()).newServerCertificate(authority, reachable, now)
  writePair(folder, 'server', server)
  return identityOf(server, authority.cert, repairs)
}

/** The identity of the operator's own certificate. Throws `RangeError` that names the file which is not what it should be. */
export function ownIdentity({ certFile, keyFile }: { readonly certFile: string; readonly keyFile: string }): Identity {
  const server = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  const fault = faultOfPair(server, { cert: certFile, key: keyFile }, undefined)
  if (fault !== undefined) throw new OperatorError({ es: `No se puede usar TLS: ${fault.es}`, en: `Cannot use TLS: ${fault.en}` })
  return identityOf(server, undefined, [])
}

/** The authority of a folder, and whether it was there before. */
async function authorityIn(
  folder: string,
  reachable: Reachable,
  { now, repairs }: { readonly now: Date; readonly repairs: string[] },
): Promise<{ readonly authority: Pair; readonly isKept: boolean }> {
  const found = kept(folder, 'ca')
  const fault = found === undefined ? undefined : faultOfPair(found, 'ca', now)
  if (found !== undefined && fault === undefined && isAuthorityGood(found, reachable, now)) {
    if (!hasNames(folder)) {
      writeDurably(join(folder, 'names.json'), JSON.stringify(reachable.names))
      repairs.push('names.json no se entendía: se ha escrito de nuevo')
    }
    return { authority: found, isKept: true }
  }
  if (fault !== undefined)
    repairs.push(`${fault.es}: se ha hecho de nuevo la autoridad, y cada equipo ha de confiar en la nueva${keepAside(folder, 'ca.key')}`)
  const authority = await (await maker()).newAuthority(reachable.names, now)
  writePair(folder, 'ca', authority)
  writeDurably(join(folder, 'names.json'), JSON.stringify(reachable.names))
  return { authority, isKept: false }
}

/** Certificate generation is loaded only when there is a certificate to make. */
function maker(): Promise<typeof import('./certificate.ts')> {
  return import('./certificate.ts')
}

function identityOf(server: Pair, authority: string | undefined, repairs: readonly string[]): Identity {
  const { fingerprint256 } = new X509Certificate(authority ?? server.cert)
  return { server, authority, fingerprint: fingerprint256, expiresAt: new Date(new X509Certificate(server.cert).validTo), repairs }
}

function isAuthorityGood({ cert }: Pair, { names }: Reachable, now: Date): boolean {
  const certificate = new X509Certificate(cert)
  return names.every((name) => vouchesFor(certificate, name)) && Date.parse(certificate.validTo) - now.getTime() > authorityNeedsMs
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

function hasNames(folder: string): boolean {
  try {
    return Array.isArray(JSON.parse(readFileSync(join(folder, 'names.json'), 'utf8')))
  } catch {
    return false
  }
}

function closeKeys(folder: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const mode = repairPrivacy(join(folder, name))
    return mode === undefined ? [] : [`${name} se podía leer con otras cuentas (${mode}): ahora 0600`]
  })
}

/** The key first: a certificate without its key is worth nothing, and the next start makes the pair again. */
function writePair(folder: string, name: string, { cert, key }: Pair): void {
  writeDurably(join(folder, `${name}.key`), key)
  writeDurably(join(folder, `${name}.crt`), cert, 0o644)
}
