/** How an image has to be turned to stand upright, from 1 (as it is) to 8, as Exif numbers it. Reads the segments before the image only. */
export function imageOrientation(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return 1
  for (let at = 2; at + 4 <= bytes.length; ) {
    const [marker, end] = [view.getUint16(at), at + 2 + view.getUint16(at + 2)]
    if (marker < 0xff01 || marker === 0xffda) return 1
    const stated = marker === 0xffe1 ? orientationIn(bytes.subarray(at, end)) : undefined
    if (stated !== undefined) return stated
    at = end
  }
  return 1
}

/** The orientation that an APP1 segment of a JPEG states; undefined if it is no Exif or states none. */
export function orientationIn(segment: Uint8Array): number | undefined {
  const exif = 10
  if (segment.length < exif + 10 || String.fromCharCode(...segment.subarray(4, 8)) !== 'Exif') return undefined
  const tiff = new DataView(segment.buffer, segment.byteOffset + exif, segment.length - exif)
  const little = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, little)
  if (directory + 2 > tiff.byteLength) return undefined
  const count = tiff.getUint16(directory, little)
  for (let at = directory + 2; at + 12 <= Math.min(tiff.byteLength, directory + 2 + 12 * count); at += 12)
    if (tiff.getUint16(at, little) === 0x0112) return tiff.getUint16(at + 8, little)
  return undefined
}
