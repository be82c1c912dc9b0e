import type { Family } from './choose.ts'
import type { Word } from './phrase-index.ts'

/** What another thing or case would need, told for comparison: `en el garaje de abajo bastaría`, `en los aparcamientos valen 50`. */
const comparison = /^(?:bastaria|bastarian|valdria|valdrian|seria|serian|tendria|tendrian|piden|admite|admiten|exige|exigen|valen)$/

/** A sentence of a question, by the positions of its first word and of the one behind its last. */
export interface Sentence {
  readonly from: number
  readonly to: number
}

/** The sentences of a question that hold neither a value that is judged nor what is asked in the end. */
export function asidesIn(question: string, words: readonly Word[], families: readonly Family[]): Sentence[] {
  const ends = [...question.matchAll(/[.;:?](?=\s|$)/g)].map(({ index }) => index)
  const sentenceOf = (start: number): number => ends.filter((end) => end < start).length
  const judged = new Set(families.flatMap(({ cases }) => cases.flatMap(({ quantity }) => quantity?.quantity.start ?? [])).map(sentenceOf))
  const last = sentenceOf(words.at(-1)?.start ?? 0)
  const found = new Map<number, Sentence>()
  for (const [position, { start }] of words.entries()) {
    const sentence = sentenceOf(start)
    if (judged.has(sentence) || sentence === last) continue
    found.set(sentence, { from: found.get(sentence)?.from ?? position, to: position + 1 })
  }
  return [...found.values()]
}

/** Where a sentence tells what something else would need. */
export function comparedAt(words: readonly Word[], { from, to }: Sentence): number[] {
  // `Si fuera`, and not `está fuera`.
  const isSupposed = (position: number): boolean => /^(?:fuera|fuese)$/.test(words[position]?.folded ?? '') && words[position - 1]?.folded === 'si'
  const isBeside = (position: number): boolean => words[position]?.folded === 'lado' && words[position - 1]?.folded === 'al'
  return words
    .slice(from, to)
    .flatMap(({ folded }, index) => (comparison.test(folded) || isSupposed(from + index) || isBeside(from + index) ? [from + index] : []))
}

/** Words that say that something is not there, or is all there is. */
const lack = /^(?:sin|no|nada|ningun[oa]?|tampoco|falta|faltan|solo|unicamente)$/
/** Most words between `pero` and such a word. */
const mostToLack = 2

/** Where a question says, against a value that it gives, what is lacking: `3 m libres por detrás, pero nada de espacio al costado`. */
export function lackingAt(words: readonly Word[]): number[] {
  return words.flatMap(({ folded }, position) => {
    if (folded !== 'pero') return []
    const lacking = words.findIndex((word, at) => at > position && at <= position + 1 + mostToLack && lack.test(word.folded))
    return lacking < 0 ? [] : [lacking, lacking + 1].filter((at) => at < words.length)
  })
}
