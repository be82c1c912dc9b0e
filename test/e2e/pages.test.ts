import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, openSite, type Site, sizes, takeScreenshot, until } from './browser.ts'

let site: Site

describe.skipIf(executablePath === undefined)('the pages', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())
  const visit: Site['visit'] = (...visited) => site.visit(...visited)

  // Two at a time (maxConcurrency): one waits while the other draws.
  describe.concurrent.each(['wide', 'narrow'] as const)('%s', (size) => {
    test('Verificar: the example, then a case with a missing condition', async () => {
      await visit(size, '/verificar', async (page) => {
        await page.getByRole('button', { name: /Ver un ejemplo/ }).click()
        await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
        await page.locator('td.marked').waitFor()
        await page.locator('td.marked', { hasText: '0,35' }).waitFor()
        expect(await page.getByText('Se toma la altitud del núcleo capital').first().isVisible()).toBe(true)
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `verificar-${size}`)
        await page.goto(`${site.url}/verificar?lugar=Madrid+(28079)&elemento=escalera&parametro=huella&valor=27&unidad=cm#clave=${site.service.key}`)
        await page.getByRole('heading', { name: 'No se puede decidir todavía' }).waitFor()
        await takeScreenshot(page, `verificar-falta-${size}`)
        if (size === 'wide') expect(await accessibilityErrors(page)).toEqual([])
        // The one question has room for its words.
        const asked = await page.getByLabel('Uso general o restringido de la zona').boundingBox()
        expect(asked?.width).toBeGreaterThan(size === 'wide' ? 500 : 300)
        await page.getByLabel('Uso general o restringido de la zona').selectOption('restringido')
        await page.getByRole('button', { name: 'Comprobar', exact: true }).click()
        await page.getByRole('heading', { name: 'CUMPLE', exact: false }).waitFor()
        expect(new URL(page.url()).searchParams.get('c.tipo_uso')).toBe('restringido')
      })
    }, 60_000)

    test('Buscar: snippets while typing, and a facet', async () => {
      await visit(size, '/buscar', async (page) => {
        await page.getByLabel('Buscar en los artículos').pressSequentially('rampa pendiente')
        await page.locator('.results mark').first().waitFor()
        const all = await page.locator('.results li').count()
        expect(all).toBeGreaterThan(1)
        await page.getByRole('button', { name: /^DB-SUA / }).click()
        await page.getByRole('button', { name: /^DB-SUA /, pressed: true }).waitFor()
        await page.locator('.results .help').getByText('DB-SUA · edición 2022').first().waitFor()
        expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: 'rampa pendiente', documento: 'cte-db-sua' })
        expect(await accessibilityErrors(page)).toEqual([])
        // From the field through the results and back by the arrows.
        await page.getByLabel('Buscar en los artículos').focus()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('ArrowDown')
        expect(await page.locator('.results li:nth-child(2) h2 a').evaluate((link) => link === document.activeElement)).toBe(true)
        await page.keyboard.press('ArrowUp')
        await page.keyboard.press('ArrowUp')
        expect(await page.getByLabel('Buscar en los artículos').evaluate((field) => field === document.activeElement)).toBe(true)
        await takeScreenshot(page, `buscar-${size}`)
        await page.getByLabel('Buscar en los artículos').fill('zzzzqqq')
        await page.getByText('Ningún artículo contiene esas palabras.').waitFor()
      })
    }, 60_000)

    test('Normativa: collections, contents, an article and the next one', async () => {
      await visit(size, '/normativa', async (page) => {
        await page.getByRole('link', { name: 'DB-HE', exact: true }).click()
        await page.getByRole('heading', { name: 'Ediciones' }).waitFor()
        if (size === 'wide') expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `documento-${size}`)
        await page.getByRole('link', { name: /^HE 1, 3\.1\.1 / }).click()
        await page.getByRole('heading', { level: 1, name: /Transmitancia de la envolvente/ }).waitFor()
        await page.getByText('Valores límite de transmitancia térmica').first().waitFor()
        expect(await page.locator('.prose sub').first().textContent()).toBe('lim')
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `articulo-${size}`)
        await page
          .getByRole('link', { name: /^Siguiente/ })
          .first()
          .click()
        await page.getByRole('heading', { level: 1, name: /HE 1, 3\.1\.2/ }).waitFor()
        await page.goBack()
        await page.getByRole('link', { name: 'Comprobar Transmitancia límite de cubiertas en contacto con el aire exterior' }).click()
        await until(async () => (await page.getByRole('combobox', { name: 'Parámetro' }).inputValue()) === 'Transmitancia térmica')
      })
    }, 60_000)

    test('Preguntar: a figure with its source, and a question without an answer', async () => {
      await visit(size, '/preguntar', async (page) => {
        await page.getByLabel('Pregunta', { exact: true }).fill('¿Qué transmitancia máxima admite una cubierta plana en Madrid?')
        await page.getByRole('button', { name: 'Preguntar' }).click()
        await page.getByText('como máximo 0,35 W/m²K').first().waitFor()
        await page.getByRole('link', { name: /DB-HE \(2022\)/ }).waitFor()
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `preguntar-${size}`)
        await page.getByLabel('Pregunta', { exact: true }).fill('¿Qué transmitancia máxima admite una cubierta plana?')
        await page.keyboard.press('Enter')
        await page.locator('.missing-values').first().waitFor()
        await takeScreenshot(page, `preguntar-falta-${size}`)
        await page.getByLabel('Pregunta', { exact: true }).fill('¿Qué transmitancia máxima admite una cubierta plana en Santiago?')
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'No lo sé' }).waitFor()
        if (size === 'wide') expect(await accessibilityErrors(page)).toEqual([])
      })
    }, 60_000)

    test('Municipios: a sheet, and another altitude', async () => {
      await visit(size, '/municipios', async (page) => {
        await page.getByRole('combobox', { name: 'Municipio' }).pressSequentially('avila 05019')
        await page
          .getByRole('option', { name: /^Ávila/ })
          .first()
          .click()
        await page.getByRole('heading', { name: /^Ávila/ }).waitFor()
        const zone = page.getByRole('row', { name: /^Zona climática/ })
        const own = await zone.innerText()
        expect(own).toMatch(/Ahorro de energía.* \(2022\), Anejo B/)
        await page.getByLabel('Altitud del emplazamiento').fill('600')
        await until(async () => (await zone.innerText()) !== own)
        await page.getByLabel('Altitud del emplazamiento').fill('1 200')
        await until(async () => (await zone.innerText()) === own)
        await page.getByLabel('Altitud del emplazamiento').fill('600')
        await until(async () => (await zone.innerText()) !== own)
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `municipios-${size}`)
      })
    }, 60_000)
  })

  test('Verificar by keyboard only, in dark mode', async () => {
    await visit(
      'wide',
      '/verificar',
      async (page) => {
        const keys = page.keyboard
        await page.getByRole('combobox', { name: 'Municipio' }).waitFor()
        await page.getByRole('button', { name: /Ver un ejemplo/ }).waitFor()
        await page.waitForLoadState('networkidle')
        for (let steps = 0; steps < 20 && !(await isFocused(page, 'Municipio')); steps += 1) await keys.press('Tab')
        await keys.type('valencia 46250')
        await keys.press('ArrowDown')
        await keys.press('Enter')
        await keys.press('Tab')
        await keys.type('cubierta plana')
        await keys.press('ArrowDown')
        await keys.press('Enter')
        await keys.press('Tab')
        await keys.type('transmitancia t')
        await keys.press('ArrowDown')
        await keys.press('Enter')
        await keys.press('Tab')
        await keys.type('0,3')
        await keys.press('Enter')
        await page.getByRole('heading', { name: 'CUMPLE', exact: false }).waitFor()
        expect(await page.getByRole('heading', { name: 'NO CUMPLE' }).count()).toBe(0)
        expect(new URL(page.url()).searchParams.get('lugar')).toBe('València (46250)')
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, 'verificar-oscuro')
      },
      'dark',
    )
  }, 60_000)

  test('the next article is a few presses of Tab away, however long this one is', async () => {
    await visit('wide', '/normativa/cte/cte-db-he/he-anejo-a', async (page) => {
      await page.locator('article h1').waitFor()
      await page.waitForLoadState('networkidle')
      await page.locator('main').focus()
      const seen: string[] = []
      while (seen.length < 6 && !seen.some((one) => one.startsWith('Siguiente'))) {
        await page.keyboard.press('Tab')
        seen.push(await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.innerText : '')))
        // Past the table of contents beside it.
        if (seen.at(-1) === 'Ir al artículo') await page.keyboard.press('Enter')
      }
      expect(seen.at(-1), seen.join(' | ')).toMatch(/^Siguiente/)
    })
  }, 60_000)

  test('asks for a key, explains what is wrong with it, and stores it nowhere', async () => {
    const page = await site.browser.newPage({ viewport: sizes.narrow })
    await page.goto(`${site.url}/buscar`)
    await page.getByLabel('Clave', { exact: true }).fill('plm_nada')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByText('La clave está mal escrita').waitFor()
    expect(await accessibilityErrors(page)).toEqual([])
    await takeScreenshot(page, 'clave-narrow')
    await page.getByLabel('Clave', { exact: true }).fill(site.service.key)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByLabel('Buscar en los artículos').waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)).not.toContain('plm_')
    await page.close()
  }, 60_000)

  test('can be switched to English', async () => {
    await visit('wide', '/verificar', async (page) => {
      await page.getByRole('button', { name: 'English' }).click()
      await page.getByRole('heading', { name: 'Verify' }).waitFor()
      await page.getByRole('button', { name: /See an example/ }).click()
      await page.getByRole('heading', { name: 'DOES NOT COMPLY' }).waitFor()
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    })
  }, 60_000)

  test('are sent with the headers of every answer; other paths are not found', async () => {
    const start = await fetch(`${site.url}/verificar`)
    expect(start.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(start.headers.get('content-type')).toContain('text/html')
    for (const path of ['/assets/../server/main.ts', '/assets/%2e%2e/index.html', '/assets/nada.js', '/nada'])
      expect((await fetch(`${site.url}${path}`)).status, path).toBe(404)
  })
})

async function isFocused(page: Page, name: string): Promise<boolean> {
  return page.getByRole('combobox', { name }).evaluate((element) => element === document.activeElement)
}
