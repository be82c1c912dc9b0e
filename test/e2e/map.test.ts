import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atlasFrom, plane, type SpainTopology } from '../../renderer/mapa/atlas.ts'
import { discRadius } from '../../renderer/mapa/draw-map.ts'
import { fitView } from '../../renderer/mapa/hit-testing.ts'
import { accessibilityErrors, executablePath, openSite, type Site, takeScreenshot, until } from './browser.ts'

const atlas = atlasFrom(JSON.parse(readFileSync('node_modules/es-atlas/es/municipalities.json', 'utf8')) as SpainTopology)
let site: Site

describe.skipIf(executablePath === undefined)('the map', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  describe.concurrent.each(['wide', 'narrow'] as const)('%s', (size) => {
    test('Spain by climate, then by radon; the address follows, and back returns from a sheet', async () => {
      await site.visit(size, '/municipios', async (page) => {
        // The page opens on the map.
        await drawn(page, 'Mapa de España: Zona climática')
        await page.getByText('8132 municipios').waitFor()
        expect(await page.getByText('Sin recinto en el mapa, pero en la tabla: Usansolo (48916).').count()).toBe(1)
        expect(await page.getByText('82 recintos no son municipios').count()).toBe(1)
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `mapa-clima-${size}`)
        await page.getByRole('link', { name: 'Radón', exact: true }).click()
        await drawn(page, 'Mapa de España: Zona de radón')
        await page.getByRole('button', { name: /^Zona II 1644/ }).click()
        await page.getByText('1644 municipios').waitFor()
        await page.getByLabel('Provincia', { exact: true }).selectOption('Ávila')
        await drawn(page, 'Mapa de Ávila: Zona de radón')
        await takeScreenshot(page, `mapa-radon-avila-${size}`)
        const address = page.url()
        expect(Object.fromEntries(new URL(address).searchParams)).toEqual({ mapa: 'radon', provincia: 'Ávila', zona: 'II' })
        await page.getByLabel('Nombre o código').fill('navaluenga')
        await page.getByRole('link', { name: 'Navaluenga' }).click()
        await page.getByRole('heading', { name: /^Navaluenga/ }).waitFor()
        await page.goBack()
        await drawn(page, 'Mapa de Ávila: Zona de radón')
        expect(await page.getByLabel('Nombre o código').inputValue()).toBe('navaluenga')
      })
    }, 90_000)

    test('numbers, estimates and missing values look different, in light and dark mode', async () => {
      for (const scheme of ['light', 'dark'] as const)
        await site.visit(
          size,
          '/municipios?mapa=viento',
          async (page) => {
            await drawn(page, 'Mapa de España: Zona eólica')
            expect(await page.getByRole('button', { name: /^Estimada: no decide 8080/ }).count()).toBe(1)
            await takeScreenshot(page, `mapa-viento-${scheme}-${size}`)
            await page.getByRole('link', { name: 'Sismo', exact: true }).click()
            await drawn(page, 'Mapa de España: Aceleración sísmica básica')
            await page.getByRole('button', { name: /^No figura en la lista: ab < 0,04 g/ }).waitFor()
            expect(await accessibilityErrors(page)).toEqual([])
            await takeScreenshot(page, `mapa-sismo-${scheme}-${size}`)
            await page.getByRole('link', { name: 'Zona climática', exact: true }).click()
            await drawn(page, 'Mapa de España: Zona climática')
            await takeScreenshot(page, `mapa-clima-${scheme}-${size}`)
          },
          scheme,
        )
    }, 90_000)
  })

  test('zoom by button, key and wheel, pan by dragging; the legend of the climate has a row for each winter and a column for each summer', async () => {
    await site.visit('wide', '/municipios', async (page) => {
      await drawn(page, 'Mapa de España: Zona climática')
      const map = page.getByRole('application')
      const said = page.locator('.map-said')
      const centre = async (): Promise<readonly [number, number]> => {
        const box = await map.boundingBox()
        if (box === null) throw new Error('The map was not found')
        return [box.x + box.width / 2, box.y + box.height / 2]
      }
      const under = async (): Promise<string> => {
        const [x, y] = await centre()
        await page.mouse.move(x + 1, y + 1)
        await page.mouse.move(x, y)
        return said.innerText()
      }
      const whole = await under()
      const reset = page.getByRole('button', { name: 'Ver toda la zona' })
      expect(await reset.isDisabled()).toBe(true)
      await page.getByRole('button', { name: 'Acercar' }).click()
      await map.focus()
      await page.keyboard.press('+')
      const [x, y] = await centre()
      await page.mouse.move(x, y)
      await page.mouse.wheel(0, -400)
      await until(async () => !(await reset.isDisabled()))
      await page.mouse.down()
      await page.mouse.move(x - 200, y - 100, { steps: 4 })
      await page.mouse.up()
      // Dragging opened no sheet.
      expect(new URL(page.url()).pathname).toBe('/municipios')
      expect(await under()).not.toBe(whole)
      await takeScreenshot(page, 'mapa-ampliado')
      await reset.click()
      await until(async () => (await under()) === whole)
      const legend = page.getByRole('table', { name: /^Leyenda/ })
      expect(await legend.getByRole('columnheader').allInnerTexts()).toEqual(['Invierno', 'Verano 1', 'Verano 2', 'Verano 3', 'Verano 4'])
      await legend
        .getByRole('row', { name: /^Invierno D/ })
        .getByRole('button', { name: /^Zona D3/ })
        .click()
      await until(async () => new URL(page.url()).searchParams.get('zona') === 'D3')
      expect(await accessibilityErrors(page)).toEqual([])
    })
  }, 90_000)

  test('a municipality is found by its Spanish name, and its sheet links to the regulations held', async () => {
    await site.visit('wide', '/municipios', async (page) => {
      await page.getByRole('combobox', { name: 'Municipio' }).pressSequentially('ibiza')
      await page.getByRole('option', { name: /^Eivissa/ }).click()
      await page.getByRole('heading', { name: /^Eivissa/ }).waitFor()
      await page.getByRole('link', { name: 'DB-HE', exact: true }).click()
      await page.getByRole('heading', { name: 'Documento Básico HE. Ahorro de energía', level: 1 }).waitFor()
    })
  }, 60_000)

  test('by keyboard: to the neighbour and its sheet; by pointer: also the smallest municipality', async () => {
    await site.visit('wide', '/municipios?mapa=clima&provincia=Madrid', async (page) => {
      await drawn(page, 'Mapa de Madrid: Zona climática')
      const map = page.getByRole('application')
      for (let steps = 0; steps < 30 && !(await map.evaluate((element) => element === document.activeElement)); steps += 1)
        await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowRight')
      const said = page.locator('.map-said')
      const first = await said.innerText()
      expect(first).toMatch(/\(Madrid\): Zona (D3|E1)/)
      await page.keyboard.press('ArrowDown')
      await until(async () => (await said.innerText()) !== first)
      const name = (await said.innerText()).split(' (')[0] ?? ''
      await takeScreenshot(page, 'mapa-teclado')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: new RegExp(`^${name}`) }).waitFor()
      await page.goto(`${site.url}/municipios?mapa=sismo#clave=${site.service.key}`)
      await drawn(page, 'Mapa de España: Aceleración sísmica básica')
      for (const city of ['Ceuta', 'Melilla']) {
        await map.scrollIntoViewIfNeeded()
        const box = await map.boundingBox()
        const centre = atlas.shapes.find(({ name }) => name === city)?.centre
        if (box === null || centre === undefined) throw new Error('The map or the city was not found')
        const view = fitView(plane, box.width, box.height)
        await page.mouse.move(box.x + (centre[0] ?? 0) * view.scale + view.left + discRadius - 1, box.y + (centre[1] ?? 0) * view.scale + view.top)
        await until(async () => (await said.innerText()).startsWith(`${city} (${city}): ab = `))
      }
      await page.mouse.down()
      await page.mouse.up()
      await page.getByRole('heading', { name: /^Melilla/ }).waitFor()
    })
  }, 90_000)

  test('the outlines are loaded when a map is opened, not before, and drawn quickly', async () => {
    const asked: string[] = []
    await site.visit('wide', '/municipios/ES-05019', async (page) => {
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.getByRole('heading', { name: /^Ávila/ }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(asked.filter((path) => path.endsWith('.json'))).toEqual([])
      const milliseconds = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const start = performance.now()
            new MutationObserver((_, observer) => {
              if (document.querySelector('[data-drawn]') === null) return
              observer.disconnect()
              resolve(performance.now() - start)
            }).observe(document.body, { subtree: true, childList: true, attributes: true })
            document.querySelector<HTMLAnchorElement>('nav.maps a')?.click()
          }),
      )
      expect(asked.filter((path) => path.endsWith('.json'))).toHaveLength(1)
      // A generous limit, so that the test passes on a busy machine.
      expect(milliseconds).toBeLessThan(5000)
    })
  }, 60_000)
})

/** Waits until the map reports that it is drawn, and checks that its canvas is not blank. */
async function drawn(page: Page, label: string): Promise<void> {
  await page.locator(`[data-drawn="${label}"]`).waitFor()
  const colours = await page
    .locator('.map-frame canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      const seen = new Set<number>()
      for (let at = 0; at < pixels.length; at += 4)
        if (pixels[at + 3] === 255) seen.add(((pixels[at] ?? 0) << 16) + ((pixels[at + 1] ?? 0) << 8) + (pixels[at + 2] ?? 0))
      return seen.size
    })
  expect(colours, label).toBeGreaterThan(3)
}
