import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, openSite, type Site, sizes, takeScreenshot, until } from './browser.ts'

let site: Site
/** Releases the answer of the language model; until then a question is in progress. */
let release: () => void = () => undefined
const gate = new Promise<void>((resolve) => {
  release = resolve
})

describe.skipIf(executablePath === undefined)('the first use', () => {
  beforeAll(async () => {
    site = await openSite({
      async languageModel() {
        await gate
        return { text: '', tokens: undefined }
      },
    })
  }, 60_000)
  afterAll(async () => {
    release()
    await site?.close()
  })

  test('the first verdict is two steps away from the printed address: a line and Enter, or an example and a click', async () => {
    await site.visit('wide', '/', async (page) => {
      await page.getByRole('button', { name: 'cubierta plana 0,5 en Burgos a 1000 m' }).click()
      await page.getByRole('option', { name: /Cubierta plana · Transmitancia térmica/ }).click()
      await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
    })
    await site.visit('wide', '/', async (page) => {
      await page.getByLabel('¿Qué quiere comprobar?').waitFor()
      await page.keyboard.type('azotea u 0,3 en Ávila')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'CUMPLE', exact: true }).waitFor()
      await page.locator('td.marked', { hasText: '0,33' }).waitFor()
    })
  }, 60_000)

  test('needs only the first script and that of its page to paint, and both are small', async () => {
    await site.visit('wide', '/verificar', async (page) => {
      await page.getByRole('heading', { name: 'Verificar' }).waitFor()
      const scripts: string[] = []
      const inHtml = [...(await (await fetch(`${site.url}/verificar`)).text()).matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path)
      let answered = 0
      const late: string[] = []
      // Hold back every script that the HTML does not name, to detect chains of loads.
      await page.route('**/*.js', async (route) => {
        const { pathname } = new URL(route.request().url())
        // The palette is loaded after the page.
        if (/\/(palette|Dialog|use-line)-/.test(pathname)) return route.continue()
        scripts.push(pathname)
        if (inHtml.includes(pathname)) return route.continue()
        if (answered > 0) late.push(pathname)
        await new Promise((resolve) => setTimeout(resolve, 1000))
        answered += 1
        await route.continue()
      })
      await page.goto(`${site.url}/verificar?otra#clave=${site.service.key}`)
      await page.getByRole('heading', { name: 'Verificar' }).waitFor()
      expect(scripts.length).toBeGreaterThan(1)
      expect(scripts.length).toBeLessThanOrEqual(22)
      expect(late).toEqual([])
      const bytes = await Promise.all(scripts.map(async (path) => gzipSync(await (await fetch(`${site.url}${path}`)).arrayBuffer()).length))
      expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(250 * 1024)
    })
  }, 60_000)

  test('the pages work without a network connection', async () => {
    await site.visit('wide', '/verificar', async (page) => {
      await page.getByRole('button', { name: /Ver un ejemplo/ }).waitFor()
      await page.evaluate(() => dispatchEvent(new Event('offline')))
      await page.getByRole('button', { name: /Ver un ejemplo/ }).click()
      await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
    })
  }, 60_000)

  test('asks for a key, explains each error, and accepts a pasted address', async () => {
    const page = await site.browser.newPage({ viewport: sizes.wide })
    await page.goto(`${site.url}/buscar?q=rampa`)
    const field = page.getByLabel('Clave', { exact: true })
    await field.waitFor()
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await field.getAttribute('autocomplete')).toBe('current-password')
    await page.getByText('La clave no se guarda').waitFor()
    const dead = site.service.keys.issue({ name: 'vieja', scopes: ['read'], expiresAt: new Date(Date.now() - 1000) })
    const gone = site.service.keys.issue({ name: 'ida', scopes: ['read'], expiresAt: null })
    site.service.keys.revoke(gone.key.prefix)
    for (const [key, said] of [
      ['plm_nada', 'La clave está mal escrita'],
      [`plm_${'a'.repeat(36)}`, /mal escrita|no conoce esta clave/],
      [dead.text, 'La clave ha caducado'],
      [gone.text, 'La clave fue revocada'],
    ] as const) {
      await field.fill(key)
      await page.keyboard.press('Enter')
      await page.getByText(said).waitFor()
    }
    expect(await accessibilityErrors(page)).toEqual([])
    await takeScreenshot(page, 'clave')
    await page.getByLabel('Mostrar la clave').check()
    await field.fill(`${site.url}/#clave=${site.service.key}`)
    await page.keyboard.press('Enter')
    // The same page, not the start page.
    await page.locator('.results mark').first().waitFor()
    await page.close()
  }, 60_000)

  test('every page reports that the service is gone, and continues when it is back', async () => {
    const page = await site.browser.newPage({ viewport: sizes.wide })
    await page.goto(`${site.url}/verificar#clave=${site.service.key}`)
    await page.getByRole('button', { name: /Ver un ejemplo/ }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.route('**/*', (route) => route.abort())
    const said = page.getByRole('heading', { name: /No se pudo conectar con el servicio/ })
    for (const [name, heading] of [
      ['Normativa', 'Normativa'],
      ['Municipios', 'Municipios'],
      ['Preguntar', 'Preguntar'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click()
      await said.first().waitFor()
      expect(await accessibilityErrors(page), name).toEqual([])
      if (name === 'Normativa') await takeScreenshot(page, 'sin-servicio')
      await page.unroute('**/*')
      await retry(page)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await page.route('**/*', (route) => route.abort())
    }
    await page.getByRole('link', { name: 'Verificar', exact: true }).click()
    await page.getByRole('button', { name: /Ver un ejemplo/ }).click()
    await said.first().waitFor()
    await page.unroute('**/*')
    await retry(page)
    await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
    await page.close()
  }, 90_000)

  test('a question in progress can be stopped and repeated; typing cancels the older search', async () => {
    const page = await site.browser.newPage({ viewport: sizes.wide })
    const given: string[] = []
    page.on('requestfailed', (request) => given.push(request.url()))
    await page.goto(`${site.url}/preguntar?q=¿Qué+transmitancia+máxima+admite+una+cubierta+plana+en+Madrid%3F#clave=${site.service.key}`)
    await page.getByRole('button', { name: 'Detener' }).click()
    await page.getByRole('heading', { name: 'Detenido' }).waitFor()
    await until(async () => given.some((url) => url.includes('/trpc/ask')))
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByRole('button', { name: 'Detener' }).waitFor()
    release()
    await page.locator('.answer').waitFor()

    await page.route('**/trpc/search*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue().catch(() => undefined)
    })
    await page.getByRole('link', { name: 'Buscar', exact: true }).click()
    const field = page.getByLabel('Buscar en los artículos')
    const asked = page.waitForRequest(/trpc\/search/)
    await field.fill('rampa')
    await asked
    await field.fill('escalera')
    await until(async () => given.some((url) => url.includes('/trpc/search')))
    await page.close()
  }, 60_000)
})

async function retry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reintentar' }).first().click()
}
