import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bodyOf } from '../service.ts'
import { service } from './ask-service.ts'

const { items } = z
  .object({
    items: z.array(
      z.object({
        id: z.string(),
        question: z.string(),
        expect: z.object({ verdict: z.enum(['COMPLIANT', 'NON_COMPLIANT']).nullable(), must_say: z.array(z.string()) }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/ask-verdict-questions.json'), 'utf8')))

/** Right verdicts of the 29 questions whose text gives one: 23, until a word that no rule explains kept a short question from a verdict. */
const leastRight = 19

describe('values to judge, keyed from the official texts', () => {
  const answers = new Map<string, Record<string, unknown>>()
  beforeAll(async () => {
    for (const { id, question } of items) answers.set(id, await bodyOf(await service.post('/api/v1/ask', { query: question })))
  }, 120_000)

  test('no verdict is the opposite of the text', () => {
    const wrong = items.filter(({ id, expect: { verdict } }) => ![null, verdict].includes((answers.get(id)?.['verdict'] ?? null) as null))
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  test('the number of right verdicts does not fall', () => {
    const right = items.filter(({ id, expect: { verdict } }) => verdict !== null && answers.get(id)?.['verdict'] === verdict)
    expect(right.length).toBeGreaterThanOrEqual(leastRight)
  })

  test('where a datum decides, the answer names it', () => {
    const asking = items.filter(({ expect: { verdict } }) => verdict === null)
    for (const {
      id,
      expect: { must_say },
    } of asking)
      for (const text of must_say) expect(answers.get(id)?.['answer']).toContain(text)
  })
})
