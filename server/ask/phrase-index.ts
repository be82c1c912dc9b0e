import { fold } from '../engine/fold.ts'
import { stem } from '../kb/text-analysis.ts'

/** A word of a question: as written, folded, and its index term. */
export interface Word {
  readonly text: string
  readonly folded: string
  readonly stem: string | undefined
  readonly start: number
}

/** The words of a question in order. */
export function wordsOf(question: string): Word[] {
  return [...question.matchAll(/[\p{L}\p{N}]+(?:[.,][\p{L}\p{N}]+)*/gu)].map((match) => {
    const folded = fold(match[0])
    return { text: match[0], folded, stem: stem(folded), start: match.index }
  })
}

export interface Match<T> {
  readonly term: T
  /** Positions of the first and last word of the phrase. */
  readonly from: number
  readonly to: number
}

/** Finds the terms that a question names. At each position the longest phrase wins; phrases are compared by index terms. */
export interface PhraseIndex<T> {
  find(words: readonly Word[]): Match<T>[]
}

/** Builds the index from the names of each term. One-letter names (symbols such as U or K) must match exactly, with their case. */
export function phraseIndex<T>(terms: Iterable<readonly [T, readonly string[]]>): PhraseIndex<T> {
  const byPhrase = new Map<string, T[]>()
  const symbols = new Map<string, T[]>()
  let longest = 1
  for (const [term, names] of terms) {
    for (const name of new Set(names)) {
      if (name.length === 1) {
        symbols.set(name, [...(symbols.get(name) ?? []), term])
        continue
      }
      const phrase = wordsOf(name.replace(/[_-]/g, ' ')).flatMap((word) => word.stem ?? [])
      if (phrase.length === 0) continue
      longest = Math.max(longest, phrase.length)
      const key = phrase.join(' ')
      const known = byPhrase.get(key)
      if (known === undefined) byPhrase.set(key, [term])
      else if (!known.includes(term)) known.push(term)
    }
  }
  return {
    find(words) {
      const content = words.flatMap((word, position) => (word.stem === undefined ? [] : [{ stem: word.stem, position }]))
      const found: Match<T>[] = []
      for (let start = 0; start < content.length; start++) {
        for (let length = Math.min(longest, content.length - start); length > 0; length--) {
          const span = content.slice(start, start + length)
          const terms = byPhrase.get(span.map((word) => word.stem).join(' '))
          const [first, last] = [span[0], span.at(-1)]
          if (terms === undefined || first === undefined || last === undefined) continue
          for (const term of terms) found.push({ term, from: first.position, to: last.position })
          start += length - 1
          break
        }
      }
      for (const [position, word] of words.entries())
        if (position > 0 || !/^[aeoy]$/i.test(word.text))
          for (const term of symbols.get(word.text) ?? []) found.push({ term, from: position, to: position })
      return found
    },
  }
}
