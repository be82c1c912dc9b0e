import { deflateSync } from 'node:zlib'
import { pngChunk } from '../../server/ifc/png.ts'

/** An opaque picture: four bytes a pixel (red, green, blue, alpha), row by row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

const mostColours = 256

/**
 * Writes a PNG with at most 256 colours: the most frequent ones. Any other colour becomes the nearest of them. Ignores alpha. Pages have few
 * colours apart from the edges of letters, so the difference is not visible and the file is a third of the size.
 */
export function palettePng({ width, height, rgba }: Pixels): Buffer {
  const colourAt = (pixel: number): number => ((rgba[4 * pixel] ?? 0) << 16) | ((rgba[4 * pixel + 1] ?? 0) << 8) | (rgba[4 * pixel + 2] ?? 0)
  const counts = new Map<number, number>()
  for (let pixel = 0; pixel < width * height; pixel++) counts.set(colourAt(pixel), (counts.get(colourAt(pixel)) ?? 0) + 1)
  const ordered = [...counts].toSorted(([one, often], [other, seldom]) => seldom - often || one - other).map(([colour]) => colour)
  const palette = ordered.slice(0, mostColours)
  const indexes = new Map(ordered.map((colour, index) => [colour, index < mostColours ? index : nearest(palette, colour)]))
  // Each row begins with filter type 0 (none).
  const rows = Buffer.alloc((width + 1) * height)
  for (let pixel = 0; pixel < width * height; pixel++)
    rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = indexes.get(colourAt(pixel)) ?? 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Bit depth 8, colour type 3 (palette).
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('PLTE', Buffer.from(palette.flatMap(channels))),
    pngChunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function channels(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255]
}

/** Index of the nearest colour in the palette. */
function nearest(palette: readonly number[], colour: number): number {
  const [red, green, blue] = channels(colour)
  const distances = palette.map((one) => {
    const [r, g, b] = channels(one)
    return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
  })
  return distances.indexOf(Math.min(...distances))
}
