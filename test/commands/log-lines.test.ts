import { expect, test } from 'vitest'
import { logLines } from '../../server/commands/log-lines.ts'

test('logLines() prints the lines of one turn at once and in order, and those that wait when flushed', async () => {
  const printed: string[] = []
  const lines = logLines((text) => printed.push(text))
  lines.add('one')
  lines.add('two')
  expect(printed).toEqual([])
  await new Promise((resolve) => setImmediate(resolve))
  lines.add('three')
  lines.flush()
  lines.flush()
  await new Promise((resolve) => setImmediate(resolve))
  expect(printed).toEqual(['one\ntwo', 'three'])
})
