import { inflateSync } from 'node:zlib'

const headerBytes = 44
const entryBytes = 20
const sfntHeaderBytes = 12
const sfntEntryBytes = 16

/**
 * Unpacks the OpenType font of a WOFF file. The PDF library can read WOFF, but decompresses it in JavaScript, which takes seconds for each document.
 * Throws `RangeError` for another format.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new RangeError('Cannot read the font: expected a WOFF file')
  const count = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  // The OpenType header needs these three values for a binary search in the table directory.
  const power = 2 ** Math.floor(Math.log2(count))
  font.writeUInt16BE(power * sfntEntryBytes, 6)
  font.writeUInt16BE(Math.log2(power), 8)
  font.writeUInt16BE((count - power) * sfntEntryBytes, 10)
  let end = sfntHeaderBytes + count * sfntEntryBytes
  for (let index = 0; index < count; index++) {
    const entry = headerBytes + index * entryBytes
    const [from, packed, length] = [woff.readUInt32BE(entry + 4), woff.readUInt32BE(entry + 8), woff.readUInt32BE(entry + 12)]
    const table = woff.subarray(from, from + packed)
    const own = sfntHeaderBytes + index * sfntEntryBytes
    woff.copy(font, own, entry, entry + 4)
    woff.copy(font, own + 4, entry + 16, entry + 20)
    font.writeUInt32BE(end, own + 8)
    font.writeUInt32BE(length, own + 12)
    font.set(packed < length ? inflateSync(table) : table, end)
    end += Math.ceil(length / 4) * 4
  }
  return font
}
