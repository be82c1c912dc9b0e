import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../../server/engine/fold.ts'
import { wordFinder } from '../../server/kb/find-words.ts'
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

test('the words found are those of the text whose index term is wanted', () => {
  const pieces = [
    'Puerta',
    'PUÉRTAS',
    'puerto',
    'e\u0301',
    'ñandú',
    'α',
    'ᾀ',
    '½',
    '𝛼',
    '\udf00',
    '😀',
    'ß',
    '3.1.1',
    '0,5',
    '1',
    '.',
    ',',
    ' ',
    '\n',
    '—',
  ]
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((all) => all.join(''))
  const wanted = new Set(['puert', '3.1.1', 'nandu', 'α'])
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 40 })), (any) => {
      const words = [...any.matchAll(/(?<![\p{L}\p{N}]|[\p{L}\p{N}][.,])[\p{L}\p{N}]+(?:[.,][\p{L}\p{N}]+)*/gu)]
      const expected = words.flatMap(({ 0: word, index }) => {
        const term = stem(fold(word)) ?? ''
        return wanted.has(term) ? [{ start: index, end: index + word.length, term }] : []
      })
      expect(wordFinder(wanted)(any)).toEqual(expected)
    }),
    { numRuns: 300 },
  )
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
