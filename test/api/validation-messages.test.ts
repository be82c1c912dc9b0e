import { expect, test } from 'vitest'
import { bodyOf, startService } from '../service.ts'

const { post } = startService()

/** The first error of an invalid request, in each language. */
async function said(path: string, body: unknown): Promise<string[]> {
  const languages = ['es', 'en'].map(async (language) => {
    const { errors } = await bodyOf(await post(path, body, { 'accept-language': language }))
    const [first] = errors as { pointer: string; detail: string }[]
    return `${first?.pointer} ${first?.detail}`
  })
  return Promise.all(languages)
}

test.each([
  ['/api/v1/ask', { query: '' }, '/query está vacío: se espera un texto', '/query is empty: expected a text'],
  ['/api/v1/ask', {}, '/query falta: se espera un texto', '/query is missing: expected a text'],
  ['/api/v1/ask', { query: 5 }, '/query se espera un texto', '/query expected a text'],
  ['/api/v1/ask', { query: 'x', history: 'x' }, '/history se espera una lista', '/history expected a list'],
  [
    '/api/v1/ask',
    { query: 'x', history: Array.from({ length: 7 }, () => ({ query: 'x' })) },
    '/history se espera como máximo 6 elementos',
    '/history expected at most 6 items',
  ],
  ['/api/v1/verify', { element: 'x'.repeat(500) }, '/element se espera como máximo 120 caracteres', '/element expected at most 120 characters'],
])('%s says what would be right instead of %o', async (path, body, es, en) => {
  expect(await said(path, body)).toEqual([es, en])
})
