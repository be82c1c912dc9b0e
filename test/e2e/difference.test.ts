import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, openSite, type Site, takeScreenshot, until } from './browser.ts'

let site: Site

describe.skipIf(executablePath === undefined)('regulations', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  describe.concurrent.each(['wide', 'narrow'] as const)('%s', (size) => {
    test('the comparison of two editions: limits, sections, and the text of one section, all in the address', async () => {
      await site.visit(size, '/normativa/cte/cte-db-he', async (page) => {
        await page.getByRole('link', { name: 'Qué cambió desde 2017' }).click()
        await page.getByRole('heading', { level: 1, name: 'DB-HE: diferencia entre ediciones' }).waitFor()
        await page.getByText(/^HE 1, 3\.1\.1: \d+ límites?$/).click()
        const title = page.getByRole('heading', { name: 'Transmitancia límite de cubiertas en contacto con el aire exterior' })
        const roof = page.locator('.changed-limit').filter({ has: title }).first()
        await roof.waitFor()
        expect((await roof.getByRole('row', { name: /^D / }).innerText()).split(/\s*\t\s*/)).toEqual([
          'D',
          'como máximo 0,4 W/m²K',
          'como máximo 0,35 W/m²K',
        ])
        await takeScreenshot(page, `diferencia-${size}`)
        await page.getByLabel('De la edición').selectOption('2019')
        await page.getByLabel('A la edición').selectOption('2022')
        await page.getByRole('button', { name: 'Ver qué cambia HE 5, 3', exact: true }).click()
        await page.locator('.compared ins').first().waitFor()
        expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ from: '2019', to: '2022', section: 'he5-3' })
        expect(await page.locator('.compared del').first().innerText()).toContain('[se suprime:')
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `diferencia-texto-${size}`)
      })
    }, 90_000)

    test('a document with one edition says so; comparing an edition with itself is not possible', async () => {
      const { collection, slug } = site.service.kb.documents.find((one) => site.service.kb.book.documents.get(one.slug)?.editions.length === 1) ?? {}
      await site.visit(size, `/normativa/${collection}/${slug}/diff`, async (page) => {
        await page.getByText('La base tiene una sola edición de este documento').waitFor()
        expect(await accessibilityErrors(page)).toEqual([])
        await page.goto(`${site.url}/normativa/cte/cte-db-he/diff?from=2022&to=2022#clave=${site.service.key}`)
        await page.getByText('Elija dos ediciones distintas.').waitFor()
        await page.goto(`${site.url}/normativa/cte/cte-db-he/diff?from=1066&to=2022#clave=${site.service.key}`)
        await page.getByText('cte-db-he no tiene la edición «1066»').waitFor()
        expect(await accessibilityErrors(page)).toEqual([])
      })
    }, 60_000)
  })

  test('a citation is complete and can be copied by keyboard; that of a table names the table', async () => {
    await site.visit('wide', '/normativa/cte/cte-db-he/he1-3-1-1', async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const { version, sha256 } = site.service.kb.meta
      const copied = () => page.evaluate(() => navigator.clipboard.readText())
      await page.getByRole('button', { name: 'Copiar cita HE 1, 3.1.1', exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Copiada: ').first().waitFor()
      for (const part of ['edición 2022', 'HE 1, 3.1.1 Transmitancia de la envolvente térmica', `base ${version} (${sha256.slice(0, 12)})`])
        expect(await copied()).toContain(part)
      await takeScreenshot(page, 'cita')
      await page.getByRole('button', { name: 'Copiar cita Tabla 3.1.1.a-HE1' }).click()
      await until(async () => (await copied()).includes('Tabla 3.1.1.a-HE1 (Valores límite de transmitancia térmica'))
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
      await page.getByRole('button', { name: 'Copiar cita HE 1, 3.1.1', exact: true }).press('Enter')
      expect(await page.getByText('Copiada: ').count()).toBe(2)
      expect(await accessibilityErrors(page)).toEqual([])
    })
  }, 60_000)

  test('an article with several editions links to its changes', async () => {
    await site.visit('wide', '/normativa/cte/cte-db-he/he5-3?version=2022', async (page) => {
      await page.getByRole('link', { name: 'Comparar con la edición anterior' }).click()
      await page.locator('.compared ins').first().waitFor()
      await takeScreenshot(page, 'diferencia-articulo')
    })
  }, 60_000)
})
