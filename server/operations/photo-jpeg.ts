import { orientationIn } from '../ficha/image-orientation.ts'
import type { CleanImage } from './photo-content.ts'

const endOfImage = 0xd9
const startOfScan = 0xda

/** A JPEG image with the parts that draw it, its colour profile and its orientation; nothing after its end. Undefined if it is no whole JPEG. */
export function jpegWithoutMetadata(bytes: Uint8Array): CleanImage | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept: Uint8Array[] = []
  let size: { readonly width: number; readonly height: number } | undefined
  let orientation = 1
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === endOfImage) return size && { type: 'image/jpeg', ...size, content: joined([...head(orientation), ...kept, endBytes]) }
    const end = at + 2 + view.getUint16(at + 2)
    if (end > bytes.length || end < at + 4) return undefined
    const segment = bytes.subarray(at, end)
    if (isFrame(marker)) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    if (marker === 0xe1) orientation = orientationIn(segment) ?? orientation
    const scanEnd = marker === startOfScan ? endOfScan(bytes, end) : end
    if (draws(marker, segment)) kept.push(bytes.subarray(at, scanEnd))
    at = scanEnd
    // The last marker may be the last two bytes.
    if (bytes[at] === 0xff && bytes[at + 1] === endOfImage)
      return size && { type: 'image/jpeg', ...size, content: joined([...head(orientation), ...kept, endBytes]) }
  }
  return undefined
}

const endBytes = new Uint8Array([0xff, endOfImage])

/** True for the frame headers, without the tables that share their range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** True for the parts without which the image would look otherwise: tables, frames, scans, JFIF, colour profile and Adobe's colour transform. */
function draws(marker: number, segment: Uint8Array): boolean {
  const begins = (name: string): boolean => [...name].every((letter, index) => segment[4 + index] === letter.charCodeAt(0))
  if (marker === 0xe0) return begins('JFIF')
  if (marker === 0xe2) return begins('ICC_PROFILE')
  if (marker === 0xee) return begins('Adobe')
  return marker >= 0xc0 && marker <= 0xdf
}

/** Where the data of a scan end: at a marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** The beginning of a file, with an Exif segment of the orientation alone where it is not the usual one. */
function head(orientation: number): Uint8Array[] {
  const start = new Uint8Array([0xff, 0xd8])
  if (orientation < 2 || orientation > 8) return [start]
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]
  return [start, new Uint8Array([0xff, 0xe1, 0, exif.length + 2, ...exif])]
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}
