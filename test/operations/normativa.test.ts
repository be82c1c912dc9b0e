import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const { get, kb } = startService()
const read = async (path: string) => bodyOf(await get(path))

describe('articles', () => {
  test('an article comes whole: text, tables, rules, neighbours, source', async () => {
    const article = await read('/api/v1/normativa/cte/cte-db-he/he1-3-1-1')
    expect(article).toMatchObject({
      section: 'he1-3-1-1',
      number: 'HE 1, 3.1.1',
      title: 'Transmitancia de la envolvente térmica',
      version: '2022',
      in_force_to: null,
      source: { text_kind: 'normalised', verification: 'official_text' },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      previous: expect.objectContaining({ url: expect.stringContaining('/api/v1/normativa/cte/cte-db-he/') }),
      next: expect.objectContaining({ section: 'he1-3-1-2' }),
    })
    const table = (article['tables'] as Json[]).find((one) => one['table'] === 'tabla-3-1-1-a-he1')
    expect(table).toMatchObject({ number: 'Tabla 3.1.1.a-HE1', unit: 'W/m²K' })
    expect((article['rules'] as Json[]).map((rule) => rule['id'])).toContain('he1-ulim-uc-2022')
    expect(String(article['content'])).not.toMatch(/\{#|\]\((section|table|document):/)
  })

  test('a section is found by its printed number too', async () => {
    expect(await read(`/api/v1/normativa/cte/cte-db-he/${encodeURIComponent('HE 1, 3.1.1')}`)).toMatchObject({ section: 'he1-3-1-1' })
  })

  test('a date or an edition selects the wording; both together are an error', async () => {
    const at = (query: string) => read(`/api/v1/normativa/cte/cte-db-he/he5-3?${query}`)
    const [now, then] = [await at('as_of=2023-01-01'), await at('as_of=2020-01-01')]
    expect([now['version'], then['version']]).toEqual(['2022', '2019'])
    expect(now['content']).not.toBe(then['content'])
    expect(await at('version=2019')).toMatchObject({ version: '2019', in_force_to: '2022-06-14' })
    expect(await at('version=2019&as_of=2020-01-01')).toMatchObject({ status: 422, code: 'validation' })
    expect(await at('version=1990')).toMatchObject({ code: 'not-in-force', candidates: expect.arrayContaining(['2022']) })
  })

  test('a section that is no longer in force is answered with the day it ended', async () => {
    const article = await read('/api/v1/normativa/cte/cte-db-he/he1-2013-2-2-1-2')
    expect(article).toMatchObject({ version: '2017', in_force_to: '2019-12-27' })
  })

  test.each([
    ['/api/v1/normativa/ctee', 'unknown-collection', 'cte'],
    ['/api/v1/normativa/cte/cte-db-hee', 'unknown-document', 'cte-db-he'],
    ['/api/v1/normativa/cte/cte-db-he/he1-3-1-11', 'unknown-section', 'he1-3-1-1'],
  ])('%s is %s, with %s among the candidates', async (path, code, right) => {
    expect(await read(path)).toMatchObject({ status: 404, code, candidates: expect.arrayContaining([right]) })
  })

  test('every article of every edition can be read, and its links lead somewhere', async () => {
    const links = new Set<string>()
    for (const document of kb.documents) {
      for (const { slug, editions } of kb.articles.contents(document.slug)) {
        for (const version of editions) {
          const response = await get(`/api/v1/normativa/${document.collection}/${document.slug}/${slug}?version=${version}`)
          expect(response.status, `${document.slug} ${slug} ${version}`).toBe(200)
          for (const [, link] of String((await bodyOf(response))['content']).matchAll(/\]\((\/api[^)#]*)/g)) links.add(link ?? '')
        }
      }
    }
    for (const link of links) expect((await get(link)).status, link).toBe(200)
    expect(links.size).toBeGreaterThan(20)
  })
})

describe('contents', () => {
  test('collections, documents and contents lead to one another', async () => {
    expect(await read('/api/v1/normativa')).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ collection: 'cte' })]) })
    expect(await read('/api/v1/normativa/cte')).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ document: 'cte-db-he', version: '2022' })]),
    })
    const document = await read('/api/v1/normativa/cte/cte-db-he')
    expect((document['editions'] as Json[]).map((edition) => edition['version'])).toEqual(expect.arrayContaining(['2013', '2017', '2019', '2022']))
    expect(document['sections']).toContainEqual(expect.objectContaining({ section: 'he1-3-1-1', parent: 'he1-3-1' }))
  })

  test('lists rules with the conditions that they depend on', async () => {
    const body = await read('/api/v1/reglas?element=envolvente-termica&parameter=coeficiente-global-transmision-calor')
    const conditions = (body['items'] as Json[]).flatMap((item) => (item['conditions'] as Json[]).map((one) => one['field']))
    expect(conditions).toEqual(expect.arrayContaining(['uso', 'intervencion', 'compacidad']))
  })

  test('meta names the base and what it does not hold', async () => {
    const meta = await read('/api/v1/meta')
    expect(meta).toMatchObject({ kb: { id: 'plomada-es', sha256: kb.meta.sha256 }, coverage: { municipalities: { total: 8132 } } })
  })
})

