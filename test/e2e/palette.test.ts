import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, focusedOption, openSite, type Site, takeScreenshot, until } from './browser.ts'

let site: Site

describe.skipIf(executablePath === undefined)('the palette', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  test('opens with its shortcut on every page, finds places, elements, articles, pages and actions, and restores the focus', async () => {
    await site.visit('wide', '/normativa', async (page) => {
      await page.getByRole('heading', { name: 'Normativa' }).waitFor()
      await page.getByRole('button', { name: /Ir a/ }).focus()
      await page.keyboard.press('Control+k')
      await dialog(page).waitFor()
      expect(await options(page)).toContain('Municipios')
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await until(() => page.getByRole('button', { name: /Ir a/ }).evaluate((button) => button === document.activeElement))

      await ask(page, 'avila 05019')
      await page.getByRole('option', { name: /^Ávila \(05019\)/ }).waitFor()
      expect((await options(page)).some((one) => one.startsWith('Verificar en Ávila (05019)'))).toBe(true)
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'paleta-wide')
      await focusedOption(page, /^Ávila/).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: /^Ávila/ }).waitFor()
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('contenido')

      await ask(page, 'azotea transmitancia')
      await focusedOption(page, /^Cubierta plana · Transmitancia térmica/).waitFor()
      await page.keyboard.press('Enter')
      await until(async () => (await page.getByRole('combobox', { name: 'Elemento' }).inputValue()) === 'Cubierta plana')

      await ask(page, 'aislamiento acustico recintos')
      await page.getByText('Artículos', { exact: true }).waitFor()
      await page
        .getByRole('option', { name: /Documento Básico HR/ })
        .first()
        .click()
      await page.locator('article h1').waitFor()

      await ask(page, 'ingles')
      await focusedOption(page, /^Cambiar a inglés \(English\)/).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Regulations' }).waitFor()
    })
  }, 90_000)

  test('fits a phone, in dark mode', async () => {
    await site.visit(
      'narrow',
      '/',
      async (page) => {
        await page.getByRole('button', { name: /Ir a/ }).click()
        await dialog(page).waitFor()
        await page.keyboard.type('escalera')
        await until(async () => (await options(page)).length > 3)
        // What search finds comes later and makes the list anew: the field must point to an option that is there.
        await page.getByText('Artículos', { exact: true }).waitFor()
        await until(() =>
          page.evaluate(() => {
            const id = document.activeElement?.getAttribute('aria-activedescendant')
            return id === null || id === undefined || document.getElementById(id) !== null
          }),
        )
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, 'paleta-narrow')
      },
      'dark',
    )
  }, 60_000)

  test('the slash key goes to the search field, but types a slash in a text field', async () => {
    await site.visit('wide', '/municipios', async (page) => {
      const place = page.getByRole('combobox', { name: 'Municipio' })
      await place.fill('Vitoria-Gasteiz')
      await place.press('/')
      expect(await place.inputValue()).toBe('Vitoria-Gasteiz/')
      await place.press('Escape')
      await page.getByRole('heading', { name: 'Municipios' }).click()
      await page.keyboard.press('/')
      await until(async () => page.getByLabel('Buscar en los artículos').evaluate((field) => field === document.activeElement))
      await page.keyboard.type('rampa')
      await page.locator('.results mark').first().waitFor()
      await page.getByRole('heading', { name: 'Buscar' }).click()
      await page.keyboard.press('/')
      expect(await page.getByLabel('Buscar en los artículos').evaluate((field) => field === document.activeElement)).toBe(true)
      expect(await page.getByLabel('Buscar en los artículos').inputValue()).toBe('rampa')
    })
  }, 60_000)

  test('recent entries come first in the palette and in Verificar, until they are deleted', async () => {
    await site.visit('wide', '/verificar?lugar=Soria+(42173)&elemento=escalera&parametro=huella&valor=28&unidad=cm', async (page) => {
      await page.getByRole('button', { name: 'Comprobar', exact: true }).click()
      await page
        .getByRole('heading', { name: /CUMPLE/ })
        .first()
        .waitFor()
      await page.goto(`${site.url}/municipios#clave=${site.service.key}`)
      await page.getByRole('link', { name: 'Verificar' }).click()
      const place = page.getByRole('combobox', { name: 'Municipio' })
      await until(async () => (await place.inputValue()) === 'Soria (42173)')
      await place.fill('')
      await place.press('Escape')
      await place.press('ArrowDown')
      await until(async () => (await options(page)).length > 5)
      expect((await options(page))[0]).toMatch(/^Soria \(42173\)\s*reciente/)
      await page.keyboard.press('Escape')

      await page.keyboard.press('Control+k')
      await page.getByText('Municipios recientes').waitFor()
      // The elements come after the places.
      await until(async () => (await options(page)).includes('Escalera'))
      expect(await options(page)).toEqual(expect.arrayContaining([expect.stringMatching(/^Soria/)]))
      await page.keyboard.type('olvidar')
      await focusedOption(page, /Olvidar/).waitFor()
      await page.keyboard.press('Enter')
      await until(async () =>
        page.evaluate(() => localStorage.getItem('recientes.lugares') === null && localStorage.getItem('recientes.elementos') === null),
      )
      await page.keyboard.press('Control+k')
      await dialog(page).waitFor()
      expect(await page.getByText('Municipios recientes').count()).toBe(0)
    })
  }, 60_000)
})

function dialog(page: Page) {
  return page.getByRole('dialog')
}

function options(page: Page): Promise<string[]> {
  return page.getByRole('option').allInnerTexts()
}

async function ask(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await dialog(page).waitFor()
  await page.keyboard.type(words)
}
