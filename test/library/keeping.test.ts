import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeBackup } from '../../server/access/backup.ts'
import { restore } from '../../server/access/restore.ts'
import { openLibrary } from '../../server/library/library.ts'
import { runLimited } from '../access/child-process.ts'
import { addFile, emptyFolder, newLibrary, terminal } from './library-folder.ts'
import { pdfFile } from './pdf-file.ts'

const kills = Number(process.env['PLOMADA_KILLS'] ?? 4)
const filesIn = (folder: string): string[] => readdirSync(join(folder, 'biblioteca'))

describe('what a library keeps', () => {
  test('the original file is kept by the hash of its content, for its owner alone', async () => {
    const { library, folder } = newLibrary()
    const pdf = pdfFile([{ lines: ['Ordenanza'] }])
    const { id, sha256 } = await addFile(library, 'a.pdf', pdf)
    expect(filesIn(folder)).toEqual([`${sha256}.pdf`])
    expect(readFileSync(library.file(id) ?? '')).toEqual(pdf)
    for (const name of ['biblioteca.db', `biblioteca/${sha256}.pdf`]) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0)
    library.close()
  })

  test('nothing is written before something is added', () => {
    const { library, folder } = newLibrary()
    expect([library.list(), library.search('vuelo'), library.get('0123456789abcdef')]).toEqual([[], [], undefined])
    expect(readdirSync(folder)).toEqual([])
    library.close()
  })

  test('the same content is kept once, whatever its name', async () => {
    const { library } = newLibrary()
    const first = await addFile(library, 'a.txt', 'lo mismo')
    const second = await library.add({ source: { bytes: Buffer.from('lo mismo') }, name: 'b.txt', by: terminal })
    expect(second).toEqual({ document: first, isNew: false })
    expect(library.list()).toEqual([first])
    library.close()
  })

  test('a document is found after a restart, and by another process as soon as it is stored', async () => {
    const { library, folder } = newLibrary()
    const other = openLibrary(folder, () => new Date())
    expect(other.search('claraboya')).toEqual([])
    const { id } = await addFile(library, 'a.txt', 'La claraboya del patio')
    expect(other.search('claraboya')).toMatchObject([{ document: id, page: 1 }])
    library.remove(id)
    expect(other.search('claraboya')).toEqual([])
    library.close()
    other.close()
  })

  test('a removed document leaves no trace: no row, no word of the index, no file', async () => {
    const { library, folder } = newLibrary()
    await addFile(library, 'otro.txt', 'Otro documento que se queda')
    const { id } = await addFile(library, 'secreta.txt', `Paragüería confidencial. ${'gárgola recóndita '.repeat(3000)}`)
    expect(library.remove(id)).toMatchObject({ id })
    expect(library.remove(id)).toBeUndefined()
    expect([library.get(id), library.file(id), library.search('gárgola'), filesIn(folder).length]).toEqual([undefined, undefined, [], 1])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, name)
      if (!statSync(file).isFile()) continue
      const bytes = readFileSync(file)
      for (const word of ['gárgola', 'gargola', 'secreta', id]) expect(bytes.includes(word), `${word} in ${name}`).toBe(false)
    }
    library.close()
  })

  test('without room nothing is taken, and what was there stays', async () => {
    const folder = emptyFolder()
    const library = openLibrary(folder, () => new Date(), { mostTotalBytes: 20 })
    await addFile(library, 'a.txt', 'doce bytes..')
    await expect(addFile(library, 'b.txt', 'otros doce b')).rejects.toMatchObject({ reason: 'full' })
    expect([library.list().length, filesIn(folder).length]).toEqual([1, 1])
    library.close()
  })

  test('a damaged database is told, never taken for an empty library', async () => {
    const { library, folder } = newLibrary()
    await addFile(library, 'a.txt', 'algo')
    library.close()
    writeFileSync(join(folder, 'biblioteca.db'), Buffer.alloc(4096, 7))
    const again = openLibrary(folder, () => new Date())
    expect(() => again.list()).toThrowError(
      expect.objectContaining({ code: 'read-only', detail: expect.objectContaining({ es: expect.stringContaining('dañada') }) }),
    )
    await expect(again.add({ source: { bytes: Buffer.from('x') }, name: 'x.txt', by: terminal })).rejects.toMatchObject({ code: 'read-only' })
    again.close()
  })

  test(`after each of ${kills} kills documents are whole or absent, and no file is left over`, async () => {
    const folder = emptyFolder()
    const [added, removing] = [new Set<string>(), new Set<string>()]
    for (let kill = 0; kill < kills; kill++) {
      const { code, lines } = await runLimited('../library/library-writer.ts', [folder, String(kill * 10_000)], {
        killAfterMs: 300 + Math.random() * 3000,
      })
      expect(code).toBe(null)
      for (const [what, id = ''] of lines.map((line) => line.split(' '))) (what === 'added' ? added : removing).add(id)
      const library = openLibrary(folder, () => new Date())
      library.tidy()
      const there = new Set(library.list().map(({ id }) => id))
      for (const id of added) if (!removing.has(id)) expect(there.has(id), id).toBe(true)
      for (const id of there) {
        expect([library.page(id, 1)?.startsWith('Documento número'), library.file(id)]).toEqual([true, expect.any(String)])
      }
      expect(filesIn(folder).filter((name) => name.endsWith('.txt'))).toHaveLength(there.size)
      expect(filesIn(folder).filter((name) => name.startsWith('entrada-'))).toEqual([])
      expect(library.search('documento prueba').length).toBe(there.size)
      library.close()
    }
    expect(added.size).toBeGreaterThan(0)
  }, 120_000)

  test('a backup has the library, and a restore brings it back as it was', async () => {
    const { library, folder } = newLibrary()
    const { id, sha256 } = await addFile(library, 'a.pdf', pdfFile([{ lines: ['La albardilla vuela 4 cm'] }]))
    const backup = join(emptyFolder(), 'copia.plomada')
    expect(writeBackup(folder, backup, new Date())).toEqual(['biblioteca.db', `biblioteca/${sha256}.pdf`])
    library.remove(id)
    const later = await addFile(library, 'b.txt', 'añadido después')
    library.close()
    restore(folder, backup, new Date())
    const again = openLibrary(folder, () => new Date())
    again.tidy()
    expect(again.list().map((one) => one.id)).toEqual([id])
    expect(again.search('albardilla')).toMatchObject([{ document: id, page: 1 }])
    expect([again.file(id), again.file(later.id)]).toEqual([expect.any(String), undefined])
    again.close()
  })
})
