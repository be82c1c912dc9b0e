import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, layoutErrors, openSite, type Site, takeScreenshot, until } from './browser.ts'

let site: Site
const tread = '¿Qué huella mínima tiene una escalera?'
const judged = '¿Cumple una escalera de uso general con huella de 27 cm?'
const barrier = '¿Cumple una barandilla de 80 cm de altura con un desnivel de 5 m?'
const followUp = '¿Y con 30 cm?'
const unclear = '¿Qué transmitancia máxima admite una cubierta plana en Santiago?'

describe.skipIf(executablePath === undefined)('a conversation', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  test.each([
    ['wide', 'light'],
    ['wide', 'dark'],
    ['narrow', 'light'],
    ['narrow', 'dark'],
  ] as const)(
    '%s, %s: each answer stands below the earlier ones, with verdict, cases, quotation and reason',
    async (size, scheme) => {
      await site.visit(
        size,
        '/preguntar',
        async (page) => {
          await ask(page, tread)
          const rows = page.locator('table.cases tbody tr')
          await rows.first().waitFor()
          expect(await rows.first().locator('th').innerText()).toContain('Huella de una escalera de uso general')
          expect(await rows.first().locator('td').first().innerText()).toBe('como mínimo 28\u00a0cm')
          await rows.first().getByRole('link', { name: 'DB-SUA, SUA 1, 4.2.1' }).waitFor()
          await ask(page, judged)
          const second = page.locator('.turn').nth(1)
          await second.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
          expect(await second.locator('.notice.fails').innerText()).toContain('27 cm no cumple.')
          expect(await second.locator('blockquote').innerText()).toMatch(/^Huella y contrahuella\. En tramos rectos/)
          expect(await second.locator('blockquote').getByText('«').count()).toBe(0)
          const sent = page.waitForRequest(/trpc\/ask/)
          await ask(page, followUp)
          expect((await sent).postData()).toContain(`"history":${JSON.stringify([tread, judged])}`)
          await page.getByText(`Se ha tenido en cuenta lo preguntado antes: «${judged}»`).waitFor()
          await ask(page, unclear)
          const refusal = page.locator('.turn').last()
          await refusal.getByText('«Santiago» no es un lugar de la base.', { exact: true }).waitFor()
          expect(await refusal.locator('.nearest li').first().innerText()).toMatch(
            /Transmitancia de la envolvente térmica\n+Valor máximo por elemento\. .*Ulim/,
          )
          expect(await page.locator('.turn > h2').allInnerTexts()).toEqual([tread, judged, followUp, unclear])
          expect(await page.getByRole('status').filter({ hasText: '«Santiago» no es un lugar de la base.' }).count()).toBeGreaterThan(0)
          const { height } = page.viewportSize() ?? { height: 0 }
          await until(async () => {
            const top = (await refusal.locator('h2').boundingBox())?.y ?? -1
            return top >= 0 && top < height / 2
          })
          expect(await layoutErrors(page)).toEqual([])
          expect(await accessibilityErrors(page)).toEqual([])
          await takeScreenshot(page, `conversacion-${size}-${scheme}`)
        },
        scheme,
      )
    },
    60_000,
  )

  test('the case of an answer opens filled in in Verificar, and a source is read beside the conversation', async () => {
    await site.visit('wide', '/preguntar', async (page) => {
      await ask(page, judged)
      await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
      await page
        .getByRole('button', { name: /^Leer aquí al lado SUA 1, 4.2.1/ })
        .first()
        .click()
      const reader = page.getByRole('complementary', { name: 'Artículo citado' })
      await reader.getByRole('heading', { name: /SUA 1, 4.2.1/ }).waitFor()
      expect(await page.getByRole('heading', { name: 'NO CUMPLE' }).isVisible()).toBe(true)
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'conversacion-articulo')
      await reader.getByRole('button', { name: 'Cerrar el artículo' }).click()
      expect(await reader.count()).toBe(0)
      await page.getByRole('link', { name: 'Verificar esto' }).click()
      await page.getByRole('combobox', { name: 'Elemento' }).waitFor()
      const { searchParams: check } = new URL(page.url())
      expect([check.get('parametro'), check.get('valor'), check.get('unidad')]).toEqual(['huella', '27', 'cm'])
    })
  }, 60_000)

  test('by keyboard: the field keeps the focus and is empty after the answer; the address holds the conversation; a new one begins', async () => {
    await site.visit('wide', '/preguntar', async (page) => {
      await ask(page, judged)
      const field = page.getByLabel('Pregunta', { exact: true })
      await until(async () => (await field.inputValue()) === '')
      expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
      await page.keyboard.type(followUp)
      await page.keyboard.press('Enter')
      await page.locator('.turn .answer').nth(1).waitFor()
      expect(new URL(page.url()).searchParams.getAll('q')).toEqual([judged, followUp])
      const address = page.url()
      await page.getByRole('button', { name: 'Conversación nueva' }).click()
      await page.getByRole('heading', { name: 'Ejemplos' }).waitFor()
      expect(await page.locator('.turn').count()).toBe(0)
      expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
      await page.goto(`${address}#clave=${site.service.key}`)
      await page.locator('.turn .answer').nth(1).waitFor()
      expect(await page.locator('.turn > h2').allInnerTexts()).toEqual([judged, followUp])
    })
  }, 60_000)

  test('on an error the question stays in the field with the error beside it, and the earlier answers stay', async () => {
    await site.visit('wide', '/preguntar', async (page) => {
      const field = page.getByLabel('Pregunta', { exact: true })
      await ask(page, judged)
      await until(async () => (await field.inputValue()) === '')
      await page.route('**/trpc/ask*', (route) => route.fulfill({ status: 404, body: '' }))
      await ask(page, followUp)
      await page.getByRole('heading', { name: 'No se pudo conectar con el servicio' }).waitFor()
      expect(await field.inputValue()).toBe(followUp)
      expect(await page.locator('.turn > h2').allInnerTexts()).toEqual([judged])
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'conversacion-error')
      const again = page.waitForResponse(/trpc\/ask/)
      await page.keyboard.press('Enter')
      await again
      await page.unroute('**/trpc/ask*')
      await field.fill(barrier)
      await page.keyboard.press('Enter')
      await page.locator('.turn').nth(1).getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
      expect(new URL(page.url()).searchParams.getAll('q')).toEqual([judged, barrier])
      const long = 'escalera '.repeat(300).trim()
      await field.fill(long)
      await page.keyboard.press('Enter')
      await page.locator('.ask .field-error').waitFor()
      expect(await field.inputValue()).toBe(long)
      expect(await page.locator('.turn').count()).toBe(2)
    })
  }, 60_000)

  test('in English the texts of the page are English', async () => {
    await site.visit('wide', '/preguntar', async (page) => {
      await page.getByRole('button', { name: 'English' }).click()
      await page.getByLabel('Question', { exact: true }).fill(judged)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'DOES NOT COMPLY' }).waitFor()
      await page.getByLabel('Question', { exact: true }).fill(followUp)
      await page.keyboard.press('Enter')
      await page.getByText(`Earlier questions were taken into account: «${judged}»`).waitFor()
      await page.getByRole('button', { name: 'New conversation' }).waitFor()
      await takeScreenshot(page, 'conversacion-ingles')
    })
  }, 60_000)
})

async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel('Pregunta', { exact: true }).fill(question)
  await page.keyboard.press('Enter')
}
