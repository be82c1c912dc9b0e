import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Text } from '../errors/language.ts'
import type { AvailableBase, Bases } from '../packs/bases.ts'
import { formatPublicKey, formatSecretKey, generateKeys } from '../packs/minisign.ts'
import { progressNames } from './progress-names.ts'
import { type Show, type Terminal, UsageError } from './terminal.ts'
import { columns } from './text-table.ts'
import { progressOf } from './time-left.ts'

/** `kb list`: prints the bases of this installation, the one in use first. */
export function listCommand(bases: Bases, show: Show, { language, width }: Terminal): number {
  const held = bases.list()
  const rows = held.map((one) => [
    one.isInUse ? '→' : '',
    one.id,
    one.version,
    one.referenceDate,
    origins[one.origin][language],
    one.pack?.keyId ?? '—',
    one.sourcesSha256.slice(0, 12),
  ])
  show(held, `${columns(headings[language], rows, width)}\n${bases.chosen().because[language]}`)
  return 0
}

const headings = {
  es: ['', 'base', 'versión', 'fecha', 'origen', 'firmada con', 'fuentes'],
  en: ['', 'base', 'version', 'date', 'origin', 'signed with', 'sources'],
} as const

const origins: Readonly<Record<AvailableBase['origin'], Text>> = {
  installed: { es: 'instalada', en: 'installed' },
  shipped: { es: 'del programa', en: 'of the program' },
  asked: { es: 'pedida', en: 'asked for' },
}

/** `kb install <file.kbpack> [--signature <file.minisig>]` */
export async function installCommand(
  bases: Bases,
  given: { readonly file: string | undefined; readonly signature: string | undefined; readonly terminal: Terminal },
  show: Show,
): Promise<number> {
  const file = existing(given.file, {
    es: 'Falta el paquete: plomada kb install FICHERO.kbpack',
    en: 'Name the pack: plomada kb install FILE.kbpack',
  })
  const signatureFile = given.signature ?? `${file}.minisig`
  const signature = existsSync(signatureFile) ? readFileSync(signatureFile, 'utf8') : ''
  const { language } = given.terminal
  const progress = progressOf(given.terminal, progressNames.kbInstall)
  const { manifest, sha256, keyId } = await bases.install(readFileSync(file), signature, progress)
  const { origin, because } = bases.chosen()
  const use: Text =
    origin === 'installed'
      ? { es: 'En uso desde la próxima petición.', en: 'In use from the next request on.' }
      : { es: `Instalada, pero no se usa: ${because.es}.`, en: `Installed, but not in use: ${because.en}.` }
  const signed = { es: 'firmada con', en: 'signed with' }[language]
  show(
    { ...manifest, pack_sha256: sha256, key_id: keyId, in_use: origin === 'installed' },
    `${manifest.id} ${manifest.version}, ${signed} ${keyId}. ${use[language]}`,
  )
  return 0
}

/** `kb rollback` */
export async function rollbackCommand(bases: Bases, show: Show, { language }: Terminal): Promise<number> {
  await bases.rollback()
  const [inUse] = bases.list()
  const { because } = bases.chosen()
  const none = { es: 'Ninguna base en uso', en: 'No knowledge base is in use' }[language]
  const words = { es: 'En uso', en: 'In use' }[language]
  show(inUse, inUse === undefined ? none : `${words}: ${inUse.id} ${inUse.version} (${origins[inUse.origin][language]}). ${because[language]}.`)
  return 0
}

/** `kb trust <file.pub>`: trusts the key of a publisher. Without a file it lists the trusted keys. */
export async function trustCommand(
  bases: Bases,
  { file, show, terminal }: { readonly file: string | undefined; readonly show: Show; readonly terminal: Terminal },
): Promise<number> {
  const { language, width } = terminal
  if (file === undefined) {
    const keys = bases.keys()
    const added = { es: 'añadida', en: 'added' }[language]
    const rows = keys.map(({ id, origin, file: from }) => [id, origin === 'shipped' ? origins.shipped[language] : added, from])
    const none = {
      es: 'No se confía en ninguna clave: plomada kb trust FICHERO.pub añade una',
      en: 'No key is trusted: plomada kb trust FILE.pub adds one',
    }[language]
    show(
      keys.map(({ id, origin }) => ({ id, origin })),
      keys.length === 0 ? none : columns({ es: ['clave', 'origen', 'fichero'], en: ['key', 'origin', 'file'] }[language], rows, width),
    )
    return 0
  }
  const { id } = await bases.trust(readFileSync(existing(file), 'utf8'))
  const text: Text = {
    es: `Desde ahora se aceptan los paquetes firmados con la clave ${id}. Compruebe ese identificador con quien los publica.`,
    en: `From now on packs signed with key ${id} are accepted. Compare that identifier with whoever publishes them.`,
  }
  show({ id }, text[language])
  return 0
}

/** `kb keygen [--out name]`: writes `<name>.pub` and `<name>.key`. Existing files are never replaced. */
export function keygenCommand(out: string | undefined, show: Show, { language }: Terminal): number {
  const [publicFile, secretFile] = [`${out ?? 'plomada-kb'}.pub`, `${out ?? 'plomada-kb'}.key`]
  for (const file of [publicFile, secretFile])
    if (existsSync(file))
      throw new UsageError({ es: `Ya existe ${file}: indique otro nombre con --out`, en: `${file} already exists: choose another name with --out` })
  const keys = generateKeys()
  writeFileSync(secretFile, formatSecretKey(keys), { mode: 0o600, flag: 'wx' })
  writeFileSync(publicFile, formatPublicKey(keys), { flag: 'wx' })
  show(
    { id: keys.id, public_key: publicFile, secret_key: secretFile },
    {
      es: `Clave ${keys.id}\n  ${publicFile}  pública: repártala\n  ${secretFile}  secreta y sin contraseña: quien la tenga firma en su nombre`,
      en: `Key ${keys.id}\n  ${publicFile}  public: hand it out\n  ${secretFile}  secret and without a password: whoever has it signs in your name`,
    }[language],
  )
  return 0
}

/** A file that exists. Throws `UsageError` if it does not, or if none was named. */
function existing(file: string | undefined, ifNone?: Text): string {
  if (file === undefined && ifNone !== undefined) throw new UsageError(ifNone)
  if (file === undefined || !existsSync(file)) throw new UsageError({ es: `No existe ${file}`, en: `${file} does not exist` })
  return file
}
