import type { KnowledgeBase } from '../kb/open.ts'
import { type RuleFinder, ruleFinder } from './rule-finder.ts'
import { type SlotReader, slotReader } from './slots.ts'

/** What answering needs besides the base, made once for it. */
export interface Asker {
  readonly slots: SlotReader
  readonly rules: RuleFinder
}

/** Makes ready to answer questions on a base. */
export function asker(kb: KnowledgeBase): Asker {
  return { slots: slotReader(kb), rules: ruleFinder(kb.book) }
}
