import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Text } from '../errors/language.ts'
import type { AvailableBase, Bases } from '../packs/bases.ts'
import { formatPublicKey, formatSecretKey, generateKeys } from '../packs/minisign.ts'
import { type Show, UsageError } from './terminal.ts'
import { columns } from './text-table.ts'

/** `kb list`: prints the bases of this installation in `width` columns, the one in use first. */
export function listCommand(bases: Bases, show: Show, width: number | undefined): number {
  const held = bases.list()
  const rows = held.map((one) => [
    one.isInUse ? '→' : '',
    one.id,
    one.version,
    one.referenceDate,
    origins[one.origin],
    one.pack?.keyId ?? '—',
    one.sourcesSha256.slice(0, 12),
  ])
  show(held, `${columns(['', 'base', 'versión', 'fecha', 'origen', 'firmada con', 'fuentes'], rows, width)}\n${bases.chosen().because.es}`)
  return 0
}

const origins: Readonly<Record<AvailableBase['origin'], string>> = { installed: 'instalada', shipped: 'del programa', asked: 'pedida' }

/** `kb install <file.kbpack> [--signature <file.minisig>]` */
export async function installCommand(
  bases: Bases,
  given: { readonly file: string | undefined; readonly signature: string | undefined },
  show: Show,
): Promise<number> {
  const file = existing(given.file, {
    es: 'Falta el paquete: plomada kb install FICHERO.kbpack',
    en: 'Name the pack: plomada kb install FILE.kbpack',
  })
  const signatureFile = given.signature ?? `${file}.minisig`
  const signature = existsSync(signatureFile) ? readFileSync(signatureFile, 'utf8') : ''
  const { manifest, sha256, keyId } = await bases.install(readFileSync(file), signature)
  const { origin, because } = bases.chosen()
  const use = origin === 'installed' ? 'En uso desde la próxima petición.' : `Instalada, pero no se usa: ${because.es}.`
  show(
    { ...manifest, pack_sha256: sha256, key_id: keyId, in_use: origin === 'installed' },
    `${manifest.id} ${manifest.version}, firmada con ${keyId}. ${use}`,
  )
  return 0
}

/** `kb rollback` */
export async function rollbackCommand(bases: Bases, show: Show): Promise<number> {
  await bases.rollback()
  const [inUse] = bases.list()
  show(
    inUse,
    inUse === undefined ? 'Ninguna base en uso' : `En uso: ${inUse.id} ${inUse.version} (${origins[inUse.origin]}). ${bases.chosen().because.es}.`,
  )
  return 0
}

/** `kb trust <file.pub>`: trusts the key of a publisher. Without a file it lists the trusted keys. */
export async function trustCommand(bases: Bases, file: string | undefined, show: Show): Promise<number> {
  if (file === undefined) {
    const keys = bases.keys()
    const rows = keys.map(({ id, origin, file: from }) => [id, origin === 'shipped' ? 'del programa' : 'añadida', from])
    show(
      keys.map(({ id, origin }) => ({ id, origin })),
      keys.length === 0 ? 'No se confía en ninguna clave: plomada kb trust FICHERO.pub añade una' : columns(['clave', 'origen', 'fichero'], rows),
    )
    return 0
  }
  const { id } = await bases.trust(readFileSync(existing(file), 'utf8'))
  show({ id }, `Desde ahora se aceptan los paquetes firmados con la clave ${id}. Compruebe ese identificador con quien los publica.`)
  return 0
}

/** `kb keygen [--out name]`: writes `<name>.pub` and `<name>.key`. Existing files are never replaced. */
export function keygenCommand(out: string | undefined, show: Show): number {
  const [publicFile, secretFile] = [`${out ?? 'plomada-kb'}.pub`, `${out ?? 'plomada-kb'}.key`]
  for (const file of [publicFile, secretFile])
    if (existsSync(file))
      throw new UsageError({ es: `Ya existe ${file}: indique otro nombre con --out`, en: `${file} already exists: choose another name with --out` })
  const keys = generateKeys()
  writeFileSync(secretFile, formatSecretKey(keys), { mode: 0o600, flag: 'wx' })
  writeFileSync(publicFile, formatPublicKey(keys), { flag: 'wx' })
  show(
    { id: keys.id, public_key: publicFile, secret_key: secretFile },
    `Clave ${keys.id}\n  ${publicFile}  pública: repártala\n  ${secretFile}  secreta y sin contraseña: quien la tenga firma en su nombre`,
  )
  return 0
}

/** A file that exists. Throws `UsageError` if it does not, or if none was named. */
function existing(file: string | undefined, ifNone?: Text): string {
  if (file === undefined && ifNone !== undefined) throw new UsageError(ifNone)
  if (file === undefined || !existsSync(file)) throw new UsageError({ es: `No existe ${file}`, en: `${file} does not exist` })
  return file
}
