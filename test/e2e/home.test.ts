import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, focusedOption, layoutErrors, openSite, type Site, takeScreenshot, until } from './browser.ts'

let site: Site

describe.skipIf(executablePath === undefined)('the home page', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  test('a verdict from the field in two steps by keyboard: one line and Enter', async () => {
    await site.visit('wide', '/', async (page) => {
      const field = page.getByLabel('¿Qué quiere comprobar?')
      await until(() => field.evaluate((one) => one === document.activeElement))
      await page.keyboard.type('cubierta plana 0,5 en Burgos a 1000 m')
      // The verdict is there before anything is opened.
      await page
        .getByRole('option', { name: /Cubierta plana · Transmitancia térmica · 0,5 W\/m²K · Burgos, 1000 m/ })
        .getByText('No cumple')
        .waitFor()
      await takeScreenshot(page, 'inicio-veredicto')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
      await page.locator('td.marked', { hasText: '0,33' }).waitFor()
      expect(new URL(page.url()).searchParams.get('c.altitud_m')).toBe('1000')
      await page.goBack()
      await page.getByRole('heading', { name: 'Trabajo reciente' }).waitFor()
      await page.getByRole('link', { name: /Cubierta plana · Transmitancia térmica/ }).waitFor()
    })
  }, 90_000)

  test('Enter before the answer opens it when it comes', async () => {
    await site.visit('wide', '/', async (page) => {
      await page.getByLabel('¿Qué quiere comprobar?').fill('SI 3')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: /SI 3 Evacuación de ocupantes/ }).waitFor()
    })
  }, 60_000)

  test('an entry that is pressed while the rest of the line is read opens, wherever it stands in the new list', async () => {
    await site.visit('wide', '/', async (page) => {
      const field = page.getByLabel('¿Qué quiere comprobar?')
      const article = page.getByRole('option', { name: /^3\.1\.2 Opción simplificada/ })
      await field.fill('aislamiento acústico')
      await article.waitFor()
      const place = () => article.evaluate((one) => [...document.querySelectorAll('[role=option]')].indexOf(one))
      const before = await place()
      let answer: () => void = () => undefined
      const pressed = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/trpc/readLine*', async (route) => {
        await pressed
        await route.continue()
      })
      await field.fill('aislamiento acústico recintos')
      await article.click()
      // Still the list of the earlier text.
      expect(await place()).toBe(before)
      answer()
      await page.getByRole('heading', { level: 1, name: /^3\.1\.2 Opción simplificada/ }).waitFor()
    })
  }, 60_000)

  test('understands a datum of a place, a limit, a question and a document; by mouse too', async () => {
    await site.visit('wide', '/', async (page) => {
      const field = page.getByLabel('¿Qué quiere comprobar?')
      await page.getByRole('button', { name: 'radón Ávila' }).click()
      await page
        .getByRole('option', { name: /Ávila · Zona de radón/ })
        .getByText('Zona II')
        .waitFor()
      expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
      await field.fill('u fachada burgos')
      await focusedOption(page, /Fachada · Transmitancia térmica · Burgos/)
        .getByText('como máximo 0,37 W/m²K')
        .waitFor()
      await field.fill('¿Qué transmitancia máxima admite una cubierta plana en Burgos?')
      await focusedOption(page, /Qué transmitancia/)
        .getByText(/como máximo 0,33/)
        .waitFor()
      await field.fill('DB-SUA')
      await page
        .getByRole('option', { name: /Documento Básico SUA/ })
        .first()
        .click()
      await page.getByRole('heading', { name: /Documento Básico SUA/ }).waitFor()
    })
  }, 90_000)

  test('is accessible and fits: light, dark, phone, English', async () => {
    for (const [size, scheme] of [
      ['wide', 'light'],
      ['wide', 'dark'],
      ['narrow', 'light'],
      ['zoomed', 'light'],
    ] as const)
      await site.visit(
        size,
        '/',
        async (page) => {
          await page.getByRole('heading', { name: 'Lo último de la base' }).waitFor()
          await page.waitForLoadState('networkidle')
          expect(await accessibilityErrors(page)).toEqual([])
          await takeScreenshot(page, `inicio-${size}-${scheme}`)
          await page.getByLabel('¿Qué quiere comprobar?').fill('barandilla 0,9 m')
          await page
            .getByRole('option', { name: /Barandilla · Altura/ })
            .first()
            .waitFor()
          await page.waitForLoadState('networkidle')
          expect(await accessibilityErrors(page)).toEqual([])
          expect(await layoutErrors(page)).toEqual([])
          await takeScreenshot(page, `inicio-${size}-${scheme}-lista`)
        },
        scheme,
      )
    await site.visit('wide', '/', async (page) => {
      await page.getByRole('button', { name: 'English' }).click()
      await page.getByLabel('What do you want to check?').waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
    })
  }, 150_000)
})
