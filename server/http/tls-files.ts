import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { renameDurably } from '../access/durable.ts'
import type { Text } from '../errors/language.ts'
import type { Pair } from './certificate.ts'

/** The pair of a name in a folder; undefined where neither file is there. A missing one of the two reads as empty. */
export function kept(folder: string, name: string): Pair | undefined {
  const [cert, key] = [textOf(join(folder, `${name}.crt`)), textOf(join(folder, `${name}.key`))]
  return cert === undefined && key === undefined ? undefined : { cert: cert ?? '', key: key ?? '' }
}

/**
 * What is wrong with a pair, as the beginning of a sentence that names the file; undefined where nothing is. A date of the
 * certificate after `now` is a fault: clients would refuse it. An end in the past is not: certificates end.
 */
export function faultOfPair(pair: Pair, named: string | { readonly cert: string; readonly key: string }, now: Date | undefined): Text | undefined {
  const names = typeof named === 'string' ? { cert: `${named}.crt`, key: `${named}.key` } : named
  if (pair.cert.trim() === '') return { es: `${names.cert} está vacío o falta`, en: `${names.cert} is empty or missing` }
  if (pair.key.trim() === '') return { es: `${names.key} está vacío o falta`, en: `${names.key} is empty or missing` }
  const certificate = readOr(() => new X509Certificate(pair.cert))
  if (certificate === undefined) return { es: `${names.cert} no es un certificado`, en: `${names.cert} is not a certificate` }
  const key: KeyObject | undefined = readOr(() => createPrivateKey(pair.key))
  if (key === undefined) return { es: `${names.key} no es una clave privada`, en: `${names.key} is not a private key` }
  if (!certificate.checkPrivateKey(key))
    return { es: `${names.key} es de otro certificado, no de ${names.cert}`, en: `${names.key} belongs to another certificate, not to ${names.cert}` }
  if (now !== undefined && Date.parse(certificate.validFrom) > now.getTime()) {
    const day = new Date(certificate.validFrom).toISOString().slice(0, 10)
    return { es: `${names.cert} empieza a valer el ${day}, después de hoy`, en: `${names.cert} is valid from ${day} on, which is after today` }
  }
  return undefined
}

/** Whether an authority may vouch for a host name: its name constraints hold it, or it is under `.local`. */
export function vouchesFor({ raw }: X509Certificate, name: string): boolean {
  // A dNSName in DER: tag, length, characters. Names of hosts are shorter than 128 characters where they are in our authority.
  return (
    name.endsWith('.local') || (name.length < 128 && raw.includes(Buffer.concat([Buffer.from([0x82, name.length]), Buffer.from(name, 'latin1')])))
  )
}

/** Keeps a private key that is about to be replaced under another name; nothing where it is empty or missing. Returns the end of a sentence that says so. */
export function keepAside(folder: string, name: string): string {
  const file = join(folder, name)
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return ''
  const aside = `replaced-${name}`
  renameDurably(file, join(folder, aside))
  return ` (la clave que había está en ${aside})`
}

function textOf(file: string): string | undefined {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file, 'utf8') : undefined
}

function readOr<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
