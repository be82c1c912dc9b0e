// Two squares, 16 × 8 pixels, as a browser writes them.
const jpeg =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQF/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAT/xAAYEQACAwAAAAAAAAAAAAAAAAAABUKBwf/aAAwDAQACEQMRAD8Az0IGKp1o9lG8P//Z'
const png =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAYAAADwdn+XAAAAKklEQVR4AeyQMQ0AAAzCCJbw7wBPzAHPjj1r0rdHaSlNyWkSSz4A3D8YAAAA///HqXejAAAABklEQVQDAM7OIyFJAS4uAAAAAElFTkSuQmCC'
const webp =
  'UklGRhoCAABXRUJQVlA4WAoAAAAgAAAADwAABwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggLAAAAHABAJ0BKhAACAACwEwloAJ0AUAAAP7tIf5va84f9JuHe1f/5mgj/6P9AAAA'

export const samples = { jpeg: Buffer.from(jpeg, 'base64'), png: Buffer.from(png, 'base64'), webp: Buffer.from(webp, 'base64') }

/** What a camera writes into a file and nobody else should read. */
export const secret = 'GPS 43.3623 N 8.4115 W'

/** A JPEG with a place in Exif (turned by 90°), XMP, a comment, and another image after its end. */
export function jpegWithPlace(): Buffer {
  const segment = (marker: number, body: Buffer): Buffer => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(body.length + 2, 2)
    return Buffer.concat([head, body])
  }
  const directory = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
  const exif = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), directory, Buffer.from(secret)]))
  const xmp = segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x>${secret}</x>`))
  const comment = segment(0xfe, Buffer.from(secret))
  return Buffer.concat([samples.jpeg.subarray(0, 2), exif, xmp, comment, samples.jpeg.subarray(2), Buffer.from(secret)])
}

/** A PNG with a place in text and Exif, and bytes after its end. */
export function pngWithPlace(): Buffer {
  const chunk = (name: string): Buffer => {
    const body = Buffer.from(secret)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    return Buffer.concat([length, Buffer.from(name), body, Buffer.alloc(4)])
  }
  return Buffer.concat([samples.png.subarray(0, 33), chunk('tEXt'), chunk('eXIf'), chunk('iTXt'), samples.png.subarray(33), Buffer.from(secret)])
}

/** An extended WebP with a place in Exif and XMP. */
export function webpWithPlace(): Buffer {
  const chunk = (name: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(body.length)
    return Buffer.concat([Buffer.from(name), length, body, Buffer.alloc(body.length % 2)])
  }
  const header = chunk('VP8X', Buffer.from([0x0c, 0, 0, 0, 15, 0, 0, 7, 0, 0]))
  const body = Buffer.concat([header, samples.webp.subarray(12), chunk('EXIF', Buffer.from(secret)), chunk('XMP ', Buffer.from(secret))])
  const head = Buffer.from('RIFF0000WEBP')
  head.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}
