import { fold } from '../engine/fold.ts'
import type { Beyond, KnowledgeBase } from '../kb/open.ts'

/** What a question asks that the base does not answer, such as a price or a repealed regulation; undefined if nothing. */
export function beyondTheBase({ beyond }: Pick<KnowledgeBase, 'beyond'>, question: string): Beyond | undefined {
  const text = ` ${fold(question)
    .replace(/[.;:?!¿]+(?=\s|$)/g, ' | ')
    .replace(/[^a-z0-9|]+/g, ' ')} `
  return beyond.find((one) => saidBy(one).test(text))
}

/** The pattern of each entry: made once. */
const patterns = new WeakMap<Beyond, RegExp>()

/** What says an entry: any of its words, with any others of the same sentence between where they have ` * `. */
function saidBy(one: Beyond): RegExp {
  const pattern = patterns.get(one) ?? new RegExp(` (?:${one.words.join('|').replaceAll(' * ', ' (?:[a-z0-9]+ )*')}) `)
  patterns.set(one, pattern)
  return pattern
}

/** A question without the words that name what is repealed, so that the rest is asked of what is in force. */
export function withoutNames(question: string, { words }: Beyond): string {
  const longest = words.toSorted((left, right) => right.length - left.length)
  const names = new RegExp(`(?<![\\p{L}\\d])(?:${longest.map((word) => word.replaceAll(' ', '[^\\p{L}\\d]+')).join('|')})(?![\\p{L}\\d])`, 'giu')
  return question.replace(names, ' ')
}
