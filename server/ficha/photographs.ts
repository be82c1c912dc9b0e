import type { Column, Content } from 'pdfmake/interfaces.js'
import type { Typesetter } from './fallback-font.ts'
import { type Ficha, spanishDay } from './model.ts'
import { grey, onOneLine, pageWidth } from './table-rows.ts'

const gap = 12
const width = (pageWidth - gap) / 2
const height = 220

/** The photographs of the checks, two beside each other, each with its check, caption and day. */
export function photographs({ photos, photos_left }: Ficha, type: Typesetter): Content[] {
  const pairs = Array.from({ length: Math.ceil(photos.length / 2) }, (_one, index) => photos.slice(2 * index, 2 * index + 2))
  const rows = pairs.map(
    (pair): Content => ({ unbreakable: true, columnGap: gap, columns: pair.map((photo) => picture(photo, type)), margin: [0, 0, 0, 12] }),
  )
  const left: Content[] =
    photos_left === 0
      ? []
      : [{ text: `${photos_left === 1 ? 'Otra fotografía está' : `Otras ${photos_left} fotografías están`} en el proyecto y no se imprimen aquí.` }]
  return [...rows, ...left]
}

function picture({ image, number, check, caption, added_on }: Ficha['photos'][number], type: Typesetter): Column {
  const words = [`Comprobación ${number}: ${check}`, caption, spanishDay(added_on)].filter((one) => one !== '').join('. ')
  return {
    width,
    stack: [
      image === null ? { text: 'Fotografía en WebP: está en el proyecto y no se imprime.', fontSize: 8 } : { image, fit: [width, height] },
      { text: type.set(onOneLine(words)), fontSize: 8, color: grey, margin: [0, 3, 0, 0] },
    ],
  }
}
