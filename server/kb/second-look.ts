import { fold } from '../engine/fold.ts'
import type { Scored } from './search-engine.ts'

/** How many of the best are looked at again. */
const lookedAgain = 30
const gramLength = 4
/** Letters and figures are 1 to 36, the edge of a word 0; a group of four is their number to the base 37. */
const letters = 37
const edge = 0
const groups = letters ** gramLength
const all = -1
/** Share of the second look in the final score, set against the best of each. */
const share = 0.35

/** Looks at the best hits again by letters in groups of four: what endings, compounds and typing faults leave alike. */
export interface SecondLook {
  reorder(hits: readonly Scored[], query: string): Scored[]
}

/** `textOf` gives the text of an article; its groups are counted once and kept. */
export function secondLook(textOf: (id: string) => string): SecondLook {
  const kept = new Map<string, ReadonlyMap<number, number>>()
  const gramsOf = (id: string): ReadonlyMap<number, number> => {
    const known = kept.get(id)
    if (known !== undefined) return known
    const counted = countGrams(textOf(id))
    kept.set(id, counted)
    return counted
  }
  return {
    reorder(hits, query) {
      const [best] = hits
      if (best === undefined || hits.length === 1) return [...hits]
      const again = hits.slice(0, lookedAgain).map((hit) => ({ hit, grams: gramsOf(hit.id) }))
      const wanted = [...countGrams(query.normalize('NFC')).keys()].filter((gram) => gram !== all)
      const rarity = new Map(wanted.map((gram) => [gram, Math.log(1 + again.length / (0.5 + again.filter(({ grams }) => grams.has(gram)).length))]))
      const average = again.reduce((sum, { grams }) => sum + (grams.get(all) ?? 0), 0) / again.length
      const scored = again.map(({ hit, grams }) => {
        const norm = 0.5 + (0.5 * (grams.get(all) ?? 0)) / average
        const look = wanted.reduce((sum, gram) => {
          const count = (grams.get(gram) ?? 0) / norm
          return sum + ((rarity.get(gram) ?? 0) * count) / (count + 1)
        }, 0)
        return { hit, look }
      })
      const bestLook = Math.max(...scored.map(({ look }) => look), Number.MIN_VALUE)
      const first = scored
        .map(({ hit, look }) => ({ id: hit.id, score: best.score * ((1 - share) * (hit.score / best.score) + share * (look / bestLook)) }))
        .sort((left, right) => right.score - left.score)
      return [...first, ...hits.slice(lookedAgain).map(({ id, score }) => ({ id, score: score * (1 - share) }))]
    },
  }
}

/** What a character is without case and accents: 1 to 36, or the edge of a word. */
function letterOf(code: number): number {
  return known[code] ?? edge
}

const known = Uint8Array.from({ length: 0x180 }, (_, code) => {
  const plain = fold(String.fromCharCode(code)).charCodeAt(0)
  return plain >= 97 && plain <= 122 ? plain - 86 : plain >= 48 && plain <= 57 ? plain - 47 : edge
})

/** Groups of four letters within words as numbers, each with how often it stands; `all` holds how many there are. */
function countGrams(text: string): Map<number, number> {
  const counts = new Map<number, number>()
  let total = 0
  let gram = 0
  let length = 0
  const put = (letter: number): void => {
    gram = (gram * letters + letter) % groups
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
  counts.set(all, total)
  return counts
}
