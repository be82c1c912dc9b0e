import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { articlesFor } from '../../server/kb/articles-for.ts'
import { editDistance, wordList } from '../../server/kb/fuzzy-match.ts'
import { buildIndex, openIndex } from '../../server/kb/search-index.ts'
import { snowball, stem, stems } from '../../server/kb/text-analysis.ts'
import { realBase } from '../service.ts'

const articles = [
  {
    id: 'a',
    number: 'HE 1',
    title: 'Transmitancia de la envolvente',
    names: 'cubierta azotea',
    asked: '',
    text: 'La transmitancia térmica de las cubiertas no supera el límite.',
  },
  { id: 'b', number: 'HS 3', title: 'Calidad del aire', names: 'ventilación', asked: '', text: 'El caudal de ventilación de cada dormitorio.' },
  {
    id: 'c',
    number: 'SUA 1',
    title: 'Seguridad frente a caídas',
    names: 'barandilla',
    asked: '',
    text: 'La barrera de protección tiene la altura de la tabla.',
  },
]
const texts = new Map(articles.map(({ id, title, text }) => [id, `${title} ${text}`]))
const engines = (['minisearch', 'typed'] as const).map((engine) => ({
  engine,
  index: openIndex(buildIndex(articles, engine), (id) => texts.get(id) ?? ''),
}))

describe.each(engines)('search with $engine', ({ index }) => {
  test.each([
    ['transmitancia cubierta', 'a'],
    ['TRANSMITANCIA', 'a'],
    ['transmitansia', 'a'],
    ['transmitancias termicas', 'a'],
    ['ventilacion', 'b'],
    ['ventilasion dormitorio', 'b'],
    ['barandiya', 'c'],
    ['HE 1', 'a'],
  ])('%s finds %s first', (query, id) => expect(index.search(query)[0]?.id).toBe(id))

  test.each(['', 'de la que', 'xyzzyqwerty', '¿?'])('"%s" finds nothing', (query) => expect(index.search(query)).toEqual([]))

  test('accents and case are ignored', () => {
    fc.assert(
      fc.property(fc.constantFrom('Cubierta', 'ventilación', 'térmica', 'límite', 'protección', 'envolvente'), (word) => {
        const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
        expect(index.search(plain)).toEqual(index.search(word))
      }),
    )
  })
})

test('both engines rank the same article of the real knowledge base first', () => {
  const kb = realBase()
  const all = kb.documents.flatMap(({ slug }) =>
    kb.articles.contents(slug).map((row) => ({
      id: `${slug}/${row.slug}@${row.editions[0]}`,
      number: row.number,
      title: row.title,
      names: '',
      asked: '',
      text: kb.articles.textOf(`${slug}/${row.slug}@${row.editions[0]}`),
    })),
  )
  const [mini, typed] = (['minisearch', 'typed'] as const).map((engine) => openIndex(buildIndex(all, engine), (id) => kb.articles.textOf(id)))
  const queries = [
    'transmitancia térmica límite de la envolvente',
    'nivel de referencia de radón',
    'recorrido de evacuación una sola salida',
    'resbaladicidad de los suelos',
    'aislamiento acústico a ruido aéreo',
  ]
  const same = queries.filter(
    (query) =>
      typed
        ?.search(query)
        .slice(0, 5)
        .some(({ id }) => id === mini?.search(query)[0]?.id) === true,
  )
  expect(same).toEqual(queries)
})

describe('Spanish analysis', () => {
  // Words of the published Snowball vocabulary that are stemmed wrongly without their accent.
  test.each([
    ['alineacion', 'alin'],
    ['constitucion', 'constitu'],
    ['evaluacion', 'evalu'],
    ['resolucion', 'resolu'],
    ['ventilación', 'ventil'],
    ['cubiertas', 'cubiert'],
  ])('%s has the stem %s', (word, expected) => expect(snowball(word)).toBe(expected))
  test('numbers and short words are kept, stop words removed', () => {
    expect(stems('la tabla 3.1.1 de HE1')).toEqual(['tabl', '3.1.1', 'he1'])
    expect(stem('de')).toBeUndefined()
  })
})

describe('mistyped words', () => {
  test.each([
    ['cubierta', 'cuvierta', 1],
    ['barandilla', 'barandiya', 2],
    ['locales', 'loclaes', 1],
    ['radon', 'radon', 0],
    ['muro', 'viga', 3],
  ])('%s and %s are %i apart', (one, other, distance) => {
    expect(editDistance(one, other, 2)).toBe(distance)
    expect(editDistance(other, one, 2)).toBe(distance)
  })
  test('the list finds near words only, and none for short words or numbers', () => {
    const list = wordList(['cubierta', 'cubierto', 'muro', 'rampa', '3.1.1'])
    expect(list.near('cuvierta').map(({ word }) => word)).toEqual(['cubierta'])
    expect(list.near('rmapa').map(({ word }) => word)).toEqual(['rampa'])
    expect(list.near('3.1.2')).toEqual([])
    expect(list.near('vig')).toEqual([])
  })
})

describe('search in the knowledge base puts first', () => {
  const kb = realBase()
  const first = (query: string): string => {
    const [article] = articlesFor(kb, query, kb.meta.referenceDate)
    return `${article?.document}/${article?.section}`
  }

  test.each([
    ['SUA 9', 'cte-db-sua/sua9'],
    ['barandilla altura', 'cte-db-sua/sua1-3-2-1'],
    ['altura de las barandillas', 'cte-db-sua/sua1-3-2-1'],
    ['ancho pasillo evacuacion', 'cte-db-si/si3-4-2'],
    ['rampa pendiente', 'cte-db-sua/sua1-4-3-1'],
    ['temperatura ACS', 'cte-db-hs/hs4-2-1-3'],
    ['BIEs garaje', 'cte-db-si/si4-1'],
    ['BIE garaje', 'cte-db-si/si4-1'],
  ])('for %s %s', (query, article) => expect(first(query)).toBe(article))

  test.each(['legionela', 'Legionella', 'legionelosis'])('for %s an article of the decree on it', (query) => {
    expect(first(query)).toMatch(/^rd-487-2022\//)
  })
})
