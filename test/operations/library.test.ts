import { describe, expect, test } from 'vitest'
import { officialPages } from '../library/official-pdf.ts'
import { type MadePage, pdfFile } from '../library/pdf-file.ts'
import { bodyOf, desktop, type Json, network, startService } from '../service.ts'

const address = '/api/v1/biblioteca'
const ordinance = pdfFile([
  { lines: ['Ordenanza municipal de edificación de Villaprueba'] },
  { lines: ['Artículo 7. Vuelos de balcones', 'El vuelo máximo de los balcones sobre la calle será de 0,80 m.', '', 'Artículo 8. Cerramientos'] },
  { image: 40 },
])

function withKeys() {
  const service = startService()
  const issue = (scopes: string[], limits: { projects?: string[]; readingOnly?: boolean } = {}) =>
    service.keys.issue({ name: scopes.join('+'), scopes, expiresAt: null, ...limits }).text
  const send = async (key: string, method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${key}`, host: 'localhost', 'content-type': 'application/json' }
    const response = await service.app.fetch(
      new Request(`http://localhost${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
      network,
    )
    return { status: response.status, body: await bodyOf(response) }
  }
  const key = issue(['read', 'ask', 'library'])
  const add = async (pages: readonly MadePage[] | Buffer, name = 'ordenanza.pdf') => {
    const file = (Buffer.isBuffer(pages) ? pages : pdfFile(pages)).toString('base64')
    const { body } = await send(key, 'POST', address, { name, file })
    return String((body['document'] as Json)['id'])
  }
  return { ...service, issue, send, key, add }
}

