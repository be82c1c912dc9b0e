import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, layoutErrors, openSite, type Site, takeScreenshot } from './browser.ts'

let site: Site

describe.skipIf(executablePath === undefined)('Modelo', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  test.each(['wide', 'narrow'] as const)(
    '%s: a model of a flat, its place, its answers and its files',
    async (size) => {
      await site.visit(size, '/modelo', async (page) => {
        await page.locator('input[type=file]').setInputFiles('test/fixtures/ifc/piso.ifc')
        await page.getByText(/\d+ comprobaciones, de un modelo IFC4/).waitFor()
        expect(await page.getByText(/^Cumple \(0\)/).count()).toBe(1)
        await page.getByRole('combobox', { name: 'Municipio' }).fill('28079')
        await page.getByRole('option', { name: /^Madrid/ }).click()
        await page
          .getByLabel(/^Uso del edificio/)
          .first()
          .selectOption({ label: 'Residencial privado (vivienda)' })
        await page
          .getByLabel(/^Tipo de intervención/)
          .first()
          .selectOption({ label: 'Obra nueva' })
        await page.getByRole('button', { name: 'Comprobar el modelo' }).click()
        await page.getByText(/^No cumple \([1-9]/).waitFor()
        expect(await page.getByText(/^Cumple \([1-9]/).count()).toBe(1)
        expect(await accessibilityErrors(page)).toEqual([])
        expect(await layoutErrors(page)).toEqual([])
        expect(await page.getByText(/^DB-HE \(2022\), HE 1/).count()).toBeGreaterThan(0)
        await takeScreenshot(page, `modelo-${size}`)
        const undecided = async (): Promise<number> => Number(/\((\d+)\)/.exec(await page.getByText(/^Sin decidir \(/).innerText())?.[1])
        const before = await undecided()
        await page
          .getByLabel(/^Uso general o restringido/)
          .first()
          .selectOption({ label: 'Uso restringido' })
        await page.getByRole('button', { name: 'Responder y volver a comprobar' }).click()
        await page.waitForFunction((count) => document.body.innerText.includes(`Sin decidir (${count})`) === false, before)
        expect(await undecided()).toBeLessThan(before)
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /BCF/ }).click()])
        expect(download.suggestedFilename()).toBe('piso.bcfzip')
        expect(
          readFileSync(await download.path())
            .subarray(0, 2)
            .toString(),
        ).toBe('PK')
      })
    },
    90_000,
  )

  test('the results are those of what was asked last, whichever answer comes last', async () => {
    await site.visit('wide', '/modelo', async (page) => {
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      let requests = 0
      await page.route('**/api/v1/ifc', async (route) => {
        requests += 1
        if (requests === 1) await held
        await route.continue()
      })
      await page.locator('input[type=file]').setInputFiles('test/fixtures/ifc/piso.ifc')
      await page.getByRole('combobox', { name: 'Municipio' }).fill('28079')
      await page.getByRole('option', { name: /^Madrid/ }).click()
      const first = page.waitForResponse((response) => response.url().endsWith('/api/v1/ifc') && requests === 2)
      await page.getByRole('button', { name: 'Comprobar el modelo' }).click()
      await first
      await page.getByText(/\d+ comprobaciones, de un modelo IFC4/).waitFor()
      const late = page.waitForResponse('**/api/v1/ifc')
      release()
      await (await late).finished()
      await page.waitForTimeout(500)
      expect(await page.getByText('Falta el lugar').count()).toBe(0)
      expect(await page.getByText(/^¿En qué municipio/).count()).toBe(0)
    })
  }, 90_000)

  test('what is no model is said', async () => {
    await site.visit('wide', '/modelo', async (page) => {
      await page.locator('input[type=file]').setInputFiles({ name: 'roto.ifc', mimeType: 'text/plain', buffer: Buffer.from('hola') })
      await page
        .getByText(/no es un (fichero|modelo) IFC|no es IFC/i)
        .first()
        .waitFor()
    })
  }, 60_000)
})
