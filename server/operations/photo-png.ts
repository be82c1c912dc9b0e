import type { CleanImage } from './photo-content.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What draws the image: pixels, palette, transparency, colours and resolution. */
const drawing: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs', 'cICP'])

/** A PNG image with the chunks that draw it, and nothing after its end. Undefined if it is no whole PNG. */
export function pngWithoutMetadata(bytes: Uint8Array): CleanImage | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!buffer.subarray(0, 8).equals(signature) || buffer.toString('latin1', 12, 16) !== 'IHDR' || buffer.length < 33) return undefined
  const kept: Uint8Array[] = [signature]
  for (let at = 8; at + 12 <= buffer.length; ) {
    const end = at + 12 + buffer.readUInt32BE(at)
    const name = buffer.toString('latin1', at + 4, at + 8)
    if (end > buffer.length) return undefined
    if (drawing.has(name)) kept.push(buffer.subarray(at, end))
    at = end
    if (name === 'IEND')
      return { type: 'image/png', width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20), content: new Uint8Array(Buffer.concat(kept)) }
  }
  return undefined
}
