import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, everyPage, executablePath, layoutErrors, openSite, type Site, sizes, takeScreenshot, until } from './browser.ts'

let site: Site
/** A project of the service, and pages that show more than the samples of `everyPage` do. */
let project = ''
let withContent: readonly string[] = []
let administrator = ''

interface View {
  readonly size: keyof typeof sizes
  readonly scheme: 'light' | 'dark'
  readonly of: 'all' | 'colours'
}

/** Dates that are not written as `14-06-2022`, which Spanish pages do not show. */
async function foreignDates(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => document.body.innerText)
  return [...shown.matchAll(/.{0,30}(?<!\d)(\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{2,4})(?!\d)/g)].map(([found]) => `not a Spanish date: ${found}`)
}

describe.skipIf(executablePath === undefined)('the layout of the pages', () => {
  beforeAll(async () => {
    site = await openSite()
    const made = await site.service.post('/api/v1/proyectos', {
      name: 'Bloque con garaje',
      geo_id: 'ES-09059',
      context: { uso: 'residencial_privado' },
      checks: [
        { id: 'a', element: 'escalera', parameter: 'huella', value: 27, unit: 'cm', origin: 'Plano 3' },
        { id: 'b', element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.3, unit: 'W/m²K' },
        { id: 'c', element: 'muro-exterior', parameter: 'transmitancia-termica', value: 0.9, unit: 'W/m²K' },
      ],
    })
    project = ((await made.json()) as { id: string }).id
    administrator = site.service.keys.issue({ name: 'administración', scopes: ['read', 'verify', 'ask', 'admin'], expiresAt: null }).text
    withContent = [
      ...['red', 'oficina', 'base', 'carencias', 'auditoria'].map((section) => `/servidor/${section}`),
      '/esto-no-existe',
      `/proyectos/${project}`,
      `/proyectos/${project}/exigencias`,
      '/verificar?lugar=Madrid+(28079)&elemento=escalera&parametro=huella&valor=27&unidad=cm',
      '/verificar?lugar=Burgos+(09059)&elemento=cubierta-plana&parametro=transmitancia-termica',
    ]
  }, 60_000)
  afterAll(() => site?.close())

  // Each page is loaded in a narrow and in a wide window, and then seen in others without loading it again, which is most of the waiting. Two at a time
  // (maxConcurrency). Dark pages of a size and language that were seen light differ in their colours alone.
  test.concurrent.each([
    {
      language: 'es',
      views: [
        { size: 'narrow', scheme: 'light', of: 'all' },
        { size: 'zoomed', scheme: 'light', of: 'all' },
      ],
    },
    {
      language: 'es',
      views: [
        { size: 'wide', scheme: 'light', of: 'all' },
        { size: 'wide', scheme: 'dark', of: 'colours' },
      ],
    },
    {
      language: 'en',
      views: [
        { size: 'wide', scheme: 'light', of: 'all' },
        { size: 'narrow', scheme: 'dark', of: 'all' },
      ],
    },
  ] as const)(
    'every page is accessible and fits the window: $language, $views.0.size and $views.1.size, $views.1.scheme',
    async ({ language, views }) => {
      await site.visit(
        views[0].size,
        '/verificar',
        async (page) => {
          await page.evaluate((chosen) => localStorage.setItem('idioma', chosen), language)
          const errors: string[] = []
          for (const address of [...everyPage, ...withContent]) {
            await page.setViewportSize(sizes[views[0].size])
            await page.emulateMedia({ colorScheme: views[0].scheme })
            await settle(page, address, administrator)
            expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
            if (language === 'es') errors.push(...(await foreignDates(page)).map((error) => `${address}: ${error}`))
            for (const view of views)
              errors.push(...(await errorsIn(page, view)).map((error) => `${address}: ${view.size}, ${view.scheme}: ${error}`))
          }
          expect(errors).toEqual([])
        },
        'light',
        administrator,
      )
    },
    300_000,
  )

  test('lists are in English where the pages are', async () => {
    await site.visit('wide', '/buscar', async (page) => {
      await page.evaluate(() => localStorage.setItem('idioma', 'en'))
      await settle(page, '/verificar')
      await page.getByRole('combobox', { name: 'Element' }).fill('flat roof')
      await page
        .getByRole('option', { name: /^Flat roof/ })
        .first()
        .click()
      await page.getByRole('combobox', { name: 'Parameter' }).fill('thermal trans')
      await page
        .getByRole('option', { name: /^Thermal transmittance/ })
        .first()
        .waitFor()
      await settle(page, '/exigencias')
      await page.getByRole('combobox', { name: 'What the building does not have' }).fill('flat ro')
      await page
        .getByRole('option', { name: /^Flat roof/ })
        .first()
        .click()
      await page.getByRole('listitem').filter({ hasText: 'Flat roof' }).waitFor()
    })
  }, 60_000)

  test('can be installed: the manifest and its icons are there', async () => {
    const start = await (await fetch(`${site.url}/`)).text()
    const manifest = await fetch(`${site.url}${/rel="manifest" href="([^"]+)"/.exec(start)?.[1] ?? ''}`)
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
    const { icons, start_url } = (await manifest.json()) as { icons: { src: string; type: string }[]; start_url: string }
    expect(start_url).toBe('/')
    for (const { src, type } of icons) {
      const icon = await fetch(`${site.url}${src}`)
      expect([icon.status, icon.headers.get('content-type')], src).toEqual([200, type])
    }
  })

  test('the bundled font has letters, digits and the symbols of the regulations', async () => {
    await site.visit('wide', '/verificar', async (page) => {
      await page.getByRole('heading', { name: 'Verificar' }).waitFor()
      const inspector = await page.context().newCDPSession(page)
      await inspector.send('DOM.enable')
      await inspector.send('CSS.enable')
      const facesOf = async (words: string): Promise<{ familyName: string; isCustomFont: boolean }[]> => {
        await page.evaluate((said) => {
          const heading = document.querySelector('h1')
          if (heading !== null) heading.textContent = said
        }, words)
        await page.evaluate(() => document.fonts.ready)
        const { root } = await inspector.send('DOM.getDocument')
        const { nodeId } = await inspector.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' })
        const { fonts } = await inspector.send('CSS.getPlatformFontsForNode', { nodeId })
        return fonts.map(({ familyName, isCustomFont }) => ({ familyName, isCustomFont }))
      }
      // Except ⁻: a system font draws it, because replacing the character would break copied text.
      for (const sign of ['Ñandú 0123', 'α', 'μ', 'Δ', 'λ', '²', '³', '≤', '≥', '·', '×', '−', 'Ω', '→', '✓'])
        expect(await facesOf(sign), sign).toEqual([{ familyName: expect.stringMatching(/^IBM Plex Sans/), isCustomFont: true }])
      expect(await page.evaluate(() => getComputedStyle(document.body).fontVariantNumeric)).toBe('tabular-nums')
      const face = await page.evaluate(() => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2'))?.name ?? '')
      const { headers } = await fetch(face)
      expect(headers.get('cache-control')).toContain('immutable')
      expect(headers.get('content-type')).toBe('font/woff2')
      const licence = await fetch(new URL('/assets/IBM-Plex-Sans-OFL.txt', site.url))
      expect(await licence.text()).toContain('SIL OPEN FONT LICENSE Version 1.1')
    })
  }, 60_000)

  test('light or dark: the switch decides before the system does, and is kept', async () => {
    await site.visit('wide', '/buscar', async (page) => {
      const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
      const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      await page.getByRole('button', { name: 'Oscuro' }).click()
      expect(await scheme()).toBe('dark')
      const night = await ground()
      await page.goto(`${site.url}/normativa#clave=${site.service.key}`)
      await page.getByRole('button', { name: 'Oscuro', pressed: true }).waitFor()
      expect(await ground()).toBe(night)
      await page.getByRole('button', { name: 'Como el sistema' }).click()
      expect(await scheme()).toBe('light dark')
      expect(await ground()).not.toBe(night)
    })
  }, 60_000)

  test('in a narrow window the pages are behind a button, which Escape closes', async () => {
    await site.visit('narrow', '/buscar', async (page) => {
      const entry = page.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: 'Normativa' })
      const menu = page.getByRole('button', { name: 'Menú' })
      expect(await entry.count()).toBe(0)
      await menu.click()
      expect(await accessibilityErrors(page)).toEqual([])
      expect(await layoutErrors(page)).toEqual([])
      await takeScreenshot(page, 'menu-narrow')
      await page.keyboard.press('Escape')
      expect(await entry.count()).toBe(0)
      await menu.click()
      await entry.click()
      await page.getByRole('heading', { name: 'Normativa', level: 1 }).waitFor()
      expect(await entry.count()).toBe(0)
    })
  }, 60_000)

  test('on paper: black on white, no controls, and the knowledge base with its hash on each sheet', async () => {
    await site.visit(
      'wide',
      '/verificar',
      async (page) => {
        const { version, sha256 } = site.service.kb.meta
        const cited = {
          '/verificar':
            'Documento Básico HE. Ahorro de energía (2022), HE 1, 3.1.1, Tabla 3.1.1.a-HE1. Cubierta plana · Transmitancia térmica: 0,5 W/m²K;',
          '/normativa/': 'HE 1, 3.1.1 Transmitancia de la envolvente térmica. Ministerio de Vivienda y Agenda Urbana',
          '/preguntar': 'DB-HE (2022), HE 1, 3.1.1',
          '/municipios/ES': 'Documento Básico HE. Ahorro de energía (2022), Anejo B',
        }
        for (const [start, citation] of Object.entries(cited)) {
          const address = everyPage.findLast((one) => one.startsWith(start)) ?? ''
          await settle(page, address)
          await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
          const text = () => page.evaluate(() => document.body.innerText.replaceAll('\u00a0', ' '))
          await until(async () => (await text()).includes(citation))
          const seen = await text()
          expect(seen, address).toContain(`Base ${version} · ${sha256}`)
          expect(await page.locator('button:visible, nav:visible').count(), address).toBe(0)
          const colours = await page.evaluate(() => [
            getComputedStyle(document.documentElement).backgroundColor,
            getComputedStyle(document.body).color,
          ])
          expect(colours, address).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
          await takeScreenshot(page, `papel${start.replaceAll('/', '-')}`)
          await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
        }
      },
      'dark',
    )
  }, 60_000)

  test('with forced colours, the verdict and the focus are still recognizable', async () => {
    await site.visit('wide', '/verificar', async (page) => {
      await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
      await settle(page, everyPage.find((one) => one.startsWith('/verificar')) ?? '')
      await page.locator('td.marked').waitFor()
      await page.getByRole('button', { name: 'Copiar cita' }).focus()
      await page.keyboard.press('Shift+Tab')
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
      expect(outline).not.toBe('none')
      expect(await page.locator('td.marked').evaluate((cell) => getComputedStyle(cell).outlineStyle)).toBe('solid')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('madrid')
      const option = page.locator('[role=option][data-focused]')
      await option.waitFor()
      expect(await option.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid')
      await takeScreenshot(page, 'colores-del-sistema')
    })
  }, 60_000)
})

/** Sees the page in a window and scheme: what is wrong with it, and a picture of it. */
async function errorsIn(page: Page, { size, scheme, of }: View): Promise<string[]> {
  await page.setViewportSize(sizes[size])
  await page.emulateMedia({ colorScheme: scheme })
  // Drawn in the new window, what follows its size has followed, and colours have changed.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .flatMap(({ effect, finished }) => (effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY ? [] : [finished])),
    ),
  )
  const found = [...(await accessibilityErrors(page, of)), ...(await layoutErrors(page))]
  const { lang, path } = await page.evaluate(() => ({ lang: document.documentElement.lang, path: location.pathname + location.search }))
  const address = path.replace(project, 'proyecto').replace(/[^a-z]+/g, '-')
  await takeScreenshot(page, `${size}-${scheme}-${lang}${address.slice(0, 40)}`, 'jpeg')
  return found
}

/** Opens a page with the key in its address, and waits until all requests are answered. */
async function settle(page: Page, address: string, key = site.service.key): Promise<void> {
  await page.goto(`${site.url}${address}#clave=${key}`)
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
}
