import type { Language } from '../errors/language.ts'
import { type Json, list } from './problem-text.ts'

/** The headings of the list of documents. */
export const headings: Readonly<Record<Language, readonly string[]>> = {
  es: ['id', 'título', 'páginas', 'sin texto', 'MB', 'añadido', 'fichero'],
  en: ['id', 'title', 'pages', 'without text', 'MB', 'added', 'file'],
}

/** A document as a row of the list. */
export function documentRow({ id, title, pages, unread, bytes, added_at, name }: Json, language: Language): string[] {
  const size = (Number(bytes) / 1024 / 1024).toFixed(1)
  const without = list(unread).length
  return [id, title, pages, without === 0 ? '' : without, language === 'es' ? size.replace('.', ',') : size, String(added_at).slice(0, 10), name].map(
    String,
  )
}

const contents: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  image: { es: 'imagen sin texto', en: 'image without text' },
  blank: { es: 'en blanco', en: 'blank' },
  damaged: { es: 'dañada', en: 'damaged' },
}

/** Most ranges of pages that are named. */
const mostNamed = 12

/** The pages without text, in words: `páginas 3–7: imagen sin texto`. Empty if all have text. */
export function pagesWithout(unread: readonly { readonly page: number; readonly content: string }[], language: Language): string {
  const parts = [...Map.groupBy(unread, ({ content }) => content)].map(([content, pages]) => {
    const ranges = rangesOf(pages.map(({ page }) => page))
    const named = `${ranges.slice(0, mostNamed).join(', ')}${ranges.length > mostNamed ? ' …' : ''}`
    const word = { es: pages.length === 1 ? 'página' : 'páginas', en: pages.length === 1 ? 'page' : 'pages' }[language]
    return `${word} ${named}: ${contents[content]?.[language] ?? content}`
  })
  return parts.join('; ')
}

function rangesOf(pages: readonly number[]): string[] {
  const ranges: { from: number; to: number }[] = []
  for (const page of pages) {
    const last = ranges.at(-1)
    if (last !== undefined && page === last.to + 1) last.to = page
    else ranges.push({ from: page, to: page })
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`))
}
