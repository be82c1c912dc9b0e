import { crc32, deflateSync } from 'node:zlib'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const paletteColour = 3

/** A palette PNG: `pixels` has one index of the palette for each pixel, row by row. The same pixels give the same bytes. */
export function palettePng(pixels: Uint8Array, width: number, palette: readonly (readonly [number, number, number])[]): Uint8Array {
  const height = Math.floor(pixels.length / width)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, paletteColour, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (width + 1))
  // Each row begins with its filter, which is none.
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const parts = [
    pngChunk('IHDR', head),
    pngChunk('PLTE', Buffer.from(palette.flat())),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  return new Uint8Array(Buffer.concat([Buffer.from(signature), ...parts]))
}

/** One chunk of a PNG file: its length, name, content and checksum. */
export function pngChunk(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(content.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
