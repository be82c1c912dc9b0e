import type { Paragraph, Table } from 'docx'
import { imageOrientation } from './image-orientation.ts'
import { imageSize } from './image-size.ts'
import type { Ficha } from './model.ts'
import { leftPhotos, photoPairs, photoWords, unprintedPhoto } from './photo-words.ts'

type Library = typeof import('docx')

/** The room for a photograph, in pixels of 1/96 inch: half the width of the text, and what the PDF gives to its height. */
const room = { width: 300, height: 293 }
const none = { style: 'none', size: 0, color: 'auto' } as const
const noBorders = { top: none, bottom: none, left: none, right: none, insideHorizontal: none, insideVertical: none }

/** The photographs of the checks as the PDF has them: two beside each other, each with its check, caption and day. */
export function photographsDocx(ficha: Ficha, library: Library): (Paragraph | Table)[] {
  const { Paragraph: Text, Table: Grid, TableRow, TableCell } = library
  const half = { size: 50, type: 'pct' } as const
  const left = leftPhotos(ficha)
  const rows = photoPairs(ficha).map((pair, index) => {
    const cells = pair.map((photo, column) => new TableCell({ width: half, children: figure(photo, 2 * index + column + 1, library) }))
    const rest = pair.length === 1 ? [new TableCell({ width: half, children: [new Text({})] })] : []
    return new TableRow({ cantSplit: true, children: [...cells, ...rest] })
  })
  return [
    ...(rows.length === 0 ? [] : [new Grid({ width: { size: 100, type: 'pct' }, borders: noBorders, rows })]),
    ...(left === undefined ? [] : [new Text({ text: left })]),
  ]
}

function figure(photo: Ficha['photos'][number], id: number, { Paragraph: Text, TextRun, ImageRun }: Library): Paragraph[] {
  const words = new Text({ children: [new TextRun({ text: photoWords(photo), size: 16, color: '555555' })], spacing: { after: 160 } })
  if (photo.image === null) return [new Text({ children: [new TextRun({ text: unprintedPhoto, size: 16 })], keepNext: true }), words]
  const { space, ...picture } = pictureOf(photo.image)
  const altText = { id: String(1000 + id), name: `Fotografía ${id}`, title: '', description: photo.caption || photoWords(photo) }
  return [new Text({ children: [new ImageRun({ ...picture, altText })], keepNext: true, spacing: { before: space, after: 60 + space } }), words]
}

/** The turn in degrees, and whether it is mirrored first, of each orientation that a file can state. */
const turns: readonly (readonly [number, boolean])[] = [
  [0, false],
  [0, true],
  [180, false],
  [180, true],
  [270, true],
  [90, false],
  [90, true],
  [270, false],
]

/** A photograph in its room, upright: a word processor does not turn it as its file asks. `space`: what a turned one takes above and below besides its own height. */
function pictureOf(url: string) {
  const [, type = '', base64 = ''] = /^data:image\/(png|jpeg);base64,(.*)$/s.exec(url) ?? []
  const data = Buffer.from(base64, 'base64')
  const size = imageSize(data) ?? room
  const [rotation, horizontal] = turns[imageOrientation(data) - 1] ?? [0, false]
  const isOnSide = rotation % 180 !== 0
  const upright = isOnSide ? { width: size.height, height: size.width } : size
  const scale = Math.min(room.width / upright.width, room.height / upright.height)
  const [width, height] = [Math.max(1, Math.round(size.width * scale)), Math.max(1, Math.round(size.height * scale))]
  const turn = rotation === 0 && !horizontal ? {} : { rotation, flip: { horizontal } }
  return {
    type: type === 'png' ? ('png' as const) : ('jpg' as const),
    data,
    transformation: { width, height, ...turn },
    // Twentieths of a point; a pixel is three quarters of one.
    space: isOnSide ? Math.max(0, Math.round(((width - height) / 2) * 15)) : 0,
  }
}
