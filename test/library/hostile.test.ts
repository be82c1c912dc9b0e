import { openSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LibraryError } from '../../server/library/library-error.ts'
import type { DocumentLimits } from '../../server/library/read-document.ts'
import { addFile, docxFile, emptyFolder, newLibrary, terminal } from './library-folder.ts'
import { pdfFile } from './pdf-file.ts'

const good = pdfFile([{ lines: ['Una página entera'] }])

async function refusal(name: string, content: string | Uint8Array, limits: Partial<DocumentLimits> = {}): Promise<LibraryError> {
  const { library } = newLibrary(limits)
  try {
    const document = await addFile(library, name, content)
    throw new Error(`It was taken, with ${document.pages} pages`)
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error
    expect(library.list()).toEqual([])
    return error
  } finally {
    library.close()
  }
}

describe('documents that are not taken', () => {
  test.each([
    ['an empty file', 'vacio.pdf', '', 'empty', 'está vacío'],
    ['another format', 'plano.dwg', 'AC1032', 'format', '.pdf, .docx, .md, .txt'],
    ['a text that is called PDF', 'falso.pdf', 'hola', 'format', 'no es un PDF'],
    ['bytes that are called text', 'falso.txt', Buffer.from([0, 1, 2, 0, 255]), 'format', 'no es texto'],
    ['a document with a password', 'a.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'encrypted', 'contraseña'],
    ['a zip that is no document', 'a.docx', 'PK\u0003\u0004nada', 'unreadable', 'dañado'],
    ['half a PDF', 'medio.pdf', good.subarray(0, 60), 'unreadable', 'dañado'],
    ['a PDF without pages', 'sin.pdf', pdfFile([]), 'empty', 'ni páginas'],
    ['a text of spaces', 'blanco.txt', '   \n \n', 'empty', 'no tiene texto'],
  ] as const)('%s', async (_, name, content, reason, words) => {
    const error = await refusal(name, content)
    expect([error.reason, error.detail.es]).toEqual([reason, expect.stringContaining(words)])
    expect(error.detail.en).not.toBe(error.detail.es)
  })

  test('a PDF that needs a password', async () => {
    const encrypt = `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${'aa'.repeat(32)}> /U <${'bb'.repeat(32)}> >>`
    const pdf = pdfFile([{ lines: ['secreto'] }], {
      trailer: `/Encrypt ${encrypt} /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]`,
    })
    const { reason, detail } = await refusal('cifrado.pdf', pdf)
    expect([reason, detail.es]).toEqual([
      'encrypted',
      '«cifrado.pdf» está protegido con contraseña: ábralo con ella y guarde una copia sin protección',
    ])
  })

  test('1 GB is refused before anything is read or copied', async () => {
    const file = join(emptyFolder(), 'plan.pdf')
    const handle = openSync(file, 'w')
    writeSync(handle, good)
    truncateSync(file, 1024 ** 3)
    const { library } = newLibrary()
    const started = performance.now()
    await expect(library.add({ source: { file }, name: 'plan.pdf', by: terminal })).rejects.toMatchObject({
      reason: 'too-large',
      detail: { es: expect.stringContaining('1024 MB y se admiten 256') },
    })
    expect(performance.now() - started).toBeLessThan(1000)
    library.close()
  })

  test('more pages than are taken', async () => {
    const { reason, detail } = await refusal('largo.pdf', pdfFile([{}, {}, {}]), { mostPages: 2 })
    expect([reason, detail.es]).toEqual(['too-many-pages', '«largo.pdf» tiene 3 páginas y se admiten 2: divídalo en varios'])
  })
})

describe('hostile documents', () => {
  test('a page that unpacks to hundreds of megabytes ends the reader and nothing else', async () => {
    // Packed twice, a quarter of a gigabyte is less than one kilobyte; the library takes twice that and more while it unpacks.
    const bomb = deflateSync(deflateSync(Buffer.alloc(256 * 1024 ** 2)))
    expect(bomb.length).toBeLessThan(1024)
    const pdf = Buffer.from(
      pdfFile([{ content: bomb }])
        .toString('latin1')
        .replace(`/Length ${bomb.length} /Filter /FlateDecode`, `/Length ${bomb.length} /Filter [/FlateDecode /FlateDecode]`),
      'latin1',
    )
    const { library } = newLibrary({ mostMemory: 300 * 1024 ** 2, mostSilentMs: 60_000 })
    const rss = process.memoryUsage.rss()
    await expect(addFile(library, 'bomba.pdf', pdf)).rejects.toMatchObject({
      reason: 'memory',
      detail: { es: expect.stringContaining('más de 300 MB') },
    })
    expect(process.memoryUsage.rss() - rss).toBeLessThan(450 * 1024 ** 2)
    expect(await addFile(library, 'bien.pdf', good)).toMatchObject({ pages: 1 })
    library.close()
  }, 60_000)

  test('over the limit of memory the reader ends itself', async () => {
    const { reason, detail } = await refusal('grande.pdf', pdfFile(Array.from({ length: 30 }, () => ({ lines: ['x'.repeat(90)] }))), {
      mostMemory: 1,
    })
    expect([reason, detail.es]).toEqual(['memory', expect.stringContaining('memoria')])
  })

  test('a page that never ends is told by its number', async () => {
    const operators = `q ${'0 0 m 1 1 l S '.repeat(300_000)} Q`
    const { library } = newLibrary({ mostSilentMs: 200 })
    await expect(addFile(library, 'eterno.pdf', pdfFile(Array.from({ length: 20 }, () => ({ content: operators }))))).rejects.toMatchObject({
      reason: 'time',
    })
    library.close()
  })

  test('a page tree, a form and an object stream that contain themselves do not hold the reader', async () => {
    const { library } = newLibrary({ mostSilentMs: 10_000 })
    const loops = [
      pdfFile([{ lines: ['uno'] }])
        .toString('latin1')
        .replace('/Kids [5 0 R]', '/Kids [2 0 R]'),
      pdfFile([{ content: '/Im0 Do', image: 2 }])
        .toString('latin1')
        .replace('/Subtype /Image', '/Subtype /Form /Resources << /XObject << /Im0 5 0 R >> >>'),
      pdfFile([{ lines: ['uno'] }], { objects: ['<< /Type /ObjStm /N 1 /First 4 /Extends 6 0 R /Length 4 >>\nstream\n6 0 \nendstream'] }).toString(
        'latin1',
      ),
    ]
    for (const [at, pdf] of loops.entries())
      await addFile(library, `bucle-${at}.pdf`, Buffer.from(pdf, 'latin1')).catch((error: unknown) => expect(error).toBeInstanceOf(LibraryError))
    expect(await addFile(library, 'bien.pdf', good)).toMatchObject({ pages: 1 })
    library.close()
  }, 60_000)

  test('a script inside is not run', async () => {
    const { library } = newLibrary()
    const script = '/OpenAction << /S /JavaScript /JS (globalThis.process.exit\\(7\\); while\\(true\\){}) >>'
    const { id } = await addFile(library, 'guion.pdf', pdfFile([{ lines: ['Texto'] }], { extra: script }))
    expect(library.page(id, 1)).toBe('Texto')
    library.close()
  })

  test('a .docx with entities or of a gigabyte is refused', async () => {
    const bomb = (await docxFile('<w:p/>')).slice()
    expect((await refusal('a.docx', bomb)).reason).toBe('empty')
    const { strToU8, zipSync } = await import('fflate')
    const entities = '<!DOCTYPE a [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]><w:document><w:t>&b;</w:t></w:document>'
    expect((await refusal('b.docx', zipSync({ 'word/document.xml': strToU8(entities) }))).reason).toBe('unreadable')
    const large = zipSync({ 'word/document.xml': new Uint8Array(70 * 1024 ** 2) })
    expect((await refusal('c.docx', large)).reason).toBe('unreadable')
  })

  test('bytes changed at random are taken or refused, and the service goes on', async () => {
    const { library } = newLibrary({ mostSilentMs: 5000 })
    const whole = pdfFile([{ lines: ['Artículo 1. Objeto'] }, { image: 20 }])
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        const broken = Buffer.from(whole)
        for (const [at, value] of all) broken[at] = value
        await addFile(library, 'azar.pdf', broken).catch((error: unknown) => expect(error).toBeInstanceOf(LibraryError))
      }),
      { numRuns: Number(process.env['PLOMADA_FUZZ'] ?? 4) },
    )
    expect(library.reading()).toEqual([])
    library.close()
  }, 120_000)
})
