/** A square picture: its side in pixels and its PNG file. */
export interface Picture {
  readonly side: number
  readonly png: Uint8Array
}

/** Types of PNG entries in a macOS icon, with the side in pixels. `ic11` and `ic12` are the double-resolution versions of 16 and 32 pixels. */
const appleKinds: readonly (readonly [string, number])[] = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]

/** The sides that `icnsOf` needs. */
export const appleSides: readonly number[] = [...new Set(appleKinds.map(([, side]) => side))]

/** A Windows icon (.ico) of PNG files, none over 256 pixels. */
export function icoOf(pictures: readonly Picture[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, { side, png }] of pictures.entries()) {
    if (side > 256) throw new RangeError(`Cannot put a picture of ${side} pixels in a Windows icon: expected 256 at most`)
    const entry = 6 + 16 * index
    // The format stores a side of 256 as 0.
    header.writeUInt8(side % 256, entry)
    header.writeUInt8(side % 256, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(png.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)])
}

/** A macOS icon (.icns) of PNG files of each of `appleSides`. */
export function icnsOf(pictures: readonly Picture[]): Buffer {
  const parts = appleKinds.map(([kind, side]) => {
    const picture = pictures.find((one) => one.side === side)
    if (picture === undefined) throw new RangeError(`Cannot make a macOS icon: no picture of ${side} pixels`)
    return block(kind, picture.png)
  })
  return block('icns', Buffer.concat(parts))
}

function block(kind: string, body: Uint8Array): Buffer {
  const header = Buffer.alloc(8)
  header.write(kind, 'latin1')
  header.writeUInt32BE(8 + body.length, 4)
  return Buffer.concat([header, body])
}
