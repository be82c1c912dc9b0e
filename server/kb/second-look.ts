import { fold } from '../engine/text.ts'
import type { Scored } from './search-engine.ts'

/** How many of the best are looked at again. */
export const lookedAgain = 50
const gramLength = 4
/** Share of the second look in the final score, set against the best of each. */
const share = 0.35

/** Looks at the best hits again by letters in groups of four: what endings, compounds and typing faults leave alike. */
export interface SecondLook {
  reorder(hits: readonly Scored[], query: string): Scored[]
}

/** `textOf` gives the text of an article; its groups are counted once and kept. */
export function secondLook(textOf: (id: string) => string): SecondLook {
  const kept = new Map<string, ReadonlyMap<string, number>>()
  const gramsOf = (id: string): ReadonlyMap<string, number> => {
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
      const wanted = [...countGrams(query).keys()]
      const rarity = new Map(wanted.map((gram) => [gram, Math.log(1 + again.length / (0.5 + again.filter(({ grams }) => grams.has(gram)).length))]))
      const average = again.reduce((sum, { grams }) => sum + (grams.get('') ?? 0), 0) / again.length
      const scored = again.map(({ hit, grams }) => {
        const norm = 0.5 + (0.5 * (grams.get('') ?? 0)) / average
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

/** Groups of four letters within words, each with how often it stands; the empty key holds how many there are. */
function countGrams(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  let total = 0
  for (const word of fold(text).match(/[a-z0-9]+/g) ?? []) {
    const padded = ` ${word} `
    for (let at = 0; at + gramLength <= Math.max(padded.length, gramLength); at++) {
      const gram = padded.slice(at, at + gramLength)
      counts.set(gram, (counts.get(gram) ?? 0) + 1)
      total++
    }
  }
  counts.set('', total)
  return counts
}
