import type { CleanImage } from './photo-content.ts'

/** Flags of the extended header. */
const animated = 0x02
const withMetadata = 0x0c
const drawing: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP'])

/** A still WebP image with the chunks that draw it. Undefined if it is no whole WebP, or moves. */
export function webpWithoutMetadata(bytes: Uint8Array): CleanImage | undefined {
  const buffer = Buffer.from(bytes)
  if (buffer.length < 20 || buffer.toString('latin1', 0, 4) !== 'RIFF' || buffer.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const whole = 8 + buffer.readUInt32LE(4)
  if (whole > buffer.length) return undefined
  const kept: Buffer[] = []
  let size: { readonly width: number; readonly height: number } | undefined
  for (let at = 12; at + 8 <= whole; ) {
    const [name, length] = [buffer.toString('latin1', at, at + 4), buffer.readUInt32LE(at + 4)]
    const end = at + 8 + length + (length % 2)
    if (end > whole) return undefined
    const chunk = buffer.subarray(at, end)
    if (name === 'VP8X') {
      if (((chunk[8] ?? 0) & animated) !== 0) return undefined
      chunk[8] = (chunk[8] ?? 0) & ~withMetadata
    }
    size ??= sizeIn(name, chunk)
    if (drawing.has(name)) kept.push(chunk)
    at = end
  }
  if (size === undefined || !kept.some((chunk) => /^VP8[ L]/.test(chunk.toString('latin1', 0, 4)))) return undefined
  const body = Buffer.concat(kept)
  const head = Buffer.alloc(12)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(4 + body.length, 4)
  head.write('WEBP', 8, 'latin1')
  return { type: 'image/webp', ...size, content: new Uint8Array(Buffer.concat([head, body])) }
}

/** The size that the first chunk with one states. */
function sizeIn(name: string, chunk: Buffer): { readonly width: number; readonly height: number } | undefined {
  if (name === 'VP8X' && chunk.length >= 18) return { width: 1 + chunk.readUIntLE(12, 3), height: 1 + chunk.readUIntLE(15, 3) }
  if (name === 'VP8 ' && chunk.length >= 18) return { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff }
  if (name !== 'VP8L' || chunk.length < 13) return undefined
  const packed = chunk.readUInt32LE(9)
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) }
}
