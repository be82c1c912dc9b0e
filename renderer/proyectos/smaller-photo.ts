/** Longest side of a photograph that is sent, in pixels: enough for half a page of paper. */
const mostPixels = 1600
const quality = 0.85

/** Thrown for a file that the browser cannot draw. */
export class UnreadableImage extends Error {}

/** Draws an image again as a JPEG of at most 1,600 pixels a side, upright. Nothing of its metadata is left. Throws `UnreadableImage`. */
export async function smallerPhoto(file: File): Promise<File> {
  const drawn = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new UnreadableImage('The browser cannot draw the image', { cause })
  })
  const scale = Math.min(1, mostPixels / Math.max(drawn.width, drawn.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(drawn.width * scale))
  canvas.height = Math.max(1, Math.round(drawn.height * scale))
  const pen = canvas.getContext('2d')
  if (pen === null) throw new UnreadableImage('The browser gives no canvas')
  // JPEG has no transparency: what shows through is paper.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(drawn, 0, 0, canvas.width, canvas.height)
  drawn.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (blob === null) throw new UnreadableImage('The browser cannot write the image')
  return new File([blob], 'foto.jpg', { type: 'image/jpeg' })
}
