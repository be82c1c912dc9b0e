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

test('snippetOf() marks words with any accent and whole numbers, and cuts a long line around the first', () => {
  const long = `Otra línea\n${'palabra '.repeat(60)}la ILUMINACIÓN de 3.1.1 y 1.1 con iluminaciones${' fin'.repeat(60)}`
  const { snippet, highlights } = snippetOf(long, 'iluminacion 1.1')
  expect(snippet).toMatch(/^… palabra .* fin …$/)
  expect(highlights.map(({ start, end }) => snippet.slice(start, end))).toEqual(['ILUMINACIÓN', '1.1', 'iluminaciones'])
  expect(snippetOf('Primera\nsegunda', 'nada')).toEqual({ snippet: 'Primera', highlights: [] })
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
          if (term !== undefined && !word.startsWith(term.slice(0, term.length < 5 ? 2 : 4))) wrong.add(`${word} → ${term}`)
        }
  expect([...wrong]).toEqual([])
  kb.close()
})
