import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { sha256Of } from '../access/sha256.ts'
import { packFormat } from '../kb/pack-schema.ts'
import { packError } from './pack-error.ts'

/** Version of the `.kbpack` format: the manifest as one line of JSON, followed by the SQLite file compressed with gzip. */
const containerVersion = 1
const mostManifestBytes = 64 * 1024
const mostBaseBytes = 1024 ** 3

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().nonnegative()
const manifestSchema = z.object({
  kbpack: z.literal(containerVersion),
  id: name,
  version: name,
  reference_date: z.iso.date(),
  /** Format of the tables. A program reads only its own format. */
  format: z.literal(packFormat),
  sources_sha256: sha256,
  /** Hash of the uncompressed SQLite file. */
  file_sha256: sha256,
  file_bytes: z.int().min(1).max(mostBaseBytes),
  /** Git commit of the sources and the compiler; null if there were uncommitted changes. */
  commit: z.string().nullable(),
  coverage: z.object({ documents: count, articles: count, rules: count, deciding: count, municipalities: count }),
})

export type Manifest = z.infer<typeof manifestSchema>

/** The parts of a `.kbpack` file. `manifestLine` includes its line break. */
export interface OpenedPack {
  readonly manifest: Manifest
  readonly manifestLine: string
  readonly base: Buffer
}

/** The first line of a `.kbpack` file, with its line break. */
export function formatManifest(manifest: Omit<Manifest, 'kbpack' | 'format'>): string {
  const { id, version, reference_date, ...rest } = manifest
  return `${JSON.stringify({ kbpack: containerVersion, id, version, reference_date, format: packFormat, ...rest })}\n`
}

/** Unpacks a `.kbpack` file and checks the contents against the manifest. Throws `base-refused` with the reason if they do not match. */
export function openPack(bytes: Buffer): OpenedPack {
  const end = bytes.subarray(0, mostManifestBytes).indexOf('\n')
  const line = bytes.toString('utf8', 0, end + 1)
  const manifest = readManifest(line)
  const base = inflate(bytes.subarray(end + 1), manifest.file_bytes)
  if (base.length !== manifest.file_bytes || sha256Of(base) !== manifest.file_sha256)
    throw packError('hash', {
      es: 'El contenido del paquete no es el que dice su manifiesto: la huella no coincide',
      en: 'The contents of the pack do not match its manifest: the hash differs',
    })
  return { manifest, manifestLine: line, base }
}

/** Parses the manifest of a pack. Throws `base-refused` if it is invalid or of another format. */
export function readManifest(line: string): Manifest {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    throw packError('manifest', {
      es: 'El fichero no es un paquete: no empieza por un manifiesto',
      en: 'The file is not a pack: it does not begin with a manifest',
    })
  }
  const { kbpack, format } = z.object({ kbpack: z.unknown(), format: z.unknown() }).partial().catch({}).parse(json)
  for (const [what, given, known] of [
    ['kbpack', kbpack, containerVersion],
    ['format', format, packFormat],
  ] as const)
    if (typeof given === 'number' && given !== known) throw otherFormat(what, given, known)
  const result = manifestSchema.safeParse(json)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const error = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  throw packError('manifest', { es: `El manifiesto del paquete no es válido: ${error}`, en: `The manifest of the pack is not valid: ${error}` })
}

function otherFormat(what: string, given: number, known: number): Error {
  return given > known
    ? packError('newer-format', {
        es: `El paquete es de un formato más nuevo (${what} ${given}) que el que este programa lee (${known}): actualice el programa`,
        en: `The pack is of a newer format (${what} ${given}) than this program reads (${known}): update the program`,
      })
    : packError('older-format', {
        es: `El paquete es de un formato (${what} ${given}) que este programa ya no lee (lee ${known}): pida uno actual`,
        en: `The pack is of a format (${what} ${given}) that this program no longer reads (it reads ${known}): ask for a current one`,
      })
}

function inflate(bytes: Buffer, length: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: length })
  } catch {
    throw packError('truncated', {
      es: 'El paquete está incompleto o dañado: no se puede descomprimir',
      en: 'The pack is truncated or damaged: it cannot be decompressed',
    })
  }
}