describe('the library over the network', () => {
  test('adds a document, lists it, gives its pages and its file, and removes it', async () => {
    const { send, key, app } = withKeys()
    const added = await send(key, 'POST', address, { name: 'Ordenanza_2024.pdf', file: ordinance.toString('base64') })
    const document = added.body['document'] as Json
    expect(added).toMatchObject({
      status: 200,
      body: {
        is_new: true,
        document: { title: 'Ordenanza 2024', pages: 3, unread: [{ page: 3, content: 'image' }], added_by: { kind: 'key', name: 'read+ask+library' } },
      },
    })
    expect(await send(key, 'POST', address, { name: 'otra.pdf', file: ordinance.toString('base64') })).toMatchObject({
      body: { is_new: false, document },
    })
    expect((await send(key, 'GET', address)).body).toEqual({ items: [document], total: 1, reading: [] })
    const page = await send(key, 'GET', `${address}/${String(document['id'])}/paginas/2`)
    expect(page.body).toMatchObject({ page: 2, content: 'text', url: `${String(document['url'])}#page=2` })
    expect(page.body['text']).toContain('Artículo 7. Vuelos de balcones\nEl vuelo máximo')
    expect((await send(key, 'GET', `${address}/${String(document['id'])}/paginas/3`)).body).toMatchObject({ content: 'image', text: '' })
    expect(await send(key, 'GET', `${address}/${String(document['id'])}/paginas/4`)).toMatchObject({
      status: 404,
      body: { detail: '«Ordenanza 2024» no tiene la página 4: tiene 3' },
    })
    const file = await app.fetch(
      new Request(`http://localhost${String(document['url'])}`, { headers: { authorization: `Bearer ${key}`, host: 'localhost' } }),
      network,
    )
    expect(Buffer.from(await file.arrayBuffer())).toEqual(ordinance)
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'x-content-type-options', 'content-security-policy'].map((name) => [name, file.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Ordenanza_2024.pdf"; filename*=UTF-8''Ordenanza_2024.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    })
    expect(await send(key, 'DELETE', `${address}/${String(document['id'])}`)).toMatchObject({ status: 200 })
    expect(await send(key, 'DELETE', `${address}/${String(document['id'])}`)).toMatchObject({ status: 404, body: { code: 'unknown-document' } })
    expect((await send(key, 'GET', address)).body).toMatchObject({ items: [] })
  })

  test('refuses what cannot be read, in the language of the reader', async () => {
    const { app } = withKeys()
    const send = async (language: string) => {
      const body = JSON.stringify({ name: 'plano.dwg', file: Buffer.from('AC1032').toString('base64') })
      const response = await app.fetch(
        new Request(`http://localhost${address}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'accept-language': language },
          body,
        }),
        desktop,
      )
      return { status: response.status, ...(await bodyOf(response)) }
    }
    expect(await send('es')).toMatchObject({
      status: 422,
      code: 'document-refused',
      detail: '«plano.dwg» no es de un formato que se lea: se espera .pdf, .docx, .md, .txt',
    })
    expect(await send('en')).toMatchObject({ detail: '"plano.dwg" is of no format that is read: expected .pdf, .docx, .md, .txt' })
  })

  test('is for keys with its scope alone, and changed by none that only reads or is of named projects', async () => {
    const { send, issue, add, keys } = withKeys()
    const id = await add(ordinance)
    expect(keys.list().some(({ scopes }) => scopes.includes('library'))).toBe(true)
    const other = issue(['read', 'verify', 'ask', 'admin'])
    for (const [method, path, body] of [
      ['GET', address],
      ['GET', `${address}/${id}/paginas/1`],
      ['GET', `${address}/${id}/fichero`],
      ['GET', `${address}/textos?document=cte-db-he`],
      ['DELETE', `${address}/${id}`],
      ['POST', address, { name: 'a.txt', file: 'aG9sYQ==' }],
      ['GET', '/api/v1/search?q=vuelo&collection=biblioteca'],
      ['POST', '/api/v1/ask', { query: 'vuelo de un balcón', collection: 'biblioteca' }],
    ] as const)
      expect(await send(other, method, path, body), path).toMatchObject({
        status: 403,
        body: { code: 'scope-missing', detail: expect.stringContaining('permiso library') },
      })
    for (const limits of [{ readingOnly: true }, { projects: ['f47ac10b-58cc-4372-a567-0e02b2c3d479'] }]) {
      const reader = issue(['read', 'library'], limits)
      expect(await send(reader, 'GET', address)).toMatchObject({ status: 200, body: { total: 1 } })
      expect(await send(reader, 'POST', address, { name: 'a.txt', file: 'aG9sYQ==' })).toMatchObject({ status: 403, body: { code: 'out-of-reach' } })
      expect(await send(reader, 'DELETE', `${address}/${id}`)).toMatchObject({ status: 403, body: { code: 'out-of-reach' } })
    }
    expect(await send(other, 'GET', '/api/v1/search?q=vuelo')).toMatchObject({ status: 200 })
  })

  test('adding and removing have a line in the audit, with the document', async () => {
    const { issue, add, send, key } = withKeys()
    const id = await add(ordinance)
    await send(key, 'DELETE', `${address}/${id}`)
    const { body } = await send(issue(['admin']), 'GET', '/api/v1/admin/audit')
    const own = (body['items'] as { operation: string; subject: string | null }[])
      .filter(({ subject }) => subject === id)
      .map(({ operation }) => operation)
    expect(own.toSorted()).toEqual(['addToLibrary', 'removeFromLibrary'])
  })
})

describe('search and ask', () => {
  test('a search of the library quotes document and page, and no other search has any of it', async () => {
    const { send, key, add } = withKeys()
    const id = await add(ordinance)
    const found = await send(key, 'GET', '/api/v1/search?q=buelo+maximo+balcon&collection=biblioteca')
    expect(found.body).toMatchObject({
      total: 1,
      items: [
        {
          collection: 'biblioteca',
          document: id,
          section: '2',
          number: 'página 2',
          page: 2,
          official: false,
          document_title: 'ordenanza',
          version: '',
          url: `${address}/${id}/fichero#page=2`,
        },
      ],
      facets: { collections: [{ value: 'biblioteca', count: 1 }], documents: [{ value: id, count: 1 }] },
    })
    const [item] = found.body['items'] as { snippet: string; highlights: { start: number; end: number }[] }[]
    expect(item?.snippet).toBe('El vuelo máximo de los balcones sobre la calle será de 0,80 m.')
    expect(item?.highlights.map(({ start, end }) => item.snippet.slice(start, end))).toContain('balcones')
    const base = await send(key, 'GET', '/api/v1/search?q=vuelo+balcones')
    for (const one of base.body['items'] as Json[]) expect(one).toMatchObject({ official: true, page: null })
    expect(JSON.stringify(base.body)).not.toContain('Villaprueba')
    expect(await send(key, 'GET', '/api/v1/search?q=vuelo&collection=biblioteca&document=0000000000000000')).toMatchObject({
      status: 404,
      body: { code: 'unknown-document' },
    })
  })

  test('pages of a search go on with a cursor, which is stale once the library has changed', async () => {
    const { send, key, add } = withKeys()
    await add(
      Array.from({ length: 5 }, (_, page) => ({ lines: [`Claraboya número ${page}`] })),
      'claraboyas.pdf',
    )
    const first = await send(key, 'GET', '/api/v1/search?q=claraboya&collection=biblioteca&limit=3')
    const cursor = String(first.body['next_cursor'])
    const rest = await send(key, 'GET', `/api/v1/search?q=claraboya&collection=biblioteca&limit=3&cursor=${cursor}`)
    expect([first.body['total'], (rest.body['items'] as Json[]).length]).toEqual([5, 2])
    await add(ordinance)
    expect(await send(key, 'GET', `/api/v1/search?q=claraboya&collection=biblioteca&limit=3&cursor=${cursor}`)).toMatchObject({
      body: { code: 'cursor-stale' },
    })
  })

  test('ask quotes the library only when asked to, and its answer, figures, sources and verdict are those without it', async () => {
    const { send, key, add } = withKeys()
    // The document contradicts the regulation on purpose.
    const id = await add([{ lines: ['La transmitancia térmica máxima de una cubierta plana en Madrid es de 9,99 W/m²K.'] }], 'folleto.pdf')
    for (const query of [
      '¿Qué transmitancia máxima admite una cubierta plana en Madrid?',
      '¿Cumple una cubierta plana en Madrid con una transmitancia térmica de 5 W/m²K?',
    ]) {
      const [without, withLibrary] = [
        await send(key, 'POST', '/api/v1/ask', { query }),
        await send(key, 'POST', '/api/v1/ask', { query, collection: 'biblioteca' }),
      ]
      expect(without.body['library']).toEqual([])
      expect(withLibrary.body).toEqual({
        ...without.body,
        library: [expect.objectContaining({ document: id, page: 1, official: false, excerpt: expect.stringContaining('9,99') })],
      })
      expect(JSON.stringify({ ...withLibrary.body, library: [] })).not.toContain('9,99')
    }
    const english = await send(key, 'POST', '/api/v1/ask', {
      query: 'maximum thermal transmittance of a flat roof in Madrid',
      collection: 'biblioteca',
    })
    expect(english.body['library']).toMatchObject([{ document: id }])
    const other = await send(key, 'POST', '/api/v1/ask', { query: '¿Qué pendiente máxima tiene una rampa accesible?', collection: 'biblioteca' })
    expect(other.body['library']).toEqual([])
  })

  test('no verdict changes with what the library says', async () => {
    const { send, issue, add } = withKeys()
    const key = issue(['verify'])
    const check = { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.5, unit: 'W/m²K', geo_id: 'ES-28079' }
    const before = await send(key, 'POST', '/api/v1/verify', check)
    await add([{ lines: ['La transmitancia térmica máxima de una cubierta plana en Madrid es de 9,99 W/m²K.'] }], 'folleto.pdf')
    expect((await send(key, 'POST', '/api/v1/verify', check)).body).toEqual(before.body)
  })
})

