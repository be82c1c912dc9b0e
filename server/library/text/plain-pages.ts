import { isHeading } from './headings.ts'
import { type ReadPage, textPage } from './read-page.ts'

/** A part of a document without pages begins at a heading once it has this many characters, and anywhere between paragraphs at the second. */
const partCharacters = { atHeading: 1500, most: 4000 }

/** How a document is divided: in pages, or in parts that are made here. */
export type Division = 'page' | 'part'

/** Decodes a text file: UTF-8, UTF-16 with its mark, else Windows-1252, which covers Latin-1. Undefined if it is no text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decoded(bytes)
  return text.includes('\u0000') ? undefined : text
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The pages of a text: where form feeds mark them those, else parts of about a page that end with a paragraph. */
export function plainPages(text: string): { readonly division: Division; readonly pages: readonly ReadPage[] } {
  if (text.trim().includes('\f')) return { division: 'page', pages: text.split('\f').map((page, at) => textPage(at + 1, page)) }
  return { division: 'part', pages: partsOf(text.replace(/\r\n?/g, '\n').split(/\n/)) }
}

/** Joins lines to parts. */
export function partsOf(lines: readonly string[]): ReadPage[] {
  const parts: string[] = []
  let part: string[] = []
  let length = 0
  const end = (): void => {
    if (part.some((line) => line.trim() !== '')) parts.push(part.join('\n'))
    part = []
    length = 0
  }
  for (const line of lines) {
    const isFull = length + line.length > partCharacters.most && (line.trim() === '' || length > 2 * partCharacters.most)
    if (isFull || (length > partCharacters.atHeading && isHeading(line))) end()
    part.push(line)
    length += line.length + 1
  }
  end()
  return parts.map((text, at) => textPage(at + 1, text))
}
