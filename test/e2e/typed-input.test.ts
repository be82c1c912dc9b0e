import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, openSite, type Site, takeScreenshot, until } from './browser.ts'

let site: Site
const roof = '/verificar?lugar=Madrid+(28079)&elemento=cubierta-plana&parametro=transmitancia-termica&unidad=W/m²K'
const handrail = '/verificar?lugar=Madrid+(28079)&elemento=pasamanos&parametro=altura&unidad=cm&c.tipo_uso=general'

describe.skipIf(executablePath === undefined)('typed input', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 90_000)
  afterAll(() => site?.close())
  const visit: Site['visit'] = (...visited) => site.visit(...visited)
  const check = (page: Page) => page.getByRole('button', { name: 'Comprobar', exact: true }).click()
  const verdicts = (page: Page) => page.locator('.verdict').count()
  /** The error message of a field. */
  const errorOf = (page: Page, label: string) => page.locator('.field', { has: page.getByLabel(label, { exact: true }) }).locator('.field-error')

  test('an ambiguous value shows a question at its field; clear ones are accepted', async () => {
    await visit('wide', `${roof}&valor=3.000`, async (page) => {
      await errorOf(page, 'Valor').getByText('«3.000» puede ser 3000 o 3,0000').waitFor()
      expect(await verdicts(page)).toBe(0)
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'cifra-ambigua')
      await page.getByLabel('Valor', { exact: true }).fill('1.234,5')
      expect(await errorOf(page, 'Valor').count()).toBe(0)
      await check(page)
      await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
      expect(await page.locator('dl.facts').innerText()).toContain('1234,5')
      await page.getByLabel('Valor', { exact: true }).fill('0.350')
      await check(page)
      await page.locator('.notice.complies').waitFor()
    })
  }, 60_000)

  test('an ambiguous condition shows a question at its field', async () => {
    await visit('wide', `${roof}&valor=0,3&c.altitud_m=1.000`, async (page) => {
      await page.getByText('«1.000» puede ser 1000 o 1,0000').waitFor()
      expect(await verdicts(page)).toBe(0)
    })
  }, 60_000)

  test('an ambiguous or impossible altitude of a municipality shows an error at its field', async () => {
    await visit('wide', '/municipios/ES-09059', async (page) => {
      const altitude = page.getByLabel('Altitud del emplazamiento')
      const zone = page.getByRole('row', { name: /^Zona climática/ })
      await zone.waitFor()
      await altitude.fill('1.000')
      await errorOf(page, 'Altitud del emplazamiento (m)').getByText('puede ser 1000 o 1,0000').waitFor()
      expect(await zone.innerText()).toContain('E1')
      await altitude.fill('99999')
      await errorOf(page, 'Altitud del emplazamiento (m)').getByText('se espera como máximo 3800').waitFor()
      expect(await page.getByText('No se pudo conectar con el servicio').count()).toBe(0)
      await takeScreenshot(page, 'altitud-imposible')
      await altitude.fill('alto')
      await errorOf(page, 'Altitud del emplazamiento (m)').waitFor()
      await altitude.fill('400')
      await until(async () => (await zone.innerText()).includes('D1'))
    })
  }, 60_000)

  test('an ambiguous altitude for comparison shows a question too', async () => {
    await visit('wide', `${roof}&valor=0,3`, async (page) => {
      await page.getByRole('button', { name: '¿Y a otra altitud?' }).click()
      await page.getByLabel('Altitud con que comparar (m)').fill('1.200')
      await page.keyboard.press('Enter')
      await page.getByText('«1.200» puede ser 1200 o 1,2000').waitFor()
      expect(new URL(page.url()).searchParams.get('y.altitud')).toBeNull()
    })
  }, 60_000)

  test('a project accepts no ambiguous value or condition, and shows its stored number', async () => {
    await visit('wide', '/proyectos', async (page) => {
      await page.getByRole('button', { name: 'Crear un proyecto de ejemplo' }).click()
      await page.getByRole('button', { name: 'Detalle de la comprobación 1' }).click()
      await page.getByLabel('Valor', { exact: true }).fill('3.000')
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
      await page.getByText('«3.000» puede ser 3000 o 3,0000').waitFor()
      await page.getByLabel('Valor', { exact: true }).fill('0.125')
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
      await page.getByRole('gridcell', { name: /0,125 W.m²K$/ }).waitFor()
      await page.getByLabel('Valor', { exact: true }).fill('3,1250')
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
      await page.getByRole('gridcell', { name: /3,125 W.m²K$/ }).waitFor()
      await page.getByRole('button', { name: 'Detalle de la comprobación 1' }).click()
      await page.getByRole('button', { name: 'Detalle de la comprobación 1' }).click()
      expect(await page.getByLabel('Valor', { exact: true }).inputValue()).toBe('3,1250')
      await page.getByRole('button', { name: 'Detalle de la comprobación 1' }).click()
      await page.getByText('Ficha del edificio').click()
      await page.getByRole('combobox', { name: 'Buscar un dato' }).fill('superficie útil total')
      await page.getByLabel(/^Superficie útil total/).fill('1.000')
      await page.getByRole('button', { name: 'Guardar los datos' }).click()
      await page.getByText('«1.000» puede ser 1000 o 1,0000').waitFor()
      await takeScreenshot(page, 'proyecto-cifra-ambigua')
      const [stored] = site.service.store.projects.list()
      expect(site.service.store.projects.get(stored?.id ?? '')?.document).not.toContain('superficie_')
    })
  }, 60_000)

  test('text that is not a number shows an error at its field', async () => {
    await visit('wide', `${roof}&valor=abc`, async (page) => {
      await errorOf(page, 'Valor').getByText('«abc» no es un número').waitFor()
      expect(await page.getByText('no mide').count()).toBe(0)
      await takeScreenshot(page, 'valor-no-numero')
    })
  }, 60_000)

  test('a link with an unknown place or day shows an error at its field', async () => {
    await visit('wide', `${roof.replace('Madrid+(28079)', 'Villanada')}&valor=0,3`, async (page) => {
      await errorOf(page, 'Municipio').getByText('Elija un municipio de la lista').waitFor()
    })
    await visit('wide', `${roof}&valor=0,3&fecha=2026-02-31`, async (page) => {
      await errorOf(page, 'Fecha de aplicación').getByText('se espera un día que exista').waitFor()
      expect(await page.getByText('No se pudo conectar con el servicio').count()).toBe(0)
      await takeScreenshot(page, 'fecha-imposible')
    })
  }, 60_000)

  test('a verdict is greyed as soon as a field changes', async () => {
    await visit('wide', `${roof}&valor=0,3`, async (page) => {
      await page.locator('.notice.complies').waitFor()
      expect(await page.locator('.verdict.stale').count()).toBe(0)
      await page.getByLabel('Valor', { exact: true }).fill('0,9')
      await page.locator('.verdict.stale').waitFor()
      await page.getByText('Ha cambiado un dato: este resultado es de antes').waitFor()
      expect(await page.locator('.verdict').evaluate((verdict: HTMLElement) => verdict.inert)).toBe(true)
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'veredicto-caduco')
      await page.getByLabel('Valor', { exact: true }).fill('0,3')
      await until(async () => (await page.locator('.verdict.stale').count()) === 0)
      await page.getByLabel('Fecha de aplicación').first().fill('2024-01-01')
      await page.locator('.verdict.stale').waitFor()
      await page.getByLabel('Fecha de aplicación').first().fill('')
      await page.getByLabel('Valor', { exact: true }).fill('0,9')
      await check(page)
      await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
      expect(await page.locator('.verdict.stale').count()).toBe(0)
    })
  }, 60_000)

  test('a range is shown as a range in verdict, scale and project table', async () => {
    await visit('wide', `${handrail}&valor=120`, async (page) => {
      await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
      expect(await page.locator('dl.facts').innerText()).toMatch(/entre 90 y 110\scm/)
      expect(await page.locator('dl.facts').innerText()).not.toContain('como m')
      // The complying part is between the limits, and the value is above the upper one.
      const drawn = await page.locator('svg.scale').evaluate((scale) => ({
        plumbs: [...scale.querySelectorAll('.plumb')].map((line) => Number(line.getAttribute('x1'))),
        good: ['x1', 'x2'].map((name) => Number(scale.querySelector('.good')?.getAttribute(name))),
        dot: Number(scale.querySelector('.dot')?.getAttribute('cx')),
      }))
      expect(drawn.plumbs.toSorted((left, right) => left - right)).toEqual(drawn.good)
      expect(drawn.dot).toBeGreaterThan(drawn.good[1] ?? 0)
      await takeScreenshot(page, 'intervalo')
      await page.goto(`${site.url}${handrail}&valor=95#clave=${site.service.key}`)
      await page.locator('.notice.complies').waitFor()
      await page.getByRole('button', { name: 'Añadir al proyecto' }).click()
      await page.getByLabel('Proyecto', { exact: true }).selectOption('')
      await page.getByLabel('Nombre').fill('Pasamanos')
      await page.getByRole('button', { name: 'Añadir', exact: true }).click()
      await page.getByRole('link', { name: 'Abrir el proyecto' }).click()
      await page.getByRole('gridcell', { name: 'entre 90 y 110 cm' }).waitFor()
      await takeScreenshot(page, 'intervalo-proyecto')
    })
  }, 60_000)

  test('the list of elements begins with the exact name', async () => {
    await visit('wide', '/verificar', async (page) => {
      for (const [typed, first] of [
        ['cubierta', /^Cubierta/],
        ['escalera', /^Escalera/],
        ['puerta', /^Puerta/],
      ] as const) {
        await page.getByRole('combobox', { name: 'Elemento' }).fill(typed)
        await until(async () => first.test((await page.getByRole('option').first().textContent()) ?? ''))
      }
      await page.getByRole('combobox', { name: 'Elemento' }).fill('cubierta')
      await page.getByRole('option', { name: /^Cubierta plana/ }).waitFor()
      await takeScreenshot(page, 'lista-cubierta')
    })
  }, 60_000)

  test('the table of contents has every section of the edition in force', async () => {
    await visit('wide', '/normativa/cte/cte-db-si', async (page) => {
      await page.locator('.tree').first().waitFor()
      const shown = await page
        .locator('.tree a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)?.split('?')[0]))
      const held = site.service.kb.articles
        .contents('cte-db-si')
        .filter(({ editions }) => editions.includes(editionOf('cte-db-si')))
        .map(({ slug }) => slug)
      expect(new Set(shown)).toEqual(new Set(held))
    })
  }, 60_000)

  test('a link with a key opened in the same tab signs in and removes the key from the address', async () => {
    const page = await site.browser.newPage()
    await page.goto(`${site.url}/buscar`)
    await page.getByLabel('Clave', { exact: true }).waitFor()
    await page.evaluate((key) => {
      location.hash = `clave=${key}`
    }, site.service.key)
    await page.getByLabel('Buscar en los artículos').waitFor()
    expect(page.url()).toBe(`${site.url}/buscar`)
    await page.close()
  }, 60_000)
})

/** The edition of a document in force on the reference date. */
function editionOf(document: string): string {
  const { kb } = site.service
  return kb.book.documents.get(document)?.editions.findLast(({ from }) => from <= kb.meta.referenceDate)?.version ?? ''
}
