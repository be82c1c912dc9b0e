import type { KnowledgeBase } from '../kb/open.ts'
import { openRanker, type Ranker } from './ranker.ts'
import { type SlotReader, slotReader } from './slots.ts'
import { type ZoneReader, zoneReader } from './zone-question.ts'

/** What answers questions, opened once per knowledge base. */
export interface AskIndex {
  readonly slots: SlotReader
  readonly zones: ZoneReader
  readonly ranker: Ranker
}

/** Opens the indexes of a knowledge base. The ranker, which takes the longer, is built when it is first asked for. */
export function openAskIndex(kb: KnowledgeBase): AskIndex {
  let ranker: Ranker | undefined
  return {
    slots: slotReader(kb),
    zones: zoneReader(kb),
    get ranker() {
      ranker ??= openRanker(kb)
      return ranker
    },
  }
}