describe('editions', () => {
  const diff = (from: string, to: string) => read(`/api/v1/normativa/cte/cte-db-he/diff?from=${from}&to=${to}`)

  test('the difference names reworded sections and changed limits, old value and new by place', async () => {
    const body = await diff('2017', '2019')
    expect(body['sections']).toContainEqual(expect.objectContaining({ section: 'he1-3-1-1', change: 'added' }))
    const roof = (body['limits'] as Json[]).find(
      (change) => (change['from'] as Json | null)?.['rule'] === 'he1-2013-cubiertas' && (change['element'] as string[]).includes('cubierta-exterior'),
    )
    expect(roof).toMatchObject({ parameter: 'transmitancia-termica', unit: 'W/m²K', to: { rule: 'he1-ulim-uc-2022' } })
    expect(roof?.['values']).toEqual(
      expect.arrayContaining([
        {
          at: 'D',
          from: '0.4',
          to: '0.35',
          words: { at: 'D', from: 'como máximo 0,4 W/m²K', to: 'como máximo 0,35 W/m²K' },
        },
      ]),
    )
  })

  test('from 2019 to 2022 only what RD 450/2022 changed: HE 5 and HE 6', async () => {
    const body = await diff('2019', '2022')
    const sections = (body['sections'] as Json[]).map((change) => String(change['section']))
    expect(sections).toEqual(expect.arrayContaining(['he5-1', 'he5-3', 'he6-3']))
    expect(sections.filter((section) => section.startsWith('he1-') || section.startsWith('he3-'))).toEqual([])
    const parameters = new Set((body['limits'] as Json[]).map((change) => change['parameter']))
    expect(parameters).toContain('potencia-generacion-renovable')
    expect(parameters).not.toContain('transmitancia-termica')
  })

  test('compares limits of the same case: an unchanged limit is not listed', async () => {
    const { limits } = await diff('2019', '2022')
    expect((limits as Json[]).filter((change) => change['parameter'] === 'scop-dhw')).toEqual([])
  })

  test('a single figure is compared with the figure for each place in the other edition', async () => {
    const { limits } = await diff('2017', '2019')
    for (const { values } of limits as { values: { at: string; from: unknown; to: unknown }[] }[])
      if (values.length > 1) expect(values.map(({ at }) => at)).not.toContain('')
    expect((limits as { values: Json[] }[]).flatMap(({ values }) => values)).toContainEqual(
      expect.objectContaining({ at: 'α', from: 'base + f / s', to: '20' }),
    )
  })

  test('the words of a difference hold no code: no formula, no sign of a condition, no identifier', async () => {
    const words = (
      await Promise.all(
        [
          ['2006', '2013'],
          ['2013', '2017'],
          ['2017', '2019'],
          ['2019', '2022'],
        ].map(async ([from = '', to = '']) => (await diff(from, to))['limits'] as { values: { words: Record<string, string | null> }[] }[]),
      )
    )
      .flat()
      .flatMap(({ values }) => values.flatMap((value) => Object.values(value.words)))
    expect(words.length).toBeGreaterThan(100)
    expect(words.filter((text) => text !== null && /[_|<>=*]|\b(?:min|max|floor|ceil)\(/.test(text))).toEqual([])
    expect(words.some((text) => text !== null && /^un mínimo según «[^»]+»/.test(text))).toBe(true)
  })

  test('an unknown edition is an error that lists the known ones', async () => {
    expect(await diff('1999', '2022')).toMatchObject({ code: 'not-in-force', candidates: expect.arrayContaining(['2019', '2022']) })
  })
})

describe('search', () => {
  test.each([
    ['transmitancia cubierta', 'he1-3-1-1'],
    ['TRANSMITÁNCIA CUBIÉRTAS', 'he1-3-1-1'],
    ['eficienzia instalacion ilumminacion', 'he3-3-1'],
    ['recarga vehículo eléctrico aparcamiento residencial conducción de cables', 'he6-3'],
    ['radon nivel de referencia', 'hs6-2'],
    ['caudal ventilación vivienda', 'hs3-2'],
  ])('%s finds %s near the top', async (q, section) => {
    const body = await read(`/api/v1/search?q=${encodeURIComponent(q)}&limit=5`)
    expect((body['items'] as Json[]).map((item) => item['section'])).toContain(section)
  })

  test.each([
    ['HE1 3.1.1', ['cte-db-he/he1-3-1-1']],
    ['DB HE-1, 3.1.1', ['cte-db-he/he1-3-1-1']],
    ['tabla 3.1.1.a', ['cte-db-he/he1-3-1-1']],
    ['SUA1-4.2', ['cte-db-sua/sua1-4-2']],
    ['art. 27 RITE', ['rite/rite-27']],
    ['ITC-BT-25', ['rebt/itc-bt-25']],
  ])('the identifier %s gives its section and nothing else', async (q, sections) => {
    const body = await read(`/api/v1/search?q=${encodeURIComponent(q)}`)
    expect((body['items'] as Json[]).map(({ document, section }) => `${document}/${section}`)).toEqual(sections)
  })

  test('a number without its document is searched, not taken for an identifier', async () => {
    expect((await read('/api/v1/search?q=3.1.1'))['total']).toBeGreaterThan(1)
  })

  test('a plus is a space, a snippet is plain and its highlights are words of it', async () => {
    const body = await read('/api/v1/search?q=control+solar&limit=3')
    for (const item of body['items'] as Json[]) {
      const snippet = String(item['snippet'])
      expect(snippet).not.toMatch(/[*_[\]{}]/)
      for (const { start, end } of item['highlights'] as { start: number; end: number }[])
        expect(snippet.slice(start, end)).toMatch(/^[\p{L}\p{N}.,]+$/u)
    }
    expect((body['items'] as Json[]).length).toBeGreaterThan(0)
  })

  test('filters by collection and document; facets count them all', async () => {
    const body = await read('/api/v1/search?q=ventilación&document=cte-db-hs')
    expect(new Set((body['items'] as Json[]).map((item) => item['document']))).toEqual(new Set(['cte-db-hs']))
    expect((body['facets'] as { documents: Json[] }).documents.length).toBeGreaterThan(1)
  })

  test('nothing found is an empty page', async () => {
    expect(await read('/api/v1/search?q=xyzzyqwerty')).toMatchObject({ items: [], total: 0, next_cursor: null })
  })

  test('finds the wording of a day', async () => {
    const body = await read('/api/v1/search?q=contribución+solar+mínima&as_of=2015-01-01&limit=3')
    expect((body['items'] as Json[]).every((item) => item['version'] === '2013' || item['document'] !== 'cte-db-he')).toBe(true)
    expect((body['items'] as Json[]).map((item) => item['section']).join(' ')).toMatch(/he4/)
  })
})
