import fc from 'fast-check'
import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { fold } from '../../server/engine/fold.ts'
import { buildMiniSearch } from '../../server/kb/minisearch-engine.ts'
import { openMiniSearch } from '../../server/kb/open-minisearch.ts'
import { fieldBoosts, fields } from '../../server/kb/search-engine.ts'
import { stem, words } from '../../server/kb/text-analysis.ts'

const text = fc
  .array(fc.constantFrom('cubierta', 'cubo', 'cubre', 'Las', 'de', 'térmica', '3.1.1', 'ñandú', '…', '"cita"'), { maxLength: 12 })
  .map((all) => all.join(' '))
const article = fc.record({ number: text, title: text, names: text, asked: text, text })

test('the index is the one that MiniSearch serializes, byte for byte', () => {
  fc.assert(
    fc.property(fc.array(article, { maxLength: 8 }), (all) => {
      const articles = all.map((one, at) => ({ ...one, id: `norma/art-${at}@1` }))
      const library = new MiniSearch({ fields: [...fields], idField: 'id', tokenize: words, processTerm: (word) => stem(word) ?? null })
      library.addAll(articles)
      expect(buildMiniSearch(articles)).toBe(JSON.stringify(library))
    }),
  )
})

test('the articles found, their scores and their order are those of MiniSearch, to the last bit', () => {
  const options = { fields: [...fields], idField: 'id', tokenize: words, processTerm: (word: string) => stem(word) ?? null }
  const term = fc.constantFrom<string>('cubiert', 'cub', 'cubr', 'termic', '3.1.1', 'nandu', 'cit', 'nada')
  const query = fc.uniqueArray(fc.record({ term, weight: fc.constantFrom(1, 0.6, 0.4, 0.3) }), { selector: (one) => one.term, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(article, { maxLength: 12 }), query, fc.integer({ min: 1, max: 12 }), (all, wanted, most) => {
      const text = buildMiniSearch(all.map((one, at) => ({ ...one, id: `norma/art-${at}@1` })))
      const weights = new Map(wanted.map((one) => [one.term, one.weight]))
      const asked = { combineWith: 'OR' as const, queries: [...weights.keys()] }
      const found = MiniSearch.loadJSON(text, options).search(asked, {
        tokenize: (one) => [one],
        processTerm: (one) => one,
        boost: { ...fieldBoosts },
        boostTerm: (one) => weights.get(one) ?? 1,
      })
      expect(openMiniSearch(text).search(wanted, most)).toEqual(found.slice(0, most).map(({ id, score }) => ({ id, score })))
    }),
  )
})

test('a text folds as it does when it is taken apart as a whole', () => {
  const letters = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.repeat(20))
  const spanish = fc
    .array(fc.constantFrom('Á', 'é', 'ñ', 'Ü', '—', '«', 'º', '²', 'Σ', 'ΑΣ', 'İ', '\u0301', 'x', ' '), { maxLength: 20 })
    .map((all) => all.join('').repeat(20))
  fc.assert(
    fc.property(fc.oneof(letters, spanish), (any) => {
      expect(fold(any)).toBe(any.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
    }),
    { numRuns: 200 },
  )
})
