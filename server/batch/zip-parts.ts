import { crc32, inflateRawSync } from 'node:zlib'
import { sheetRefused } from './sheet-refused.ts'

/** Most bytes of all wanted parts together, unpacked. */
const mostUnpackedBytes = 64 * 1024 * 1024
const stored = 0
const deflated = 8

/** One file of a zip, as the directory at its end describes it. */
interface Entry {
  readonly name: string
  readonly isEncrypted: boolean
  readonly method: number
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  readonly offset: number
}

/**
 * Unpacks the wanted files of a zip. Length and checksum of each are compared with the directory, so that a damaged file is never half-read:
 * fflate compares neither. Throws `sheet-refused` for a damaged or encrypted file, and for more than 64 MB.
 */
export function zipParts(bytes: Uint8Array, isWanted: (name: string) => boolean): ReadonlyMap<string, Buffer> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = new Map<string, Buffer>()
  let room = mostUnpackedBytes
  for (const entry of entriesOf(zip)) {
    if (!isWanted(entry.name)) continue
    if (parts.has(entry.name)) throw damaged()
    if (entry.size > room) throw tooLarge()
    const part = unpacked(zip, entry)
    room -= part.length
    parts.set(entry.name, part)
  }
  return parts
}

function entriesOf(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0 || end + 22 > zip.length) throw damaged()
  const entries: Entry[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > end || zip.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    entries.push({
      name: zip.toString('utf8', at + 46, nameEnd),
      isEncrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      packedSize: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
    })
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

function unpacked(zip: Buffer, { isEncrypted, method, crc, packedSize, size, offset }: Entry): Buffer {
  if (isEncrypted)
    throw sheetRefused('La hoja de cálculo está protegida con contraseña: guárdela sin ella', 'The spreadsheet has a password: save it without')
  if (offset + 30 > zip.length || zip.readUInt32LE(offset) !== 0x04034b50) throw damaged()
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
  if (start + packedSize > zip.length || (method !== stored && method !== deflated)) throw damaged()
  const packed = zip.subarray(start, start + packedSize)
  const part = method === stored ? packed : inflated(packed, size)
  if (part.length !== size || crc32(part) !== crc) throw damaged()
  return part
}

function inflated(packed: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) })
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && 'code' in error)) throw damaged()
    throw error
  }
}

function tooLarge() {
  return sheetRefused('La hoja de cálculo pasa de 64 MB una vez descomprimida', 'The spreadsheet is over 64 MB once unpacked')
}

function damaged() {
  return sheetRefused(
    'La hoja de cálculo está dañada o incompleta: ábrala, guárdela otra vez y vuelva a elegirla',
    'The spreadsheet is damaged or incomplete: open it, save it again and choose it again',
  )
}
