import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOfArticle, addressOfDifference, articleOf, differenceOf } from '../../renderer/normativa/address.ts'
import { articleCitation } from '../../renderer/normativa/article-citation.ts'
import { comparedLines, diff } from '../../renderer/normativa/text-diff.ts'
import { en } from '../../renderer/text.en.ts'
import { es } from '../../renderer/text.es.ts'
import { realBase } from '../service.ts'

const said = (before: string, after: string) =>
  comparedLines(before, after).map((line) => line.map(({ change, words }) => `${change}: ${words.map(({ text }) => text).join(' ')}`))

describe('two wordings as one text', () => {
  test('unchanged, removed and added words; unchanged lines are whole', () => {
    expect(said('La altura no será menor que 2,20 m.\n\nFin.', 'La altura no será menor que 2,10 m.\n\nFin.')).toEqual([
      ['same: La altura no será menor que', 'removed: 2,20', 'added: 2,10', 'same: m.'],
      ['same: Fin.'],
    ])
  })

  test('passages that share few words are shown one after the other', () => {
    expect(said('Uno dos tres cuatro', 'Cinco seis siete cuatro')).toEqual([['removed: Uno dos tres cuatro'], ['added: Cinco seis siete cuatro']])
  })

  test('a change of style only is a change of the word', () => {
    expect(said('La **U~lim~** es 1', 'La U~lim~ es 1')[0]?.[0]).toBe('same: La')
    expect(comparedLines('a **U~lim~**', 'a **U~lim~**')[0]?.[0]?.words.map(({ text, style, isApart }) => [text, style, isApart])).toEqual([
      ['a', 'text', false],
      ['U', 'strong', true],
      ['lim', 'sub', false],
    ])
  })

  test('for any two lists, removing the additions gives the old one and removing the deletions the new one', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
    fc.assert(
      fc.property(list, list, (before, after) => {
        const steps = diff(before, after, (item) => item)
        expect(steps.filter(({ change }) => change !== 'added').map(({ item }) => item)).toEqual(before)
        expect(steps.filter(({ change }) => change !== 'removed').map(({ item }) => item)).toEqual(after)
      }),
    )
  })

  test('keeps every word of both wordings, for every article with two', () => {
    const kb = realBase()
    const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')
    const plain = (text: string): string => letters(text.replace(/\]\([^)\s]+\)/g, ']'))
    let compared = 0
    for (const { slug } of kb.documents)
      for (const section of new Set(kb.articles.contents(slug).map((one) => one.slug))) {
        const [before, after] = kb.articles.wordings(slug, section)
        if (before === undefined || after === undefined) continue
        compared += 1
        const side = (other: 'added' | 'removed') =>
          letters(
            comparedLines(before.content, after.content)
              .flat()
              .filter(({ change }) => change !== other)
              .flatMap(({ words }) => words.map(({ text }) => text))
              .join(''),
          )
        expect([side('added').length, side('removed').length], `${slug}/${section}`).toEqual([
          plain(before.content).length,
          plain(after.content).length,
        ])
      }
    expect(compared).toBeGreaterThan(10)
  }, 60_000)
})

describe('addresses', () => {
  test('the address of a comparison is read back, and differs from that of an article', () => {
    const address = { collection: 'cte', document: 'cte-db-he', from: '2017', to: '2019', section: 'he1-3-1-1' }
    const url = new URL(addressOfDifference(address), 'http://localhost')
    expect(differenceOf(url.pathname, url.searchParams)).toEqual(address)
    expect(differenceOf('/normativa/cte/cte-db-he/he1-3-1-1', new URLSearchParams())).toBeUndefined()
    expect(differenceOf('/normativa/cte/cte-db-he/diff', new URLSearchParams())).toEqual({ collection: 'cte', document: 'cte-db-he' })
  })

  test('no section has the name of the comparison page', () => {
    const kb = realBase()
    for (const { slug } of kb.documents) expect(kb.articles.contents(slug).map((one) => one.slug)).not.toContain('diff')
  })

  test('an article with its edition', () => {
    const address = { collection: 'cte', document: 'cte-db-he', section: 'he5-3', version: '2019' }
    expect(articleOf(addressOfArticle(address))).toEqual(address)
  })
})

test('a citation names document, edition, section, table, official identifier and base', () => {
  const article = {
    document_title: 'Documento Básico HE',
    version: '2022',
    in_force_from: '2022-06-15',
    number: 'HE 1, 3.1.1',
    title: 'Transmitancia',
    source: { authority: 'Ministerio', identifier: 'BOE-A-2006-5515', url: null, text_kind: 'normalised' as const, verification: '', read_in: [] },
  }
  const base = { id: 'es', version: '2026.11.0', sha256: 'ef77253dfdec'.padEnd(64, '0') }
  expect(articleCitation(article, { number: 'Tabla a', title: 'Valores U~lim~' }, base, es)).toBe(
    'Documento Básico HE, edición 2022 (desde 2022-06-15), HE 1, 3.1.1 Transmitancia, Tabla a (Valores Ulim). Ministerio, BOE-A-2006-5515. Plomada, base 2026.11.0 (ef77253dfdec)',
  )
  expect(articleCitation({ ...article, source: { ...article.source, identifier: null } }, undefined, base, en)).toBe(
    'Documento Básico HE, edition 2022 (since 2022-06-15), HE 1, 3.1.1 Transmitancia. Ministerio. Plomada, base 2026.11.0 (ef77253dfdec)',
  )
})
