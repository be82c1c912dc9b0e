import type { Column, Content } from 'pdfmake/interfaces.js'
import type { Typesetter } from './fallback-font.ts'
import type { Ficha } from './model.ts'
import { leftPhotos, photoPairs, photoWords, unprintedPhoto } from './photo-words.ts'
import { grey, pageWidth } from './table-rows.ts'

const gap = 12
const width = (pageWidth - gap) / 2
const height = 220

/** The photographs of the checks, two beside each other, each with its check, caption and day. */
export function photographs(ficha: Ficha, type: Typesetter): Content[] {
  const rows = photoPairs(ficha).map(
    (pair): Content => ({ unbreakable: true, columnGap: gap, columns: pair.map((photo) => picture(photo, type)), margin: [0, 0, 0, 12] }),
  )
  const left = leftPhotos(ficha)
  return left === undefined ? rows : [...rows, { text: left }]
}

function picture(photo: Ficha['photos'][number], type: Typesetter): Column {
  const { image } = photo
  return {
    width,
    stack: [
      image === null ? { text: unprintedPhoto, fontSize: 8 } : { image, fit: [width, height] },
      { text: type.set(photoWords(photo)), fontSize: 8, color: grey, margin: [0, 3, 0, 0] },
    ],
  }
}
