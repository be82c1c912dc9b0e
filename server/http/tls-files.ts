import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { renameDurably } from '../access/durable-write.ts'
import type { Text } from '../errors/language.ts'
import type { TlsCredentials } from './tls-certificate.ts'

/** Reads `<name>.crt` and `<name>.key`; undefined if neither exists. If only one is missing, its text is empty. */
export function readCredentials(folder: string, name: string): TlsCredentials | undefined {
  const [cert, key] = [textOf(join(folder, `${name}.crt`)), textOf(join(folder, `${name}.key`))]
  return cert === undefined && key === undefined ? undefined : { cert: cert ?? '', key: key ?? '' }
}

/**
 * Describes the error in a certificate and its key, as the beginning of a sentence that names the file; undefined if they are valid. A
 * certificate that is not valid yet at `now` is an error, because clients would reject it. An expired one is not: it is simply renewed.
 */
export function credentialsError(
  credentials: TlsCredentials,
  fileNames: string | { readonly cert: string; readonly key: string },
  now: Date | undefined,
): Text | undefined {
  const names = typeof fileNames === 'string' ? { cert: `${fileNames}.crt`, key: `${fileNames}.key` } : fileNames
  if (credentials.cert.trim() === '') return { es: `${names.cert} está vacío o falta`, en: `${names.cert} is empty or missing` }
  if (credentials.key.trim() === '') return { es: `${names.key} está vacío o falta`, en: `${names.key} is empty or missing` }
  const certificate = readOr(() => new X509Certificate(credentials.cert))
  if (certificate === undefined) return { es: `${names.cert} no es un certificado`, en: `${names.cert} is not a certificate` }
  const key: KeyObject | undefined = readOr(() => createPrivateKey(credentials.key))
  if (key === undefined) return { es: `${names.key} no es una clave privada`, en: `${names.key} is not a private key` }
  if (!certificate.checkPrivateKey(key))
    return { es: `${names.key} es de otro certificado, no de ${names.cert}`, en: `${names.key} belongs to another certificate, not to ${names.cert}` }
  if (now !== undefined && Date.parse(certificate.validFrom) > now.getTime()) {
    const day = new Date(certificate.validFrom).toISOString().slice(0, 10)
    return { es: `${names.cert} empieza a valer el ${day}, después de hoy`, en: `${names.cert} is valid from ${day} on, which is after today` }
  }
  return undefined
}

/** True if the name constraints of our authority permit a host name. They always permit names under `.local`. */
export function permitsName({ raw }: X509Certificate, name: string): boolean {
  // Searches for a dNSName in DER: tag 0x82, one byte of length, characters. Names in our authority are shorter than 128 characters.
  return (
    name.endsWith('.local') || (name.length < 128 && raw.includes(Buffer.concat([Buffer.from([0x82, name.length]), Buffer.from(name, 'latin1')])))
  )
}

/** Renames a private key that is about to be replaced. Returns the end of a sentence in Spanish that says so, or '' if the key is empty or missing. */
export function keepOldKey(folder: string, name: string): string {
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
