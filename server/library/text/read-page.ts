/** The formats that a library takes. */
export const formats = ['pdf', 'docx', 'md', 'txt'] as const
export type Format = (typeof formats)[number]

/** What a page holds: text; something drawn, such as a scanned image, without text; nothing; or damage. */
export type PageContent = 'text' | 'image' | 'blank' | 'damaged'

/** One page of a document, or one part of a document without pages. Numbers begin at 1. */
export interface ReadPage {
  readonly number: number
  /** In lines; an empty line separates paragraphs. */
  readonly text: string
  readonly content: PageContent
}

/** Most characters that are kept of a page: far more than fit on paper. */
export const mostPageCharacters = 200_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no reader can see is left out
const unseen = /[\x00-\x08\x0b\x0e-\x1f\x7f\u00ad\u200b\u2060\ufeff]/g
const ligatures: Readonly<Record<string, string>> = { ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'st', ﬆ: 'st' }

/** A text as it is kept: without control characters and ligatures, in whole characters, and no longer than a page may be. */
export function keptText(text: string): string {
  return text
    .slice(0, mostPageCharacters)
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(unseen, '')
    .replace(/[ﬀ-ﬆ]/g, (one) => ligatures[one] ?? one)
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The page of a text; it is blank if nothing but space remains. */
export function textPage(number: number, text: string): ReadPage {
  const kept = keptText(text)
  return { number, text: kept, content: kept === '' ? 'blank' : 'text' }
}
