import { fold } from '../engine/fold.ts'
import type { Scored } from './search-engine.ts'

/** Number of best hits that are reranked. */
const rerankedHits = 30
const gramLength = 4
/** Letters and digits are 1 to 36, the edge of a word is 0. An n-gram is encoded as a number in base 37. */
const alphabetSize = 37
const edge = 0
const gramCount = alphabetSize ** gramLength
const totalKey = -1
/** Weight of the n-gram score in the final score. Both scores are first divided by the best of their kind. */
const rerankWeight = 0.35

/** Reranks the best hits by shared character 4-grams, which survive endings, compounds and typing errors. */
export interface Reranker {
  reorder(hits: readonly Scored[], query: string): Scored[]
}

/** Opens a reranker. `textOf` returns the text of an article; its n-grams are counted once and cached. */
export function openReranker(textOf: (id: string) => string): Reranker {
  const cache = new Map<string, ReadonlyMap<number, number>>()
  const gramsOf = (id: string): ReadonlyMap<number, number> => {
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
      const wanted = [...countGrams(query.normalize('NFC')).keys()].filter((gram) => gram !== totalKey)
      const rarity = new Map(
        wanted.map((gram) => [gram, Math.log(1 + candidates.length / (0.5 + candidates.filter(({ grams }) => grams.has(gram)).length))]),
      )
      const average = candidates.reduce((sum, { grams }) => sum + (grams.get(totalKey) ?? 0), 0) / candidates.length
      const scored = candidates.map(({ hit, grams }) => {
        const norm = 0.5 + (0.5 * (grams.get(totalKey) ?? 0)) / average
        const gramScore = wanted.reduce((sum, gram) => {
          const count = (grams.get(gram) ?? 0) / norm
          return sum + ((rarity.get(gram) ?? 0) * count) / (count + 1)
        }, 0)
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

/** The code of a character without case and accents: 1 to 36, or `edge`. */
function letterOf(code: number): number {
  return known[code] ?? edge
}

const known = Uint8Array.from({ length: 0x180 }, (_, code) => {
  const plain = fold(String.fromCharCode(code)).charCodeAt(0)
  return plain >= 97 && plain <= 122 ? plain - 86 : plain >= 48 && plain <= 57 ? plain - 47 : edge
})

/** Counts the 4-grams of a text, within words. The entry `totalKey` is their total number. */
function countGrams(text: string): Map<number, number> {
  const counts = new Map<number, number>()
  let total = 0
  let gram = 0
  let length = 0
  const put = (letter: number): void => {
    gram = (gram * alphabetSize + letter) % gramCount
    length++
    if (length < gramLength) return
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
    total++
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
  counts.set(totalKey, total)
  return counts
}
