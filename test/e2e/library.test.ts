import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { officialPages } from '../library/official-pdf.ts'
import { pdfFile } from '../library/pdf-file.ts'
import { accessibilityErrors, executablePath, openSite, type Site, takeScreenshot } from './browser.ts'

let site: Site
let key = ''

const ordinance = pdfFile([
  { lines: ['Ordenanza municipal de edificación', '', 'Aprobada por el Pleno.'] },
  { lines: ['Artículo 7. Vuelos de balcones', 'El vuelo máximo de los balcones sobre la calle será de 0,80 m.'] },
  { image: 40 },
])
const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

describe.skipIf(executablePath === undefined)('Biblioteca', () => {
  beforeAll(async () => {
    site = await openSite()
    key = site.service.keys.issue({ name: 'estudio', scopes: ['read', 'verify', 'ask', 'library'], expiresAt: null }).text
  }, 60_000)
  afterAll(() => site?.close())

  test.each([
    ['wide', 'light'],
    ['wide', 'dark'],
    ['narrow', 'light'],
  ] as const)(
    '%s, %s: documents are added, searched, read at their page, opened and removed',
    async (size, scheme) => {
      await site.visit(
        size,
        '/biblioteca',
        async (page) => {
          await page.getByText('La biblioteca está vacía.').waitFor()
          expect(await accessibilityErrors(page)).toEqual([])
          await page
            .locator('input[type=file]')
            .setInputFiles([
              pdf('Ordenanza_de_Burgos.pdf', ordinance),
              { name: 'plano.txt', mimeType: 'text/plain', buffer: Buffer.from([0, 1, 0, 2]) },
            ])
          await page.getByText('«plano.txt» no es texto').waitFor()
          const row = page.getByRole('row', { name: /Ordenanza de Burgos/ })
          expect(await row.innerText()).toMatch(/página 3: imagen sin texto/)
          await page.getByRole('searchbox', { name: 'Buscar en la biblioteca' }).fill('buelo de balcones')
          await page.getByText('1 página. De su biblioteca').waitFor()
          expect(await accessibilityErrors(page)).toEqual([])
          await takeScreenshot(page, `biblioteca-${size}-${scheme}`)
          await page.getByRole('link', { name: /Ordenanza de Burgos página 2/ }).click()
          await page.getByText('El vuelo máximo de los balcones sobre la calle será de 0,80 m.').waitFor()
          expect(await accessibilityErrors(page)).toEqual([])
          await takeScreenshot(page, `biblioteca-pagina-${size}-${scheme}`)
          const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Abrir el original' }).click()])
          await tab.waitForURL(/^blob:http.*#page=2$/)
          await tab.close()
          await page.getByRole('link', { name: 'Siguiente' }).click()
          await page.getByText('Esta página es una imagen o un dibujo sin texto').waitFor()
          await page.getByRole('main').getByRole('link', { name: 'Biblioteca' }).click()
          await page.getByRole('button', { name: 'Quitar «Ordenanza de Burgos»' }).click()
          await page.getByText('No se puede deshacer').waitFor()
          expect(await accessibilityErrors(page)).toEqual([])
          await page.getByRole('button', { name: 'Quitar para siempre' }).click()
          await page.getByText('La biblioteca está vacía.').waitFor()
        },
        scheme,
        key,
      )
    },
    120_000,
  )

  test('an article links to its literal text; a question is answered from the base, and from the library when asked for', async () => {
    const pages = officialPages(site.service.kb, 'cte-db-he', '2022')
    await site.visit(
      'wide',
      '/biblioteca',
      async (page) => {
        await page.locator('input[type=file]').setInputFiles([pdf('he.pdf', pdfFile(pages)), pdf('ordenanza.pdf', ordinance)])
        await page.getByRole('row', { name: /ordenanza/ }).waitFor()
        await page.goto(`${site.url}/normativa/cte/cte-db-he/he1-3-1-1`)
        const literal = page.getByRole('button', { name: /^Texto literal: he, página \d+/ })
        await literal.waitFor()
        expect(await accessibilityErrors(page)).toEqual([])
        const [tab] = await Promise.all([page.waitForEvent('popup'), literal.click()])
        await tab.waitForURL(/^blob:http.*#page=\d+$/)
        await tab.close()
        await page.goto(`${site.url}/preguntar?${new URLSearchParams({ q: '¿Cuál es el vuelo máximo de los balcones?' })}`)
        await page.getByRole('button', { name: 'Buscar también en su biblioteca' }).click()
        await page.getByText('De su biblioteca: no es texto de la base ni decide nada.').waitFor()
        expect(await page.getByRole('link', { name: 'ordenanza, página 2' }).count()).toBe(1)
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, 'preguntar-biblioteca')
      },
      'light',
      key,
    )
  }, 120_000)

  test('a key without the scope is told what it lacks, and sees nothing of the library elsewhere', async () => {
    await site.visit('wide', '/biblioteca', async (page) => {
      await page.getByText('Su clave no tiene el permiso de la biblioteca').waitFor()
      await page.goto(`${site.url}/buscar?q=cubierta`)
      await page.getByRole('status').first().waitFor()
      expect(await page.getByText('Buscar lo mismo en su biblioteca').count()).toBe(0)
    })
  })
})
