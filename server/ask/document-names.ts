import { stem } from '../kb/text-analysis.ts'
import { type Word, wordsOf } from './phrase-index.ts'

/** A document by the names that people give it. */
interface NamedDocument {
  readonly slug: string
  readonly names: readonly string[]
}

/** Finds the documents that the words of a question name. */
export type DocumentNames = (words: readonly Word[]) => ReadonlySet<string>

/**
 * Builds the finder of documents by name. All words of a name must stand in a question one after the other, small ones too: `CTE SI` is not `CTE`. Where
 * several names begin at a word, the longest counts: `DB-SE-A` is not `DB-SE`.
 */
export function documentNames(documents: readonly NamedDocument[]): DocumentNames {
  const named = documents.flatMap(({ slug, names }) =>
    names.flatMap((name) => {
      const words = wordsOf(name)
      return isName(name, words) ? [{ slug, words }] : []
    }),
  )
  const byFirst = Map.groupBy(
    named.toSorted((left, right) => right.words.length - left.words.length),
    ({ words }) => words[0]?.folded ?? '',
  )
  return (words) => {
    const found = new Set<string>()
    for (let at = 0; at < words.length; at++) {
      const [longest, ...others] = (byFirst.get(words[at]?.folded ?? '') ?? []).filter((one) => isSaid(one.words, words.slice(at)))
      if (longest === undefined) continue
      for (const { slug, words: own } of [longest, ...others]) if (own.length === longest.words.length) found.add(slug)
      at += longest.words.length - 1
    }
    return found
  }
}

/** True if a name can only be the document's: `DB-HE`, `RITE`, `Ley 38/1999`, `SE-A`, two words or more; not `fábrica`. */
function isName(name: string, words: readonly Word[]): boolean {
  const own = words.filter(({ folded }) => stem(folded) !== undefined && folded.length > 1)
  if (words.length > 1 && words.every(isCode)) return true
  return own.length > 1 || (own.length === 1 && /\p{Lu}{3}|\p{Lu}.*\d|^db-/u.test(name))
}

/** True for a word of capitals alone. */
function isCode({ text }: Word): boolean {
  return /^\p{Lu}+$/u.test(text)
}

/** True if words begin with those of a name. A code that is a common word (`SI`, `SE`) must have its capitals, unless `db` stands before it. */
function isSaid(name: readonly Word[], words: readonly Word[]): boolean {
  const isBehindDb = name[0]?.folded === 'db' || name[1]?.folded === 'db'
  return name.every((own, index) => {
    const said = words[index]
    if (said === undefined || (said.folded !== own.folded && (own.stem === undefined || said.stem !== own.stem))) return false
    return isBehindDb || own.stem !== undefined || !isCode(own) || isCode(said)
  })
}
