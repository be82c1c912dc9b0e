import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../service.ts'
import { accessibilityErrors, executablePath, openSite, type Site, takeScreenshot, until } from './browser.ts'

let site: Site

/** Chooses in a list that closes if the page moves below it, as it does while the rows are being decided: it is then opened again. */
function chosen(page: Page, field: string, { typed, option }: { readonly typed: string; readonly option: RegExp }): Promise<void> {
  return until(async () => {
    await page.getByRole('combobox', { name: field }).fill('')
    await page.getByRole('combobox', { name: field }).fill(typed)
    const first = page.getByRole('option', { name: option }).first()
    return first.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  })
}

/** Notes in each frame where an element is. Returns a function that reads its different places, from the top of the window, in pixels. */
async function topsSeen(page: Page, target: Locator): Promise<() => Promise<number[]>> {
  await page.waitForLoadState('networkidle')
  await target.evaluate((one) => {
    const tops = new Set<number>()
    const look = (): void => {
      tops.add(Math.round(one.getBoundingClientRect().top))
      requestAnimationFrame(look)
    }
    look()
    Object.assign(globalThis, { topsSeen: () => [...tops] })
  })
  return () => page.evaluate(() => (globalThis as unknown as { topsSeen(): number[] }).topsSeen())
}

describe.skipIf(executablePath === undefined)('the checks of a project in a grid', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  const checks = [
    { id: 'a', element: 'escalera', parameter: 'huella', value: 27, unit: 'cm', origin: 'Plano 3' },
    { id: 'b', element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.3, unit: 'W/m²K' },
    { id: 'c', element: 'muro-exterior', parameter: 'transmitancia-termica', value: 0.9, unit: 'W/m²K' },
  ]
  const made = async (name: string): Promise<string> =>
    ((await (await site.service.post('/api/v1/proyectos', { name, geo_id: 'ES-28079', checks })).json()) as { id: string }).id
  const stored = async (id: string): Promise<Json[]> =>
    ((await (await site.service.get(`/api/v1/proyectos/${id}`)).json()) as { project: { checks: Json[] } }).project.checks
  const names = async (page: Page): Promise<string[]> => (await page.getByRole('rowheader').allInnerTexts()).map((one) => one.split('\n')[0] ?? '')
  const decided = (page: Page): Promise<unknown> => page.getByText('Falta: Uso general o restringido de la zona').waitFor()

  test('on paper every value, number and origin is read, and nothing that is pressed or filled in', async () => {
    const id = await made('En papel')
    await site.visit('wide', `/proyectos/${id}`, async (page) => {
      await decided(page)
      await page.emulateMedia({ media: 'print' })
      const rows = (await page.getByRole('row').allInnerTexts()).map((one) => one.replace(/\s+/g, ' ').trim())
      expect(rows.slice(1)).toEqual([
        expect.stringMatching(/^1 SIN DECIDIR .*Escalera · Huella 27 cm — — Plano 3$/),
        expect.stringMatching(/^2 CUMPLE Cubierta plana.* 0,3 W\/m²K como máximo .*HE1$/),
        expect.stringMatching(/^3 NO CUMPLE Muro.* 0,9 W\/m²K como máximo .*HE1$/),
      ])
      const shown = await page.getByRole('main').innerText()
      for (const tool of ['Filtrar las comprobaciones', 'Agrupar por norma', 'Añadir desde una tabla', 'Historial']) expect(shown).not.toContain(tool)
    })
  }, 120_000)

  test.each(['light', 'dark'] as const)(
    'by mouse: sort, filter, group, duplicate, undo, change a value in its cell: %s',
    async (scheme) => {
      const id = await made('Por ratón')
      await site.visit(
        'wide',
        `/proyectos/${id}`,
        async (page) => {
          await decided(page)
          expect(await names(page)).toEqual([/Escalera/, /Cubierta plana/, /Muro/].map((one) => expect.stringMatching(one)))
          await page.getByRole('columnheader', { name: 'Resultado' }).click()
          expect((await names(page))[0]).toMatch(/Muro/)
          await page.getByLabel('Filtrar las comprobaciones').fill('cubierta')
          expect(await names(page)).toHaveLength(1)
          await page.getByLabel('Filtrar las comprobaciones').fill('')
          await page.getByLabel('Agrupar por norma').check()
          await page.getByRole('heading', { level: 2, name: /Sin norma que decida 1 comprobación/ }).waitFor()
          await page.getByRole('heading', { level: 2, name: /DB-HE.* 2 comprobaciones/ }).waitFor()
          expect(await accessibilityErrors(page)).toEqual([])
          await takeScreenshot(page, `rejilla-agrupada-${scheme}`)
          await page.getByLabel('Agrupar por norma').uncheck()
          await page
            .getByRole('row', { name: /Cubierta/ })
            .locator('.tick-box')
            .click()
          await page.getByRole('row', { name: /Muro/ }).locator('.tick-box').click()
          await page.getByText('2 seleccionadas').first().waitFor()
          await takeScreenshot(page, `rejilla-seleccion-${scheme}`)
          await page.getByRole('button', { name: 'Duplicar' }).click()
          await until(async () => (await stored(id)).length === 5)
          await page.getByRole('button', { name: 'Deshacer' }).click()
          await until(async () => (await stored(id)).length === 3)
          await page.getByRole('button', { name: 'Quitar la selección' }).click()
          await page.getByRole('button', { name: 'Cambiar el valor de la comprobación 3: 0,9 W/m²K' }).click()
          await page.getByRole('dialog').getByLabel('Valor', { exact: true }).fill('0,4')
          await takeScreenshot(page, `rejilla-valor-${scheme}`)
          await page.keyboard.press('Enter')
          await until(async () => (await stored(id))[2]?.['value'] === 0.4)
          await page
            .getByRole('row', { name: /Escalera/ })
            .getByRole('rowheader')
            .click()
          await page.getByRole('heading', { name: 'Comprobación 1' }).waitFor()
          // Beside the detail, the grid is whole.
          expect(await page.locator('.grid-with-detail .scroll').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
          await takeScreenshot(page, `rejilla-detalle-${scheme}`)
        },
        scheme,
      )
    },
    90_000,
  )

  test('the rows stay under the pointer while a changed check is decided again', async () => {
    const id = await made('Sin saltos')
    await site.visit('wide', `/proyectos/${id}`, async (page) => {
      await decided(page)
      const seen = await topsSeen(page, page.getByRole('row', { name: /Escalera/ }))
      await page.getByRole('button', { name: /^Cambiar el valor de la comprobación 3/ }).click()
      await page.getByRole('dialog').getByLabel('Valor', { exact: true }).fill('0,4')
      await page.keyboard.press('Enter')
      await page
        .getByRole('row', { name: /Muro/ })
        .filter({ hasText: /(?<!NO) CUMPLE/ })
        .waitFor()
      expect(await seen()).toHaveLength(1)
    })
  }, 60_000)

  test('by keyboard: a row is selected, opened and closed, a value changed, and the change taken back with Ctrl+Z', async () => {
    const id = await made('Por teclado')
    await site.visit('wide', `/proyectos/${id}`, async (page) => {
      await decided(page)
      await page.getByRole('checkbox', { name: 'Agrupar por norma' }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      const number = (await page.getByRole('heading', { name: /Comprobación \d/ }).innerText()).match(/\d/)?.[0]
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('detalle')
      await page.keyboard.press('Escape')
      await until(async () => (await page.getByRole('heading', { name: /Comprobación \d/ }).count()) === 0)
      await page.getByRole('checkbox', { name: 'Agrupar por norma' }).focus()
      await page.keyboard.press('Tab')
      const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
      for (let steps = 0; steps < 12 && !(await label()).startsWith(`Cambiar el valor de la comprobación ${number}`); steps++)
        await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('0,32')
      await page.keyboard.press('Enter')
      await until(async () => (await stored(id))[Number(number) - 1]?.['value'] === 0.32)
      await page.getByText(/^Guardado/).waitFor()
      await page.keyboard.press('Control+Z')
      await until(async () => (await stored(id))[Number(number) - 1]?.['value'] === checks[Number(number) - 1]?.value)
    })
  }, 60_000)

  test('on a phone: the same conditions for several checks, and a check added twice', async () => {
    const id = await made('En la obra')
    await site.visit('narrow', `/proyectos/${id}`, async (page) => {
      await decided(page)
      await page
        .getByRole('row', { name: /Escalera/ })
        .locator('.tick-box')
        .click()
      await page.getByRole('button', { name: 'Condiciones para todas…' }).click()
      await page.locator('.bulk').getByRole('combobox', { name: 'Buscar un dato' }).fill('Uso general o restringido')
      await page.getByRole('option', { name: /^Uso general o restringido/ }).click()
      await page.locator('.bulk').getByLabel('Uso general o restringido de la zona').selectOption('restringido')
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'rejilla-condiciones-narrow')
      await page.getByRole('button', { name: 'Aplicar a las seleccionadas' }).click()
      await until(async () => ((await stored(id))[0]?.['context'] as Json | undefined)?.['tipo_uso'] === 'restringido')
      await page.getByText('Añadir una comprobación').click()
      await chosen(page, 'Elemento', { typed: 'cubierta pla', option: /^Cubierta plana/ })
      await chosen(page, 'Parámetro', { typed: 'transmitancia', option: /^Transmitancia térmica/ })
      for (const value of ['0,28', '0,45']) {
        await page.locator('form', { hasText: 'Qué se mide' }).getByLabel('Valor', { exact: true }).fill(value)
        await page.getByRole('button', { name: 'Añadir', exact: true }).click()
        await until(async () => (await stored(id)).some((one) => one['value'] === Number(value.replace(',', '.'))))
      }
      await page.getByRole('button', { name: 'Deshacer' }).click()
      await until(async () => (await stored(id)).length === 4)
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'rejilla-narrow')
    })
  }, 90_000)

  test('what is typed and not stored is there after another page and after a reload, and leaving asks first', async () => {
    const id = await made('Borrador')
    await site.visit('wide', `/proyectos/${id}`, async (page) => {
      await decided(page)
      await page.getByLabel('Detalle de la comprobación 3').click()
      await page.getByLabel('Observaciones').last().fill('A falta del ensayo')
      await page.getByText('Añadir desde una tabla').click()
      await page.getByLabel(/Pegue aquí/).fill('elemento;parámetro;valor;unidad\nmuro exterior;U;;W/m²K')
      await page.getByRole('link', { name: 'Buscar' }).click()
      await page.goBack()
      await page.getByLabel('Detalle de la comprobación 3').click()
      expect(await page.getByLabel('Observaciones').last().inputValue()).toBe('A falta del ensayo')
      const asked: string[] = []
      page.on('dialog', (dialog) => {
        asked.push(dialog.type())
        void dialog.accept()
      })
      await page.goto(`${site.url}/proyectos/${id}#clave=${site.service.key}`)
      await page.reload()
      expect(asked).toContain('beforeunload')
      await page.goto(`${site.url}/proyectos/${id}#clave=${site.service.key}`)
      await page.getByLabel('Detalle de la comprobación 3').click()
      expect(await page.getByLabel('Observaciones').last().inputValue()).toBe('A falta del ensayo')
      expect(await page.getByLabel(/Pegue aquí/).inputValue()).toContain('muro exterior')
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
      await until(async () => (await stored(id))[2]?.['notes'] === 'A falta del ensayo')
      expect(await page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith('borrador.')))).toBe(true)
      await page.getByRole('button', { name: 'Cerrar sesión' }).click()
      await page.getByLabel('Clave', { exact: true }).waitFor()
      expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('borrador.')))).toEqual([])
    })
  }, 60_000)

  test('a table with a faulty row is shown row by row before it enters, and that row is never stored', async () => {
    const id = await made('Tabla')
    await site.visit('wide', `/proyectos/${id}`, async (page) => {
      await page.getByText('Añadir desde una tabla').click()
      await page
        .getByLabel(/Pegue aquí/)
        .fill('elemento;parámetro;valor;unidad\ncubierta plana;U;0,31;W/m²K\nmuro exterior;U;mucho;W/m²K\npuerta;nada;1;m')
      await page.getByRole('button', { name: 'Leer las filas' }).click()
      const preview = page.getByRole('region', { name: 'Filas leídas' })
      await preview.getByRole('row', { name: /^2 CUMPLE Cubierta plana .* 0,31 W\/m²K/ }).waitFor()
      expect(await preview.getByRole('row').count()).toBe(4)
      await preview.getByRole('row', { name: /^3 con errores .*Línea 3:/ }).waitFor()
      await preview.getByRole('row', { name: /^4 con errores .*Parámetro desconocido/ }).waitFor()
      expect(await stored(id)).toHaveLength(3)
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'tabla-previa')
      await page.getByRole('button', { name: 'Añadir 1 comprobación' }).click()
      await until(async () => (await stored(id)).length === 4)
      expect((await stored(id)).some(({ value }) => value === 'mucho')).toBe(false)
    })
  }, 60_000)

  test('in English, and 150 checks', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ ...checks[1], id: `m${index}`, value: 0.2 + index / 5000 }))
    const answer = await site.service.post('/api/v1/proyectos', { name: 'Ciento cincuenta', geo_id: 'ES-28079', checks: many })
    const { id } = (await answer.json()) as { id: string }
    await site.visit('wide', `/proyectos/${id}`, async (page) => {
      await page.getByRole('button', { name: 'English' }).click()
      await page.getByRole('button', { name: 'Show more (100 left)' }).waitFor()
      expect(await page.getByRole('rowheader').count()).toBe(50)
      await page.getByLabel('Filter the checks').fill('0.2002')
      await until(async () => (await page.getByRole('rowheader').count()) === 1)
      expect(await accessibilityErrors(page)).toEqual([])
    })
  }, 90_000)
})
