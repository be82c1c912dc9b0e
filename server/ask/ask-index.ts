import type { KnowledgeBase } from '../kb/open.ts'
import { openRanker, type Ranker } from './ranker.ts'
import { type SlotReader, slotReader } from './slots.ts'

/** What answers questions, opened once per knowledge base. */
export interface AskIndex {
  readonly slots: SlotReader
  readonly ranker: Ranker
}

/** Opens the indexes of a knowledge base. */
export function openAskIndex(kb: KnowledgeBase): AskIndex {
  return { slots: slotReader(kb), ranker: openRanker(kb) }
}
