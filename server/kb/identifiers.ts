import type { Book } from '../engine/book.ts'
import { fold } from '../engine/fold.ts'
import type { DocumentBody } from './document.ts'

/** A section that an identifier names. */
export interface Identified {
  readonly document: string
  readonly section: string
}

/** Finds sections by what people write for their number or that of a table of theirs: `HE1 3.1.1`, `SUA1-4.2`, `tabla 3.1.1.a`, `art. 27 RITE`. */
export interface Identifiers {
  /** The sections that a text names, where it is an identifier and nothing else; empty for anything else. */
  exact(text: string): readonly Identified[]
  /** The sections that the longest identifier inside a text names; empty where it holds none. */
  inside(text: string): readonly Identified[]
}

const longestTokens = 8

/** Gathers the numbers of all sections and tables of a base. */
export function identifiersOf(book: Book, documents: readonly DocumentBody[]): Identifiers {
  const known = new Map<string, Identified[]>()
  const add = (text: string, { document, section }: Identified): void => {
    const name = key(tokensOf(text))
    if (!isIdentifier(name)) return
    const all = known.get(name) ?? []
    known.set(name, all)
    if (!all.some((one) => one.document === document && one.section === section)) all.push({ document, section })
  }
  for (const { slug, short_title, aliases } of documents) {
    const names = [slug.replace(/^cte-/, ''), short_title, ...aliases]
    for (const sections of book.sections.values())
      for (const { document, slug: section, number } of sections) {
        if (document !== slug) continue
        if (/\p{L}/u.test(number)) add(number, { document, section })
        for (const name of names) for (const text of [`${name} ${number}`, `${number} ${name}`]) add(text, { document, section })
      }
    for (const [, { table }] of book.tables) {
      if (table.document !== slug) continue
      const target = { document: slug, section: table.section }
      const bare = table.number.replace(/\s*\(.*\)$/, '').replace(/-[A-Z]+\s?\d*$/, '')
      const [part = ''] = /^\p{L}+[ -]?\d+/u.exec(book.sections.get(`${slug}/${table.section}`)?.[0]?.number ?? '') ?? []
      for (const text of [table.number, bare, ...[...names, part].flatMap((name) => [`${name} ${bare}`, `${bare} ${name}`])]) add(text, target)
    }
  }
  return {
    exact: (text) => known.get(key(tokensOf(text))) ?? [],
    inside(text) {
      const tokens = tokensOf(text)
      for (let length = Math.min(longestTokens, tokens.length); length > 0; length--)
        for (let start = 0; start + length <= tokens.length; start++) {
          const name = key(tokens.slice(start, start + length))
          const found = /\d/.test(name) ? known.get(name) : undefined
          if (found !== undefined) return found
        }
      return []
    },
  }
}

/** The parts of an identifier, in one spelling: `DB HE-1, 3.1.1` → `he`, `1`, `3.1.1`. */
function tokensOf(text: string): string[] {
  return (
    fold(text)
      .replace(/\b(articulos?|articles?|arts?)\b\.?/g, 'art')
      .replace(/\b(db|cte|documento basico|apartado|seccion|punto|de|del|la|el)\b\.?/g, ' ')
      .match(/[a-z]+|\d+(?:\.(?:\d+|[a-z]\b))*/g) ?? []
  )
}

/** `he`, `1`, `3.1.1` → `he1.3.1.1` */
function key(tokens: readonly string[]): string {
  return tokens.reduce((whole, token) => (whole === '' || (/[a-z]$/.test(whole) && /^\d/.test(token)) ? whole + token : `${whole}.${token}`), '')
}

/** Of at least two parts, one of them a number or an annex, and not a number alone: `3.1.1` may be of any document. */
function isIdentifier(name: string): boolean {
  return /[a-z]/.test(name) && /\d|anejo|anexo|apendice/.test(name) && name.includes('.')
}
