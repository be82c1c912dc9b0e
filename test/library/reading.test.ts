import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addFile, docxFile, newLibrary } from './library-folder.ts'
import { pdfFile } from './pdf-file.ts'

describe('reading documents', () => {
  test('a PDF keeps the text of each page, with its paragraphs, and tells the pages without text', async () => {
    const { library } = newLibrary()
    const pdf = pdfFile([
      { lines: ['Ordenanza de edificación', '', 'Artículo 3. Vuelos', 'El vuelo máximo de un balcón'] },
      { image: 300 },
      {},
      { lines: ['fin'] },
    ])
    const document = await addFile(library, 'Ordenanza_de_Burgos.pdf', pdf)
    expect(document).toMatchObject({ title: 'Ordenanza de Burgos', format: 'pdf', division: 'page', pages: 4, bytes: pdf.length })
    expect(document.unread).toEqual([
      { page: 2, content: 'image' },
      { page: 3, content: 'blank' },
    ])
    expect(library.page(document.id, 1)).toBe('Ordenanza de edificación\n\nArtículo 3. Vuelos\nEl vuelo máximo de un balcón')
    expect(library.page(document.id, 5)).toBeUndefined()
    library.close()
  })

  test('a PDF is read where the native library to draw with is not, as in the installed program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-no-canvas-'))
    const [pdf, missing] = [join(folder, 'a.pdf'), join(folder, 'missing.cjs')]
    writeFileSync(pdf, pdfFile([{ lines: ['El vuelo máximo'] }, { image: 300 }]))
    const find = `const module_ = require('node:module'); const found = module_._resolveFilename
module_._resolveFilename = (name, ...rest) => { if (name === '@napi-rs/canvas') throw new Error('not installed'); return found.call(module_, name, ...rest) }`
    writeFileSync(missing, find)
    const read = `import { readFileSync } from 'node:fs'
const { readPdfPages } = await import('./server/library/text/pdf-pages.ts')
await readPdfPages(new Uint8Array(readFileSync(process.argv[1])), { opened() {}, page: ({ text, content }) => console.log(text, content) })`
    const out = execFileSync(process.execPath, ['--require', missing, '--input-type=module', '--eval', read, pdf], { encoding: 'utf8' })
    expect(out).toBe('El vuelo máximo text\n image\n')
  })

  test.each([
    ['UTF-8', Buffer.from('Cañón de sección áurea')],
    ['UTF-8 with its mark', Buffer.from('\uFEFFCañón de sección áurea')],
    ['UTF-16 LE', Buffer.from('\uFEFFCañón de sección áurea', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\uFEFFCañón de sección áurea', 'utf16le').swap16()],
    ['Latin-1', Buffer.from('Cañón de sección áurea', 'latin1')],
  ])('a text in %s is read as it was written', async (_, bytes) => {
    const { library } = newLibrary()
    const { id } = await addFile(library, 'nota.txt', bytes)
    expect(library.page(id, 1)).toBe('Cañón de sección áurea')
    library.close()
  })

  test('form feeds of a text are its pages; without any, it is divided in parts that end with a paragraph', async () => {
    const { library } = newLibrary()
    const paged = await addFile(library, 'paginado.txt', 'primera\fsegunda\f')
    expect([paged.division, paged.pages, library.page(paged.id, 2)]).toEqual(['page', 3, 'segunda'])
    const paragraph = `${'palabra '.repeat(60)}\n\n`
    const parts = await addFile(library, 'largo.md', `# Uno\n\n${paragraph.repeat(23)}# Dos\n\n${paragraph}`)
    expect(parts.division).toBe('part')
    expect(parts.pages).toBe(4)
    expect(library.page(parts.id, 4)).toMatch(/^# Dos/)
    const whole = library
      .pages(parts.id)
      .map(({ text }) => text)
      .join(' ')
    expect(whole.match(/palabra/g)).toHaveLength(24 * 60)
    library.close()
  })

  test('a .docx is read with its headings and tables, without what is deleted, hidden in properties or there twice', async () => {
    const { library } = newLibrary()
    const body = `
      <w:p><w:pPr><w:pStyle w:val="Ttulo1"/><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>Memoria</w:t></w:r></w:p>
      <w:p><w:r><w:t xml:space="preserve">El aislante </w:t></w:r><w:del><w:r><w:delText>viejo</w:delText></w:r></w:del><w:r><w:t>lleva 8&#160;cm &amp; más</w:t></w:r></w:p>
      <mc:AlternateContent xmlns:mc="x"><mc:Choice><w:p><w:r><w:t>recuadro</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>recuadro</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>
      <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Muro</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>0,41</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`
    const { id } = await addFile(library, 'memoria.docx', await docxFile(body))
    const text = library.page(id, 1) ?? ''
    expect(text).toMatch(/^# Memoria\n\nEl aislante lleva 8\u00a0cm & más\n/)
    expect(text).toMatch(/Muro\s+0,41/)
    expect(text.match(/recuadro/g)).toHaveLength(1)
    expect(text).not.toContain('viejo')
    library.close()
  })

  test('ligatures, control characters and divided words do not hide a word from a search', async () => {
    const { library } = newLibrary()
    const { id } = await addFile(library, 'a.txt', 'La ediﬁcación\u00ad tiene una transmi-\ntancia baja\u0007')
    for (const query of ['edificación', 'transmitancia', 'TRANSMITANCIAS', 'transmitansia'])
      expect(library.search(query)).toMatchObject([{ document: id, page: 1 }])
    expect(library.page(id, 1)).toBe('La edificación tiene una transmi-\ntancia baja')
    library.close()
  })
})
