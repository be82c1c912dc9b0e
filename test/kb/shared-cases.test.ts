import { expect, test } from 'vitest'
import { casesInTurns, shareOf } from '../../kb/compiler/shared-cases.ts'

const one = { value: '1', at: 'ES-28079', context: {} }
const documents = [1, 5, 3, 4].map((count) => ({
  source: { slug: `doc-${count}` },
  cases: [{ value: { rule: 'r', cases: Array.from({ length: count }, () => one) } }],
}))

test('two threads together take every document once, those with the most cases first', () => {
  const turns = casesInTurns()
  const [mine, others] = [shareOf(documents, turns), shareOf(documents, turns)]
  const taken = [mine.next(), others.next(), others.next(), mine.next()].map(({ value }) => value?.source.slug)
  expect(taken).toEqual(['doc-5', 'doc-4', 'doc-3', 'doc-1'])
  expect([mine.next().done, others.next().done]).toEqual([true, true])
})
