import { setTimeout } from 'node:timers/promises'
import type { KnowledgeBase } from '../kb/open.ts'
import type { AskIndex } from './ask-index.ts'
import { countTokens } from './token-count.ts'

/** A question with a place, a value and a condition: reading it opens what questions share. */
const example = '¿Cumple una barandilla de 95 cm en una vivienda de Burgos?'

/** The steps that make the asker of a base ready, each a short piece of work, so that requests can be answered between them. */
export function warmingSteps(kb: KnowledgeBase, askIndex: () => AskIndex): readonly (() => unknown)[] {
  return [
    () => kb.index,
    () => kb.identifiers,
    () => askIndex().zones,
    () => askIndex().ranker,
    () => askIndex().slots.read(example),
    () => {
      const { ranker, slots } = askIndex()
      return ranker.rank({ question: example, slots: slots.read(example), ccaa: null, day: kb.meta.referenceDate, documents: [] })
    },
    () => countTokens(example),
  ]
}

/** How long a service that begins to listen is left to its first requests; and between two steps. */
const [firstPauseMs, pauseMs] = [1000, 20]

/** Runs steps one by one in idle turns of the event loop, until `stop` is aborted. After one that fails no other is run: the request that needs it says why. */
export async function runWhenIdle(steps: readonly (() => unknown)[], stop: AbortSignal, pauses = { firstPauseMs, pauseMs }): Promise<void> {
  try {
    for (const [position, step] of steps.entries()) {
      await setTimeout(position === 0 ? pauses.firstPauseMs : pauses.pauseMs, undefined, { signal: stop, ref: false })
      await step()
    }
  } catch {
    return
  }
}
