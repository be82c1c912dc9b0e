import { expect, test } from 'vitest'
import { startService } from '../service.ts'
import { service } from './ask-service.ts'

test('a question gets the same bytes twice, and from another service over the same base', async () => {
  const text = async (one: typeof service) => (await one.post('/api/v1/ask', { query: 'U límite fachada Burgos' })).text()
  const first = await text(service)
  expect(await text(service)).toBe(first)
  expect(await text(startService())).toBe(first)
})
