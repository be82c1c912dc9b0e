import type { KnowledgeBase } from '../kb/open.ts'
import { type RuleFinder, ruleFinder } from './rule-finder.ts'
import { type SlotReader, slotReader } from './slots.ts'

/** Indexes for answering questions, built once per knowledge base. */
export interface AskIndex {
  readonly slots: SlotReader
  readonly rules: RuleFinder
}

/** Builds the indexes of a knowledge base. Takes seconds. */
export function buildAskIndex(kb: KnowledgeBase): AskIndex {
  return { slots: slotReader(kb), rules: ruleFinder(kb.book) }
}
