import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import { sha256Of } from '../access/sha256.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { kbRef } from './fields.ts'
import { fileOperation } from './operation.ts'

const packed = promisify(gzip)

interface DeviceCopy {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly sha256: string
  readonly unpackedBytes: number
}

/** The copy of each base, made at the first request for it: it takes a second. */
const copies = new WeakMap<KnowledgeBase, Promise<DeviceCopy>>()
/** The bytes of each answer, which JSON does not have. */
const bytesOf = new WeakMap<object, Uint8Array<ArrayBuffer>>()

/** Gives a device the part of the base that verdicts and articles need, so that it answers without a network. */
export const getDeviceCopy = fileOperation({
  method: 'GET',
  path: '/api/v1/base/copia',
  scope: 'read',
  tag: 'meta',
  summary: 'The knowledge base for a device without a network',
  description:
    'A SQLite database, packed with gzip (the default): all that verdicts, requirements and articles come from, without what search and questions need. As JSON: its size and hash, to show before it is fetched and to check afterwards. The pages keep it on a phone and run the same engine over it.',
  input: z.strictObject({ format: z.enum(['gz', 'json']).optional() }),
  output: z.object({
    kb: kbRef,
    bytes: z.int().meta({ description: 'Size of the file' }),
    unpacked_bytes: z.int().meta({ description: 'Size of the database in it' }),
    sha256: z.string().meta({ description: 'SHA-256 of the file' }),
  }),
  files: {
    gz: {
      type: 'application/gzip',
      name: ({ kb }) => `plomada-${kb.version}.sqlite.gz`,
      write: (answer) => bytesOf.get(answer) ?? new Uint8Array(),
    },
  },
  problems: ['not-ready'],
  // Its size and hash change with every version of zlib: no answer of the document of the API may.
  examples: {},
  async run({ kb }) {
    const copy = await copyOf(kb)
    const { id, version, sha256 } = kb.meta
    const answer = { kb: { id, version, sha256 }, bytes: copy.bytes.length, unpacked_bytes: copy.unpackedBytes, sha256: copy.sha256 }
    bytesOf.set(answer, copy.bytes)
    return answer
  },
})

function copyOf(kb: KnowledgeBase): Promise<DeviceCopy> {
  const known = copies.get(kb)
  if (known !== undefined) return known
  const made = makeCopy(kb)
  copies.set(kb, made)
  made.catch(() => copies.delete(kb))
  return made
}

async function makeCopy({ copyForDevices }: KnowledgeBase): Promise<DeviceCopy> {
  if (copyForDevices === undefined)
    throw new ServiceError('not-ready', {
      es: 'Esta base no viene de un archivo: no se puede copiar a un dispositivo',
      en: 'This knowledge base does not come from a file: it cannot be copied to a device',
    })
  const unpacked = copyForDevices()
  const bytes = new Uint8Array(await packed(unpacked, { level: 6 }))
  return { bytes, sha256: sha256Of(bytes), unpackedBytes: unpacked.length }
}
