import type { Book } from '../engine/book.ts'
import { fold } from '../engine/fold.ts'
import type { DocumentBody } from './document-body.ts'

/** A section of a document. */
export interface SectionRef {
  readonly document: string
  readonly section: string
}

/** Finds sections by their number, or by the number of a table in them, as people write it: `HE1 3.1.1`, `SUA1-4.2`, `tabla 3.1.1.a`, `art. 27 RITE`. */
export interface Identifiers {
  /** The sections that the text names if the whole text is an identifier; otherwise empty. */
  exact(text: string): readonly SectionRef[]
  /** The sections named by the longest identifier inside the text; empty if there is none. */
  inside(text: string): readonly SectionRef[]
}

const maxTokens = 8

/** Indexes the numbers of all sections and tables of a knowledge base. */
export function identifiersOf(book: Book, documents: readonly DocumentBody[]): Identifiers {
  const known = new Map<string, SectionRef[]>()
  /** The sections of a part such as `SUA 9`, its own first. Inside a text it is no identifier: `si 1` is also a phrase. */
  const parts = new Map<string, SectionRef[]>()
  const add = (text: string, { document, section }: SectionRef): void => {
    const name = key(tokensOf(text))
    if (!isIdentifier(name)) return
    const all = known.get(name) ?? []
    known.set(name, all)
    if (!all.some((one) => one.document === document && one.section === section)) all.push({ document, section })
  }
  const sectionsOf = Map.groupBy([...book.sections.values()].flat(), ({ document }) => document)
  const tablesOf = Map.groupBy([...book.tables.values()], ({ table }) => table.document)
  for (const { slug, short_title, aliases } of documents) {
    const names = [slug.replace(/^cte-/, ''), short_title, ...aliases]
    for (const { document, slug: section, number } of sectionsOf.get(slug) ?? []) {
      if (/\p{L}/u.test(number)) add(number, { document, section })
      const part = /^(?:he|hs|hr|si|sua|se)\d/.exec(key(tokensOf(number)))?.[0]
      if (part !== undefined) parts.set(part, [...(parts.get(part) ?? []), { document, section }])
      for (const name of names) for (const text of [`${name} ${number}`, `${number} ${name}`]) add(text, { document, section })
    }
    for (const { table } of tablesOf.get(slug) ?? []) {
      const target = { document: slug, section: table.section }
      const bare = table.number.replace(/\s*\(.*\)$/, '').replace(/-[A-Z]+\s?\d*$/, '')
      const [part = ''] = /^\p{L}+[ -]?\d+/u.exec(book.sections.get(`${slug}/${table.section}`)?.[0]?.number ?? '') ?? []
      for (const text of [table.number, bare, ...[...names, part].flatMap((name) => [`${name} ${bare}`, `${bare} ${name}`])]) add(text, target)
    }
  }
  return {
    exact: (text) => known.get(key(tokensOf(text))) ?? parts.get(key(tokensOf(text))) ?? [],
    inside(text) {
      const tokens = tokensOf(text)
      const numbers = tokens.flatMap((token, position) => (/\d/.test(token) ? [position] : []))
      for (let length = Math.min(maxTokens, tokens.length); length > 0; length--)
        for (let start = 0; start + length <= tokens.length; start++) {
          const hasNumber = numbers.some((position) => position >= start && position < start + length)
          const found = hasNumber ? known.get(key(tokens.slice(start, start + length))) : undefined
          if (found !== undefined) return found
        }
      return []
    },
  }
}

/** The parts of an identifier in normal form: `DB HE-1, 3.1.1` → `he`, `1`, `3.1.1`. */
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

/** True for at least two parts, with a letter and with a number or the word "annex". A number alone is not enough: many documents have a `3.1.1`. */
function isIdentifier(name: string): boolean {
  return /[a-z]/.test(name) && /\d|anejo|anexo|apendice/.test(name) && name.includes('.')
}
