import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { palettePng } from '../../scripts/picture/palette-png.ts'

const red = [255, 0, 0]
const white = [255, 255, 255]

test('palettePng() keeps every colour of a picture that has at most 256', () => {
  const picture = palettePng({ width: 3, height: 2, rgba: rgba([white, red, white, white, white, red]) })
  const [header, palette, rows] = ['IHDR', 'PLTE', 'IDAT'].map((kind) => contentOf(picture, kind))
  expect(header).toEqual(Buffer.from([0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0]))
  expect(palette).toEqual(Buffer.from([...white, ...red]))
  expect(inflateSync(rows ?? Buffer.alloc(0))).toEqual(Buffer.from([0, 0, 1, 0, 0, 0, 0, 1]))
})

test('palettePng() replaces a colour beyond the 256 most frequent ones by the nearest of them', () => {
  const greys = Array.from({ length: 256 }, (_, grey) => [grey, grey, grey])
  const rare = [0, 3, 1]
  const picture = palettePng({ width: 513, height: 1, rgba: rgba([...greys, ...greys, rare]) })
  expect(contentOf(picture, 'PLTE')).toHaveLength(3 * 256)
  expect(inflateSync(contentOf(picture, 'IDAT')).at(-1)).toBe(1)
})

function rgba(colours: readonly (readonly number[])[]): Uint8Array {
  return Uint8Array.from(colours.flatMap((colour) => [...colour, 255]))
}

/** The content of a PNG chunk. Its length is in the four bytes before its type. */
function contentOf(png: Buffer, kind: string): Buffer {
  const at = png.indexOf(kind, 8, 'latin1')
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))
}
