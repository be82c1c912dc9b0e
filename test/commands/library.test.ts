import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { emptyFolder } from '../library/library-folder.ts'
import { pdfFile } from '../library/pdf-file.ts'
import { plomada } from '../run-cli.ts'

const lines = Array.from(
  { length: 45 },
  (_, line) => `Línea ${line}: la transmitancia térmica de la envolvente y otras palabras de una página corriente.`,
)
const fiftyPages = (name: string) => pdfFile(Array.from({ length: 50 }, (_, page) => ({ lines: [`${page + 1}. Apartado de ${name}`, '', ...lines] })))

describe('plomada library', () => {
  test('adds the documents of a folder, lists, searches and removes them, and asks apart from the base', async () => {
    const [data, documents] = [emptyFolder(), emptyFolder()]
    mkdirSync(join(documents, 'urbanismo'))
    writeFileSync(
      join(documents, 'urbanismo', 'Ordenanza.pdf'),
      pdfFile([{ lines: ['Ordenanza'] }, { lines: ['El vuelo máximo de un balcón es de 0,80 m.'] }, { image: 20 }]),
    )
    writeFileSync(join(documents, 'lana.md'), '# Lana mineral\n\nConductividad 0,034 W/mK')
    writeFileSync(join(documents, 'foto.jpg'), 'x')
    const added = await plomada(data, 'library', 'add', documents)
    expect(added).toMatchObject({ code: 0, err: '' })
    expect(added.out).toMatch(/lana: 1 partes?\n[0-9a-f]{16} {2}Ordenanza: 3 páginas\n {2}página 3: imagen sin texto$/)
    expect((await plomada(data, 'library', 'add', join(documents, 'lana.md'))).out).toContain('lana: ya estaba')
    const listed = await plomada(data, 'library', 'list')
    expect(listed.out).toMatch(/^id +título +páginas/)
    const { items } = JSON.parse((await plomada(data, 'library', 'list', '--json')).out) as { items: { id: string; title: string }[] }
    expect(items.map(({ title }) => title)).toEqual(['Ordenanza', 'lana'])
    expect((await plomada(data, 'library', 'search', 'buelo', 'balcones')).out).toBe(
      'Ordenanza, página 2\n  El vuelo máximo de un balcón es de 0,80 m.',
    )
    expect((await plomada(data, 'search', 'conductividad', '--collection', 'biblioteca', '--lang', 'en')).out).toContain('lana, part 1')
    const asked = await plomada(data, 'ask', '¿Cuál es el vuelo máximo de un balcón?', '--collection', 'biblioteca')
    expect(asked.out).toMatch(/En su biblioteca, que no es texto oficial y no decide nada\n {2}Ordenanza, página 2: «El vuelo máximo/)
    expect((await plomada(data, 'ask', '¿Cuál es el vuelo máximo de un balcón?')).out).not.toContain('biblioteca')
    expect(await plomada(data, 'library', 'remove', items[0]?.id ?? '')).toMatchObject({ code: 0, out: `Quitado: ${items[0]?.id}` })
    expect(await plomada(data, 'library', 'remove', items[0]?.id ?? '')).toMatchObject({
      code: 1,
      err: expect.stringContaining('La biblioteca no tiene el documento'),
    })
  })

  test('a document that is refused is named with the reason, does not stop the others, and ends with 1', async () => {
    const [data, documents] = [emptyFolder(), emptyFolder()]
    writeFileSync(join(documents, 'a.pdf'), 'no')
    writeFileSync(join(documents, 'b.txt'), 'La gárgola')
    const { code, out, err } = await plomada(data, 'library', 'add', documents, '--json')
    expect([code, err]).toEqual([1, ''])
    expect(JSON.parse(out)).toMatchObject({
      items: [{ error: '«a.pdf» no es un PDF: un PDF empieza por %PDF-' }, { is_new: true, document: { pages: 1, division: 'part' } }],
    })
    expect(await plomada(data, 'library', 'add', documents, '--lang', 'en')).toMatchObject({
      code: 1,
      err: expect.stringContaining('"a.pdf" is no PDF'),
    })
  })

  test('wrong use is told', async () => {
    const data = emptyFolder()
    expect(await plomada(data, 'library')).toMatchObject({ code: 2, err: expect.stringContaining('add, list, remove, search') })
    expect(await plomada(data, 'library', 'add')).toMatchObject({ code: 2, err: expect.stringContaining('Falta qué añadir') })
    expect(await plomada(data, 'library', 'add', '/no/existe')).toMatchObject({ code: 1, err: 'No existe «/no/existe»' })
    expect(await plomada(data, 'library', 'add', data, '--title', 'x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('No hay nada que añadir'),
    })
    expect((await plomada(data, 'library', 'list')).out).toBe('La biblioteca está vacía')
  })

  // Processor time, since the machine may have other work: on one core that is what a person waits.
  test('three documents of 50 pages take at most 10 s of the processor, and tell how far they are', () => {
    const [data, documents] = [emptyFolder(), emptyFolder()]
    for (const name of ['uno', 'dos', 'tres']) writeFileSync(join(documents, `${name}.pdf`), fiftyPages(name))
    const command = [process.execPath, 'server/main.ts', 'library', 'add', documents, '--progress', '--data', data, '--kb', inject('packFile')]
    const { stdout, stderr, status } = spawnSync('bash', ['-c', '"$@"; times', 'bash', ...command], { encoding: 'utf8' })
    expect([status, stdout.match(/: 50 páginas/g)?.length]).toEqual([0, 3])
    expect(stderr).toMatch(/\/3 \w+\.pdf: página \d+ de 50 \(\d+ %\)/)
    const [, user = '', system = ''] = /(\S+) (\S+)\s*$/.exec(stdout) ?? []
    const seconds = [user, system].map((text) => Number(/^(\d+)m/.exec(text)?.[1]) * 60 + Number(/m([\d.]+)s$/.exec(text)?.[1]))
    expect(seconds.reduce((sum, one) => sum + one, 0)).toBeLessThan(10)
  }, 120_000)
})
