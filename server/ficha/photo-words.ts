import { spanishDay } from '../engine/spanish-day.ts'
import type { Ficha } from './model.ts'
import { onOneLine } from './table-rows.ts'

type PrintedPhoto = Ficha['photos'][number]

/** The title of the section with the photographs. */
export const photographsTitle = 'Fotografías'
/** What stands in the place of a photograph that is not printed. */
export const unprintedPhoto = 'Fotografía en WebP: está en el proyecto y no se imprime.'

/** The words under a photograph: its check, its caption and the day it was added. */
export function photoWords({ number, check, caption, added_on }: PrintedPhoto): string {
  const words = [`Comprobación ${number}: ${check}`, caption, spanishDay(added_on)].filter((one) => one !== '').join('. ')
  return onOneLine(words)
}

/** Says that the project has more photographs than the ficha prints; nothing if it prints all. */
export function leftPhotos({ photos_left: left }: Ficha): string | undefined {
  if (left === 0) return undefined
  return left === 1
    ? 'Otra fotografía está en el proyecto y no se imprime aquí.'
    : `Otras ${left} fotografías están en el proyecto y no se imprimen aquí.`
}

/** Photographs two beside each other. */
export function photoPairs({ photos }: Ficha): (readonly PrintedPhoto[])[] {
  return Array.from({ length: Math.ceil(photos.length / 2) }, (_one, index) => photos.slice(2 * index, 2 * index + 2))
}
