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

/** The indexes of each base that is open. */
const openedOf = new WeakMap<KnowledgeBase, AskIndex>()

/** The indexes of a knowledge base, opened once. The ranker, which takes the longer, is built when it is first asked for. */
export function openAskIndex(kb: KnowledgeBase): AskIndex {
  const before = openedOf.get(kb)
  if (before !== undefined) return before
  let ranker: Ranker | undefined
  const opened: AskIndex = {
    slots: slotReader(kb),
    zones: zoneReader(kb),
    get ranker() {
      ranker ??= openRanker(kb)
      return ranker
    },
  }
  openedOf.set(kb, opened)
  return opened
}
