import { describe, expect, test } from 'vitest'
import { openAskIndex } from '../../server/ask/ask-index.ts'
import { runWhenIdle, warmingSteps } from '../../server/ask/warm.ts'
import type { KnowledgeBase } from '../../server/kb/open.ts'
import { groundedAnswer } from '../../server/operations/grounded-answer.ts'
import { realBase } from '../service.ts'

const atOnce = { firstPauseMs: 0, pauseMs: 0 }

describe('an asker made ready in idle turns', () => {
  test('has read the index of answers before the first question', async () => {
    const real = realBase()
    let reads = 0
    const kb: KnowledgeBase = Object.create(real, {
      answerIndex: {
        get: () => {
          reads++
          return real.answerIndex
        },
      },
    })
    await runWhenIdle(
      warmingSteps(kb, () => openAskIndex(kb)),
      new AbortController().signal,
      atOnce,
    )
    expect(reads).toBe(1)
    groundedAnswer({ kb, askIndex: () => openAskIndex(kb) }, { query: '¿Qué altura mínima tiene una barandilla?', codes: [], history: [] })
    expect(reads).toBe(1)
  })
  test('stops when the service does, and after a step that fails', async () => {
    const ran: string[] = []
    const stopping = new AbortController()
    const step = (name: string) => () => {
      ran.push(name)
      if (name === 'second') stopping.abort()
    }
    await runWhenIdle([step('first'), step('second'), step('third')], stopping.signal, atOnce)
    expect(ran).toEqual(['first', 'second'])
    const failing = (): never => {
      throw new Error('no index')
    }
    await expect(runWhenIdle([failing, step('fourth')], new AbortController().signal, atOnce)).resolves.toBeUndefined()
    expect(ran).toEqual(['first', 'second'])
  })
})
