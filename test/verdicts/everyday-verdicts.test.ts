import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const { post } = startService()

/**
 * A request in the words of a technician, with the outcome that the official text named allows. `none`: it turns on something that the request
 * does not say. `not COMPLIANT` and `not NON_COMPLIANT`: the other verdict, or a question back.
 */
interface Expected {
  readonly text: string
  readonly expected: 'COMPLIANT' | 'NON_COMPLIANT' | 'none' | 'not COMPLIANT' | 'not NON_COMPLIANT'
}

const lines = readFileSync(new URL('../fixtures/everyday-verdicts.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const requests = lines.map((line) => JSON.parse(line) as Json & Expected)
const byText = Map.groupBy(requests, ({ text }) => text.split(/[ ,/-]/)[0] ?? '')

test.each([...byText])('%s: everyday words get no verdict that the text does not give', async (_text, group) => {
  const wrong: string[] = []
  for (const { text, expected, ...request } of group) {
    const outcome = String((await bodyOf(await post('/api/v1/verify', request)))['result_status'] ?? 'none')
    const isRight = expected.startsWith('not ') ? `not ${outcome}` !== expected : outcome === expected
    if (!isRight) wrong.push(`${text}: ${JSON.stringify(request)} is ${outcome}, expected ${expected}`)
  }
  expect(wrong).toEqual([])
})
