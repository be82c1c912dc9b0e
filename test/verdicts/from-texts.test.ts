import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const { post } = startService()

/** A request written from the official text named, with the outcome that the text gives; `none`: no verdict may be given. */
interface Expected {
  readonly text: string
  readonly expected: 'COMPLIANT' | 'NON_COMPLIANT' | 'none'
}

const lines = readFileSync(new URL('../fixtures/verdicts-from-texts.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const requests = lines.map((line) => JSON.parse(line) as Json & Expected)
const byText = Map.groupBy(requests, ({ text }) => text.split(/[ ,]/)[0] ?? '')

test.each([...byText])('%s: requests written without sight of the rules get the outcome of the text', async (_text, group) => {
  const wrong: string[] = []
  for (const { text, expected, ...request } of group) {
    const body = await bodyOf(await post('/api/v1/verify', request))
    const outcome = body['result_status'] ?? 'none'
    if (outcome !== expected) wrong.push(`${text}: ${JSON.stringify(request)} is ${String(outcome)}, expected ${expected}`)
  }
  expect(wrong).toEqual([])
})
