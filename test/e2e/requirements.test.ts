import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, openSite, type Site, takeScreenshot } from './browser.ts'

let site: Site

describe.skipIf(executablePath === undefined)('Exigencias', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  const chooseBurgos = async (page: Page): Promise<void> => {
    await page.getByRole('combobox', { name: 'Municipio' }).fill('09059')
    await page.getByRole('option', { name: /^Burgos/ }).click()
  }
  const choose = async (page: Page, label: RegExp, option: string): Promise<void> => {
    // The sheet below asks for the same datum in a closed box, and may be there before the form.
    await page.getByLabel(label).filter({ visible: true }).first().selectOption({ label: option })
  }

  test.each(['wide', 'narrow'] as const)(
    '%s: from nothing to what applies to a block with a car park',
    async (size) => {
      await site.visit(size, '/exigencias', async (page) => {
        await chooseBurgos(page)
        await choose(page, /^Uso del edificio/, 'Residencial privado (vivienda)')
        await choose(page, /^Tipo de intervención/, 'Obra nueva')
        await page.getByRole('button', { name: 'Añadir una parte con otro uso' }).click()
        await page.getByLabel('Nombre de la parte').fill('Garaje')
        await page
          .getByRole('group', { name: 'Garaje' })
          .getByLabel(/^Uso del edificio/)
          .selectOption({ label: 'Aparcamiento' })
        const day = page.getByLabel('Fecha de aplicación')
        await day.fill('31-02-2020')
        await page.getByRole('button', { name: 'Ver las exigencias' }).click()
        await page.getByText('Escriba un día que exista').waitFor()
        expect(await page.getByText(/reglas en vigor/).count()).toBe(0)
        await day.fill('01-06-2026')
        await page.getByRole('button', { name: 'Ver las exigencias' }).click()
        await page.getByText(/reglas en vigor en Burgos, a fecha (1 de junio de 2026|01-06-2026|2026-06-01)/).waitFor()
        await day.fill('')
        await page.getByRole('button', { name: 'Ver las exigencias' }).click()
        await page.getByText(/[\d.]+ reglas en vigor en Burgos/).waitFor()
        await page.locator('summary', { hasText: 'Documento Básico SUA' }).click()
        await page.getByText('Relación 2C + H de una escalera de uso general').waitFor()
        const relation = page.locator('.requirement', { hasText: 'Relación 2C + H de una escalera de uso general' })
        expect(await relation.innerText()).toMatch(/Uso general\s+como mínimo 54 cm y como máximo 70 cm/)
        expect(await page.getByText('No rige con').count()).toBe(0)
        await page.getByLabel(/No rige \(/).check()
        await page.getByText('No rige con').first().waitFor()
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `exigencias-${size}`)
        const [paper] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), page.getByRole('button', { name: /PDF/ }).click()])
        expect(
          readFileSync(await paper.path())
            .subarray(0, 5)
            .toString(),
        ).toBe('%PDF-')
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /CSV/ }).click()])
        expect(readFileSync(await download.path(), 'utf8').split('\r\n').length).toBeGreaterThan(4000)
      })
    },
    90_000,
  )

  test('a project takes a requirement as a check, and shows its result', async () => {
    await site.visit('wide', '/proyectos', async (page) => {
      const begun = performance.now()
      await page.getByLabel('Nombre').fill('Bloque de Burgos')
      await chooseBurgos(page)
      await page.getByRole('button', { name: 'Crear', exact: true }).click()
      await page.getByRole('link', { name: 'Exigencias del edificio' }).click()
      await choose(page, /^Uso del edificio/, 'Residencial privado (vivienda)')
      await choose(page, /^Tipo de intervención/, 'Obra nueva')
      await page.getByRole('button', { name: 'Guardar los datos en el proyecto' }).click()
      await page.locator('summary', { hasText: 'Documento Básico HE.' }).click()
      const wall = page.locator('.requirement', { hasText: 'Transmitancia límite de cubiertas en contacto con el aire exterior' }).first()
      await wall.getByRole('button', { name: 'Comprobar' }).click()
      await wall.getByLabel(/W\/m²K/).fill('0,5')
      await wall.getByRole('button', { name: 'Añadir comprobación' }).click()
      await wall.getByText('no cumple').waitFor()
      expect(performance.now() - begun).toBeLessThan(120_000)
      await takeScreenshot(page, 'exigencias-proyecto')
      await page.getByRole('link', { name: 'Volver al proyecto' }).click()
      await page.getByText('1 no cumple', { exact: true }).waitFor()
    })
  }, 120_000)
})
