import { fold } from '../engine/fold.ts'
import type { Scored } from './search-engine.ts'

/** Number of best hits that are reranked. */
const rerankedHits = 30
const gramLength = 4
/** Letters and digits are 1 to 36, the edge of a word is 0. An n-gram is encoded as a number in base 37. */
const alphabetSize = 37
const edge = 0
const gramCount = alphabetSize ** gramLength
/** Weight of the n-gram score in the final score. Both scores are first divided by the best of their kind. */
const rerankWeight = 0.35

/** The 4-grams of a text: each once, sorted, with how often it occurs. Arrays, as all articles together have millions. */
interface Grams {
  readonly codes: Uint32Array
  readonly counts: Uint16Array
  readonly total: number
}

/** Reranks the best hits by shared character 4-grams, which survive endings, compounds and typing errors. */
export interface Reranker {
  reorder(hits: readonly Scored[], query: string): Scored[]
}

/** Opens a reranker. `textOf` returns the text of an article; its n-grams are counted once and cached. */
export function openReranker(textOf: (id: string) => string): Reranker {
  const cache = new Map<string, Grams>()
  const gramsOf = (id: string): Grams => {
    const known = cache.get(id)
    if (known !== undefined) return known
    const counted = countGrams(textOf(id))
    cache.set(id, counted)
    return counted
  }
  return {
    reorder(hits, query) {
      const [best] = hits
      if (best === undefined || hits.length === 1) return [...hits]
      const candidates = hits.slice(0, rerankedHits).map((hit) => ({ hit, grams: gramsOf(hit.id) }))
      const wanted = countGrams(query.normalize('NFC')).codes
      const counts = candidates.map(({ grams }) => wanted.map((gram) => countOf(grams, gram)))
      const rarity = Float64Array.from(wanted.keys(), (at) => Math.log(1 + candidates.length / (0.5 + countWith(counts, at))))
      const average = candidates.reduce((sum, { grams }) => sum + grams.total, 0) / candidates.length
      const scored = candidates.map(({ hit, grams }, candidate) => {
        const norm = 0.5 + (0.5 * grams.total) / average
        let gramScore = 0
        for (let at = 0; at < wanted.length; at++) {
          const count = (counts[candidate]?.[at] ?? 0) / norm
          gramScore += ((rarity[at] ?? 0) * count) / (count + 1)
        }
        return { hit, gramScore }
      })
      const bestGramScore = Math.max(...scored.map(({ gramScore }) => gramScore), Number.MIN_VALUE)
      const reranked = scored
        .map(({ hit, gramScore }) => ({
          id: hit.id,
          score: best.score * ((1 - rerankWeight) * (hit.score / best.score) + rerankWeight * (gramScore / bestGramScore)),
        }))
        .sort((left, right) => right.score - left.score)
      return [...reranked, ...hits.slice(rerankedHits).map(({ id, score }) => ({ id, score: score * (1 - rerankWeight) }))]
    },
  }
}

/** How many of some lists have a count at a position. */
function countWith(lists: readonly Uint32Array[], at: number): number {
  let total = 0
  for (const list of lists) if (list[at] !== 0) total++
  return total
}

/** The code of a character without case and accents: 1 to 36, or `edge`. */
function letterOf(code: number): number {
  return known[code] ?? edge
}

const known = Uint8Array.from({ length: 0x180 }, (_, code) => {
  const plain = fold(String.fromCharCode(code)).charCodeAt(0)
  return plain >= 97 && plain <= 122 ? plain - 86 : plain >= 48 && plain <= 57 ? plain - 47 : edge
})

/** How often a text has a 4-gram. */
function countOf({ codes, counts }: Grams, gram: number): number {
  let [low, high] = [0, codes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((codes[middle] ?? 0) < gram) low = middle + 1
    else high = middle
  }
  return codes[low] === gram ? (counts[low] ?? 0) : 0
}

/** Counts the 4-grams of a text, within words. */
function countGrams(text: string): Grams {
  const all = gramsIn(text)
  const codes = new Uint32Array(all.length)
  const counts = new Uint16Array(all.length)
  let last = -1
  for (const [at, gram] of all.entries()) {
    if (at === 0 || gram !== all[at - 1]) codes[++last] = gram
    counts[last] = (counts[last] ?? 0) + 1
  }
  return { codes: codes.slice(0, last + 1), counts: counts.slice(0, last + 1), total: all.length }
}

/** Every 4-gram of a text in ascending order. */
function gramsIn(text: string): Uint32Array {
  // Each character ends at most one gram; the end of a word one more.
  const found = new Uint32Array(2 * text.length + 2)
  let [total, gram, length] = [0, 0, 0]
  const put = (letter: number): void => {
    gram = (gram * alphabetSize + letter) % gramCount
    length++
    if (length >= gramLength) found[total++] = gram
  }
  for (let at = 0; at <= text.length; at++) {
    const letter = letterOf(at < text.length ? text.charCodeAt(at) : 0)
    if (letter !== edge) {
      if (length === 0) put(edge)
      put(letter)
    } else if (length > 0) {
      put(edge)
      length = 0
      gram = 0
    }
  }
  return found.subarray(0, total).sort()
}
