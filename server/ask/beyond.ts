import { fold } from '../engine/fold.ts'
import type { Beyond, KnowledgeBase } from '../kb/open.ts'

/** What a question asks that the base does not answer, such as a price or a repealed regulation; undefined if nothing. */
export function beyondTheBase({ beyond }: KnowledgeBase, question: string): Beyond | undefined {
  const text = ` ${fold(question).replace(/[^a-z0-9]+/g, ' ')} `
  return beyond.find(({ words }) => words.some((word) => text.includes(` ${word} `)))
}
