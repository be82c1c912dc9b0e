import { fold } from '../engine/fold.ts'
import { singular } from '../engine/name-words.ts'
import { stem } from '../kb/text-analysis.ts'

/** A word of a question: as written, folded, and its index term. */
export interface Word {
  readonly text: string
  readonly folded: string
  readonly stem: string | undefined
  readonly start: number
  /** True if a comma, a full stop or another mark that ends a clause stands before it. */
  readonly isAfterMark: boolean
}

/** The words of a question in order. */
export function wordsOf(question: string): Word[] {
  let end = 0
  return [...question.matchAll(/[\p{L}\p{N}]+(?:[.,][\p{L}\p{N}]+)*/gu)].map((match) => {
    const folded = fold(match[0])
    const isAfterMark = /[,;:.?!()¿¡]/.test(question.slice(end, match.index))
    end = match.index + match[0].length
    return { text: match[0], folded, stem: stem(folded), start: match.index, isAfterMark }
  })
}

export interface Match<T> {
  readonly term: T
  /** Positions of the first and last word of the phrase. */
  readonly from: number
  readonly to: number
  /** True if the name itself denies: `sin plazas`. */
  readonly denies: boolean
}

/** Finds the terms that a question names. At each position the longest phrase of a group wins; phrases are compared by index terms. */
export interface PhraseIndex<T> {
  find(words: readonly Word[]): Match<T>[]
}

/** A name of a term: its words, without those that tell nothing, and the words like `sin` that have no index term and yet tell names apart. */
interface Named<T> {
  readonly term: T
  readonly words: readonly string[]
  /** Those before its first word, and those after it. */
  readonly before: readonly string[]
  readonly inside: readonly string[]
  /** All its words, with those that tell nothing. */
  readonly all: ReadonlySet<string>
  /** Letters without an index term that belong to the name: `U` in `valor U`. */
  readonly letters: readonly string[]
}

/** Words without an index term that a question must have too, where a name has them: `sin plazas` is not `plazas`. */
const telling = new Set(
  'sin no ni mas menos otro otra otros otras todo toda todos todas solo sobre bajo entre hasta desde antes contra tras muy poco cada ningun dos tres cuatro ambos ambas'.split(
    ' ',
  ),
)

/** Words that deny what follows them. */
export const denials: ReadonlySet<string> = new Set(['sin', 'no', 'ni', 'ningun', 'ninguno', 'ninguna'])

/** True for a word that denies what follows it. */
export function isDenial(folded: string): boolean {
  return denials.has(folded)
}

/**
 * Builds the index from the names of each term. One-letter names (symbols such as U or K) must match exactly, with their case. `groupOf`: only a match of
 * the same group hides a shorter one within it; without it, all are one group.
 */
export function phraseIndex<T>(terms: Iterable<readonly [T, readonly string[]]>, groupOf: (term: T) => unknown = () => 0): PhraseIndex<T> {
  const byPhrase = new Map<string, Named<T>[]>()
  const symbols = new Map<string, T[]>()
  /** Words of the longest phrase that begins with a word. */
  const longest = new Map<string | undefined, number>()
  for (const [term, names] of terms) {
    for (const name of new Set(names)) {
      if (name.length === 1) {
        symbols.set(name, [...(symbols.get(name) ?? []), term])
        continue
      }
      const words = wordsOf(name.replace(/[_-]/g, ' '))
      const phrase = words.filter(({ stem }) => stem !== undefined)
      if (phrase.length === 0) continue
      const begins = phrase[0]?.stem
      longest.set(begins, Math.max(longest.get(begins) ?? 0, phrase.length))
      const key = phrase.map((word) => word.stem).join(' ')
      const first = words.findIndex(({ stem }) => stem !== undefined)
      const tellingIn = (some: readonly Word[]): string[] => some.flatMap(({ folded }) => (telling.has(folded) ? [folded] : []))
      const own = {
        term,
        words: phrase.map(({ folded }) => folded),
        before: tellingIn(words.slice(0, first)),
        inside: tellingIn(words.slice(first)),
        all: new Set(words.map(({ folded }) => folded)),
        letters: words.flatMap(({ text, stem }) => (stem === undefined && /^\p{Lu}$/u.test(text) ? [text] : [])),
      }
      byPhrase.set(key, [...(byPhrase.get(key) ?? []), own])
    }
  }
  return {
    find(words) {
      const content = words.flatMap((word, position) => (word.stem === undefined ? [] : [{ word, position }]))
      const found: Match<T>[] = []
      const reached = new Map<unknown, number>()
      for (let start = 0; start < content.length; start++) {
        for (let length = Math.min(longest.get(content[start]?.word.stem) ?? 0, content.length - start); length > 0; length--) {
          const span = content.slice(start, start + length)
          const named = byPhrase.get(span.map(({ word }) => word.stem).join(' '))
          if (named === undefined) continue
          const [from, to] = [span[0]?.position ?? 0, span.at(-1)?.position ?? 0]
          const said = named.filter((one) => isSaid(one, words, span))
          const free = [...new Set(said.map(({ term }) => term))].filter((term) => (reached.get(groupOf(term)) ?? -1) < from)
          for (const term of free)
            found.push({ term, from, to, denies: said.some((one) => one.term === term && [...one.before, ...one.inside].some(isDenial)) })
          for (const term of free) reached.set(groupOf(term), to)
        }
      }
      for (const [position, word] of words.entries())
        if (isSymbol(word, words[position - 1]))
          for (const term of symbols.get(word.text) ?? []) found.push({ term, from: position, to: position, denies: false })
      return found
    },
  }
}

