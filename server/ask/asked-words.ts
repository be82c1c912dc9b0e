import type { LoadedRule } from '../engine/limit.ts'
import type { AnswerIndex } from '../kb/answer-index.ts'

/** The words with which people ask, as index terms. */
export interface AskedWords {
  /** Those of the questions that the base knows for a rule. */
  ofRule(loaded: LoadedRule): ReadonlySet<string>
  /** What share of the questions of the base have a word, from 0 to 1. */
  shareOf(term: string): number
}

/** Reads the questions that a base knows for its rules; each rule's when first asked for. */
export function askedWords(index: AnswerIndex): AskedWords {
  const terms = [...index.terms.keys()]
  const questionStarts = index.arrays['question-starts'] as Uint32Array
  const groupOfQuestion = index.arrays['group-of-question'] as Uint32Array
  const questionsOf = Map.groupBy(groupOfQuestion.keys(), (question) => groupOfQuestion[question] ?? -1)
  const groupOf = new Map(
    index.units.flatMap(({ kind, document, body, groups }) => (kind === 'rule' ? [[`${document}/${body}`, groups[0] ?? -1] as const] : [])),
  )
  const read = (group: number): Set<string> =>
    new Set((questionsOf.get(group) ?? []).flatMap((question) => [...index.list('terms-of-question', question)].map((term) => terms[term] ?? '')))
  const known = new Map<number, ReadonlySet<string>>()
  return {
    ofRule({ document, rule }) {
      const group = groupOf.get(`${document}/${rule.id}`) ?? -1
      const words = known.get(group) ?? read(group)
      known.set(group, words)
      return words
    },
    shareOf(term) {
      const number = index.terms.get(term)
      return number === undefined ? 0 : ((questionStarts[number + 1] ?? 0) - (questionStarts[number] ?? 0)) / groupOfQuestion.length
    },
  }
}
