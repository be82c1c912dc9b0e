import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, openSite, type Site, takeScreenshot, until } from './browser.ts'

let site: Site
const roof = '/verificar?lugar=Madrid+(28079)&elemento=cubierta-plana&parametro=transmitancia-termica&valor=0,38&unidad=W/m2K'

describe.skipIf(executablePath === undefined)('the same case with one change', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  test.each(['wide', 'narrow'] as const)(
    '%s: compares with another altitude, and the address holds it',
    async (size) => {
      await site.visit(size, roof, async (page) => {
        await page.getByRole('button', { name: '¿Y a otra altitud?' }).click()
        await page.getByLabel('Altitud con que comparar (m)').fill('alto')
        await page.keyboard.press('Enter')
        await page.getByText('Escriba los metros, como 650').waitFor()
        await page.getByLabel('Altitud con que comparar (m)').fill('1200')
        await page.keyboard.press('Enter')
        await page.getByText('Cambia: altitud, zona climática, límite, margen.').waitFor()
        expect(await lines(page)).toEqual([
          ['', 'Este caso', 'A 1200 m'],
          ['Resultado', '✗ NO CUMPLE', '✗ NO CUMPLE'],
          ['Altitud', '657 m', '1200 m'],
          ['Zona climática', 'D3', 'E1'],
          ['Límite', 'como máximo 0,35 W/m²K', 'como máximo 0,33 W/m²K'],
          ['Margen', '-0,03 W/m²K', '-0,05 W/m²K'],
          ['Edición', 'DB-HE 2022', 'DB-HE 2022'],
        ])
        expect(new URL(page.url()).searchParams.get('y.altitud')).toBe('1200')
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `otra-altitud-${size}`)
        await page.goto(`${page.url()}#clave=${site.service.key}`)
        await page.getByText('Cambia: altitud').waitFor()
        await page.getByRole('link', { name: 'Abrir este otro caso' }).click()
        await until(async () => (await page.locator('.notice.fails').innerText()).includes('0,33'))
        expect(new URL(page.url()).searchParams.get('c.altitud_m')).toBe('1200')
      })
    },
    60_000,
  )

  test('on another day: the edition then in force, or the reason why there is none', async () => {
    await site.visit('wide', `${roof}&c.uso=residencial_privado&c.intervencion=obra_nueva`, async (page) => {
      await page.getByRole('button', { name: '¿Y en otra fecha?' }).click()
      await page.getByLabel('Fecha con que comparar').fill('01-06-2020')
      await page.getByRole('button', { name: 'Ver', exact: true }).click()
      await page.getByText('Cambia: edición.').waitFor()
      // The names of the documents may come after the verdict.
      await until(async () => (await lines(page)).at(-1)?.join() === 'Edición,DB-HE 2022,DB-HE 2019')
      await takeScreenshot(page, 'otra-fecha')
      await page.getByLabel('Fecha con que comparar').fill('01-01-2000')
      await page.getByRole('button', { name: 'Ver', exact: true }).click()
      await page.getByRole('heading', { name: 'Sin regla de esa fecha en la base' }).waitFor()
      // The first verdict does not change.
      expect(await page.getByRole('heading', { name: 'NO CUMPLE' }).count()).toBe(1)
      await page.getByRole('button', { name: '¿Y en otra fecha?' }).click()
      await until(async () => !page.url().includes('y.fecha'))
    })
  }, 60_000)

  test('another altitude is offered only where the limit may hang on it, and a case without notices has no empty box', async () => {
    const detector = '/verificar?lugar=Ávila+(05019)&elemento=detector-radon&parametro=altura&valor=40&unidad=cm'
    await site.visit('wide', detector, async (page) => {
      await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
      await page.getByText('entre 50 y 180 cm').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('button', { name: '¿Y a otra altitud?' }).count()).toBe(0)
      // Both ends of the range are on the scale, and its origin.
      for (const mark of ['0', '50', '180']) expect(await page.locator('.scale').getByText(mark, { exact: true }).count()).toBe(1)
      expect((await page.locator('.panel').allInnerTexts()).filter((text) => text.trim() === '')).toEqual([])
      await takeScreenshot(page, 'intervalo')
    })
  }, 60_000)

  test('its citation is copied completely, or shown for copying if the browser does not allow it', async () => {
    const { version, sha256 } = site.service.kb.meta
    const cited =
      'Documento Básico HE. Ahorro de energía (2022), HE 1, 3.1.1, Tabla 3.1.1.a-HE1. Cubierta plana · Transmitancia térmica: 0,38 W/m²K; límite como máximo 0,35 W/m²K: NO CUMPLE. ' +
      `Madrid (ES-28079), 657 m, zona climática D3. Plomada, base ${version}, SHA-256 ${sha256}`
    await site.visit('wide', roof, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.locator('td.marked').waitFor()
      await page.getByRole('button', { name: 'Copiar cita' }).click()
      await page.getByText('Cita copiada').waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(cited)
    })
    await site.visit('wide', roof, async (page) => {
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined })
        document.execCommand = () => false
      })
      await page.locator('td.marked').waitFor()
      await page.getByRole('button', { name: 'Copiar cita' }).click()
      const byHand = page.getByLabel(/cópielo a mano/)
      expect(await byHand.inputValue()).toBe(cited)
      expect(await byHand.evaluate((area) => area === document.activeElement)).toBe(true)
      expect(await accessibilityErrors(page)).toEqual([])
    })
  }, 60_000)

  test('in English the texts of the pages are English, and those of the knowledge base are marked as Spanish', async () => {
    await site.visit('wide', roof, async (page) => {
      await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
      await page.getByRole('button', { name: 'English' }).click()
      await page.getByRole('heading', { name: 'DOES NOT COMPLY' }).waitFor()
      await page.getByText('The words of the regulations, and of the rules and notes taken from them, are in Spanish.').waitFor()
      expect(await page.locator('.steps .kind').allInnerTexts()).toEqual(['Place', 'Rules', 'Regulation', 'Conditions', 'Table', 'Comparison'])
      // No Spanish word outside elements marked as Spanish, except in place names, and in citations and terms in brackets.
      const astray = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const texts: string[] = []
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const said = (node.textContent ?? '').replace(/\([^)]*\)/g, '')
          const isMarked = node.parentElement?.closest('[lang]')?.getAttribute('lang') === 'es'
          if (!isMarked && /[áéíóúñ¿«]|\b(cubierta|zona|tabla|supone|reformas|edición)\b/i.test(said)) texts.push(said)
        }
        return texts
      })
      expect(astray.filter((one) => !/^Español$|D3 · Madrid|SHA-256/.test(one))).toEqual([])
    })
  }, 60_000)
})

/** The rows of the comparison table. */
async function lines(page: Page): Promise<string[][]> {
  const rows = await page.locator('table.verdict-comparison tr').all()
  const texts = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()))
  // Figures are typeset: a true minus, and a space that does not break.
  return texts.map((cells) => cells.map((one) => one.replaceAll('\u00a0', ' ').replace('−', '-')))
}