/** True if the words of a span are those of a name, and the question has its telling words beside them. */
function isSaid<T>(name: Named<T>, words: readonly Word[], span: readonly { readonly word: Word; readonly position: number }[]): boolean {
  if (!span.every(({ word }, index) => isAlike(word.folded, name.words[index] ?? ''))) return false
  const [from, to] = [span[0]?.position ?? 0, span.at(-1)?.position ?? 0]
  const [before, inside] = [words.slice(Math.max(0, from - nearBefore), from), words.slice(from, to + 1)]
  const near = words.slice(Math.max(0, from - 1), to + 2)
  const has = (some: readonly Word[], wanted: string): boolean => some.some(({ folded }) => folded === wanted)
  return (
    name.before.every((one) => has(before, one)) &&
    name.inside.every((one) => has(inside, one)) &&
    inside.every(({ folded, isAfterMark }, at) => (at === 0 || !isAfterMark) && (!joining.has(folded) || name.all.has(folded))) &&
    name.letters.every((one) => near.some(({ text }) => text === one))
  )
}
/** Words that make two things of the words on both sides: `un cuarto con ascensor` is no `cuarto del ascensor`. */
const joining = new Set(['con', 'sin', 'y', 'e', 'o', 'u', 'ni'])
/** How far before a name its first telling word may stand: `sin las plazas`. */
const nearBefore = 2

/** True for two words of one index term that differ in number or gender only: `salida` is neither `salada` nor `salón`. */
function isAlike(one: string, other: string): boolean {
  if (one === other) return true
  const [left, right] = [singular(one), singular(other)]
  // `acera` is no `acero`, `puerto` no `puerta`, `pata` no `pate`: short nouns with other endings are two words, unlike adjectives.
  const isShort = Math.max(left.length, right.length) < 7 && !shortAdjectives.has(left) && !shortAdjectives.has(right)
  if (isShort && left !== right) return false
  let shared = 0
  while (shared < left.length && left[shared] === right[shared]) shared++
  const isLonger = Math.abs(left.length - right.length) > 1
  return !isLonger && shared >= 3 && shared >= Math.max(left.length, right.length) - mostDifferent
}
/** Letters in which the endings of two forms of a word may differ: `protegido` and `protegida`, `industria` and `industrial`. */
const mostDifferent = 2

const shortAdjectives = new Set(
  'alto bajo nuevo medio ciego seco fijo unico liso recto curvo plano simple viejo largo corto ancho previo mixto humedo aereo solido'.split(' '),
)

/** True for a letter that may be a symbol: not a word of the language (`a`, `y`), nor the unit of a number (`3 m`). */
function isSymbol({ text }: Word, before: Word | undefined): boolean {
  if (/^[aeiouy]$/.test(text) || (before !== undefined && /\d$/.test(before.text))) return false
  return before !== undefined || !/^[AEOY]$/.test(text)
}