describe('official documents in the library', () => {
  test('are recognised by title and headings, and their sections found on the page where they begin', async () => {
    const { send, key, add, kb } = withKeys()
    const pages = officialPages(kb, 'cte-db-he', '2022')
    const id = await add(pages, 'cualquier-nombre.pdf')
    const texts = await send(key, 'GET', `${address}/textos?document=cte-db-he`)
    const items = texts.body['items'] as { section: string; version: string; page: number }[]
    const rows = kb.articles.contents('cte-db-he').filter(({ editions }) => editions.includes('2022'))
    expect(items.length).toBeGreaterThan(0.9 * rows.length)
    const first = pages.length - rows.length + 1
    for (const { section, version, page } of items) {
      expect([section, version, page]).toEqual([section, '2022', first + rows.findIndex(({ slug }) => slug === section)])
    }
    const one = await send(key, 'GET', `${address}/textos?document=cte-db-he&section=he1-3-1-1&version=2022`)
    expect(one.body).toMatchObject({
      total: 1,
      items: [{ id, has_comments: false, url: expect.stringMatching(new RegExp(`^${address}/${id}/fichero#page=\\d+$`)) }],
    })
    expect(await send(key, 'GET', `${address}/textos?document=cte-db-he&section=he1-3-1-1&version=2019`)).toMatchObject({ body: { total: 0 } })
  })

  test('with comments are told; without the year of an edition on the cover, or without the headings, they are not linked', async () => {
    const { send, key, add, kb } = withKeys()
    const texts = async () => (await send(key, 'GET', `${address}/textos?document=cte-db-hr`)).body['items'] as { has_comments: boolean }[]
    const [cover, ...rest] = officialPages(kb, 'cte-db-hr', '2019')
    await add([{ lines: (cover?.lines ?? []).map((line) => line.replace('2019', '1999')) }, ...rest], 'otro-año.pdf')
    await add([{ lines: cover?.lines ?? [] }, { lines: ['Guía que habla del documento, sin ser él.'] }], 'guia.pdf')
    expect(await texts()).toEqual([])
    await add(officialPages(kb, 'cte-db-hr', '2019', { cover: ['con comentarios del Ministerio'] }), 'comentado.pdf')
    const found = await texts()
    expect(found.length).toBeGreaterThan(30)
    expect(found.every(({ has_comments }) => has_comments)).toBe(true)
  })
})
