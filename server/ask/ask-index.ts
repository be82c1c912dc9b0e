import { openAnswerIndex } from '../kb/answer-index.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { type AskedWords, askedWords } from './asked-words.ts'
import { openRanker, type Ranker } from './ranker.ts'
import { type SlotReader, slotReader } from './slots.ts'
import { type ZoneReader, zoneReader } from './zone-question.ts'

/** What answers questions, opened once per knowledge base. */
export interface AskIndex {
  readonly slots: SlotReader
  readonly zones: ZoneReader
  readonly ranker: Ranker
  readonly asked: AskedWords
}

/** The indexes of each base that is open. */
const openedOf = new WeakMap<KnowledgeBase, AskIndex>()

/** The indexes of a knowledge base, opened once. The ranker, which takes the longer, is built when it is first asked for. */
export function openAskIndex(kb: KnowledgeBase): AskIndex {
  const before = openedOf.get(kb)
  if (before !== undefined) return before
  let read: Pick<AskIndex, 'ranker' | 'asked'> | undefined
  const ofAnswers = (): NonNullable<typeof read> => {
    if (read !== undefined) return read
    const index = openAnswerIndex(kb.answerIndex)
    read = { ranker: openRanker(kb, index), asked: askedWords(index) }
    return read
  }
  const opened: AskIndex = {
    slots: slotReader(kb),
    zones: zoneReader(kb),
    get ranker() {
      return ofAnswers().ranker
    },
    get asked() {
      return ofAnswers().asked
    },
  }
  openedOf.set(kb, opened)
  return opened
}
