import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { sha256Of } from '../access/sha256.ts'
import { packFormat } from '../kb/pack-schema.ts'
import { refused } from './refused.ts'

/** Version of the container: one line of JSON, the manifest, and after it the SQLite file compressed with gzip. */
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
  /** Of the tables inside: a program reads its own only. */
  format: z.literal(packFormat),
  sources_sha256: sha256,
  /** Of the SQLite file, uncompressed. */
  file_sha256: sha256,
  file_bytes: z.int().min(1).max(mostBaseBytes),
  /** The commit that the sources and the compiler were at; null where they had changes of their own. */
  commit: z.string().nullable(),
  coverage: z.object({ documents: count, articles: count, rules: count, deciding: count, municipalities: count }),
})

export type Manifest = z.infer<typeof manifestSchema>

/** A container taken apart. `manifestLine` ends in its line break: with the compressed rest it is the container again. */
export interface OpenedPack {
  readonly manifest: Manifest
  readonly manifestLine: string
  readonly base: Buffer
}

/** The first line of a container. */
export function formatManifest(manifest: Omit<Manifest, 'kbpack' | 'format'>): string {
  const { id, version, reference_date, ...rest } = manifest
  return `${JSON.stringify({ kbpack: containerVersion, id, version, reference_date, format: packFormat, ...rest })}\n`
}

/** Takes a container apart and holds what is inside against its manifest. Throws the refusal that says what is not right. */
export function openPack(bytes: Buffer): OpenedPack {
  const end = bytes.subarray(0, mostManifestBytes).indexOf('\n')
  const line = bytes.toString('utf8', 0, end + 1)
  const manifest = readManifest(line)
  const base = inflate(bytes.subarray(end + 1), manifest.file_bytes)
  if (base.length !== manifest.file_bytes || sha256Of(base) !== manifest.file_sha256)
    throw refused('hash', {
      es: 'Lo que el paquete lleva dentro no es lo que su manifiesto dice: la huella no coincide',
      en: 'What the pack holds is not what its manifest says: the hash differs',
    })
  return { manifest, manifestLine: line, base }
}

/** Reads the manifest of a container. Throws the refusal where it is none or of another format. */
export function readManifest(line: string): Manifest {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    throw refused('manifest', {
      es: 'El fichero no es un paquete: no empieza por un manifiesto',
      en: 'The file is no pack: it does not begin with a manifest',
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
  const fault = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  throw refused('manifest', { es: `El manifiesto del paquete no está bien: ${fault}`, en: `The manifest of the pack is not right: ${fault}` })
}

function otherFormat(what: string, given: number, known: number): Error {
  return given > known
    ? refused('newer-format', {
        es: `El paquete es de un formato más nuevo (${what} ${given}) que el que este programa lee (${known}): actualice el programa`,
        en: `The pack is of a newer format (${what} ${given}) than this program reads (${known}): update the program`,
      })
    : refused('older-format', {
        es: `El paquete es de un formato (${what} ${given}) que este programa ya no lee (lee ${known}): pida uno actual`,
        en: `The pack is of a format (${what} ${given}) that this program no longer reads (it reads ${known}): ask for a current one`,
      })
}

function inflate(bytes: Buffer, length: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: length })
  } catch {
    throw refused('truncated', {
      es: 'El paquete está cortado o estropeado: no se descomprime',
      en: 'The pack is cut short or damaged: it does not decompress',
    })
  }
}
