import { nameKey } from './text.ts'

/** The number of a section and its title; the title alone if it begins with the number (`Introducción`). */
export function sectionName({ number, title }: { readonly number: string; readonly title: string }): string {
  return `${nameKey(title)} `.startsWith(`${nameKey(number)} `) ? title : `${number} ${title}`.trim()
}
