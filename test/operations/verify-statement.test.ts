import { expect, test } from 'vitest'
import { bodyOf, flatRoof, type Json, startService } from '../service.ts'

const { post, kb } = startService()

test('a verdict shows the paragraph that its rule expresses', async () => {
  const body = await bodyOf(await post('/api/v1/verify', flatRoof))
  const [source] = body['sources'] as Json[]
  expect(source?.['statement']).toMatch(
    /^Valor máximo por elemento\. Ningún elemento de la envolvente térmica puede tener una transmitancia térmica U mayor/,
  )
})

test('every rule that cites a paragraph finds it in each of its editions', () => {
  const lost = kb.book.rules.flatMap(({ document, rule: { id, cite, editions } }) =>
    cite.paragraph === undefined
      ? []
      : editions.flatMap((version) => {
          const text = kb.articles.paragraph({ document, section: cite.section, version, name: cite.paragraph ?? '' })
          return text === undefined || text === '' ? [`${document} ${version} ${id}`] : []
        }),
  )
  expect(lost).toEqual([])
})
