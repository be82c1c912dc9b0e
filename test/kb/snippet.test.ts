import { expect, test } from 'vitest'
import { snippetOf } from '../../server/kb/snippet.ts'
import { stem, words } from '../../server/kb/text-analysis.ts'
import { realBase } from '../service.ts'

test('snippetOf() takes the line with most words of the query and marks them in any form', () => {
  const text = 'Objeto y ámbito\nLas Puertas previstas como salida serán abatibles\nOtra puerta'
  const { snippet, highlights } = snippetOf(text, 'salida por puerta')
  expect(snippet).toBe('Las Puertas previstas como salida serán abatibles')
  expect(highlights.map(({ start, end }) => snippet.slice(start, end))).toEqual(['Puertas', 'salida'])
})

// Marking looks at the beginning of a word before it makes the stem.
test('every stem begins as its word does', () => {
  const kb = realBase()
  const wrong = new Set<string>()
  for (const { slug } of kb.documents)
    for (const { slug: section } of kb.articles.contents(slug))
      for (const { plain } of kb.articles.wordings(slug, section))
        for (const word of words(plain)) {
          const term = stem(word)
          if (term !== undefined && term.slice(0, 2) !== word.slice(0, 2)) wrong.add(`${word} → ${term}`)
        }
  expect([...wrong]).toEqual([])
  kb.close()
})
