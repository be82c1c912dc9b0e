import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../service.ts'
import { accessibilityErrors, executablePath, openSite, type Site, takeScreenshot, until } from './browser.ts'

let site: Site

describe.skipIf(executablePath === undefined)('the building of a project', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  const made = async (document: Json): Promise<string> =>
    ((await (await site.service.post('/api/v1/proyectos', document)).json()) as { id: string }).id
  const stored = async (id: string): Promise<Json> =>
    ((await (await site.service.get(`/api/v1/proyectos/${id}`)).json()) as { project: Json }).project
  const tally = async (page: Page): Promise<string> => (await page.locator('.tally').innerText()).replace(/\s+/g, ' ')
  const tread = { parameter: 'huella', value: 27, unit: 'cm' }

  test.each(['wide', 'narrow'] as const)(
    '%s: its ficha says what is assumed and stores only what is stated',
    async (size) => {
      const id = await made({ name: `Ficha ${size}`, geo_id: 'ES-09059', context: { viviendas: 12 }, sources: { viviendas: 'model' } })
      await site.visit(size, `/proyectos/${id}`, async (page) => {
        await page.getByText('Ficha del edificio').click()
        await page.locator('summary', { hasText: 'Lugar' }).click()
        await page.getByText(/núcleo capital de Burgos \(Nomenclátor\); la que cuenta es la del emplazamiento/).waitFor()
        await page.locator('summary', { hasText: 'Obra' }).click()
        await page.locator('summary', { hasText: 'Usos y superficies' }).click()
        await page.getByText('Leído en el modelo.').waitFor()
        const listed = page.getByLabel('Edificio protegido oficialmente')
        expect(await listed.locator('option').first().innerText()).toBe('Sin indicar (se supone: no)')
        expect(await page.locator('summary', { hasText: 'Usos y superficies' }).innerText()).toMatch(/1 de \d+ indicados/)
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `ficha-edificio-${size}`)
        await page.getByLabel(/^Uso del edificio/).selectOption({ label: 'Residencial privado (vivienda)' })
        await page.getByLabel(/^Número de viviendas del edificio/).fill('14')
        await page.getByLabel(/^Altitud del emplazamiento/).fill('870')
        await page.getByRole('button', { name: 'Guardar los datos' }).click()
        await until(async () => (await stored(id))['sources'] !== undefined && Object.keys((await stored(id))['sources'] as Json).length === 0)
        expect((await stored(id))['context']).toEqual({ viviendas: 14, uso: 'residencial_privado', altitud_m: 870 })
      })
    },
    90_000,
  )

  test.each(['wide', 'narrow'] as const)(
    '%s: a stair is added, carries its checks, contradicts one, and is asked about before it goes',
    async (size) => {
      const id = await made({
        name: `Escaleras ${size}`,
        geo_id: 'ES-28079',
        context: { uso: 'residencial_privado', tipo_uso: 'general' },
        checks: [
          { id: 'a', element: 'escalera', ...tread },
          { id: 'b', element: 'escalera', ...tread, context: { tipo_uso: 'general' } },
          { id: 'c', element: 'escalera', ...tread, context: { tipo_uso: 'restringido' } },
        ],
      })
      await site.visit(size, `/proyectos/${id}`, async (page) => {
        await until(async () => (await tally(page)).includes('2 no cumplen'))
        await page.getByText('«Uso general o restringido de la zona»: se toma Uso restringido; el proyecto dice Uso general.').waitFor()
        await page.getByText('Elementos del edificio').click()
        await page.getByRole('button', { name: 'Añadir un elemento' }).click()
        await page.getByRole('button', { name: 'Guardar el elemento' }).click()
        await page.getByText('Elija uno de la lista').waitFor()
        await page.getByLabel('Nombre del elemento').fill('Escalera 1')
        await page.getByRole('combobox', { name: 'Tipo' }).fill('escalera')
        await page
          .getByRole('option', { name: 'Escalera', exact: true })
          .or(page.getByRole('option', { name: /^Escalera\b/ }))
          .first()
          .click()
        await page.getByLabel('Cantidad').fill('2')
        await page.getByRole('combobox', { name: 'Añadir otra condición' }).last().fill('Uso general o restringido')
        await page.getByRole('option', { name: /^Uso general o restringido/ }).click()
        await page
          .locator('form', { hasText: 'Guardar el elemento' })
          .getByLabel('Uso general o restringido de la zona')
          .selectOption({ label: 'Uso restringido' })
        await takeScreenshot(page, `elemento-${size}`)
        expect(await accessibilityErrors(page)).toEqual([])
        await page.getByRole('button', { name: 'Guardar el elemento' }).click()
        await page.getByRole('rowheader', { name: 'Escalera 1' }).waitFor()
        for (const number of [1, 2]) {
          await page.getByLabel(`Detalle de la comprobación ${number}`).click()
          await page.getByLabel('Elemento del edificio', { exact: true }).selectOption('Escalera 1')
          await page.getByRole('button', { name: 'Guardar', exact: true }).click()
          await page
            .getByRole('rowheader', { name: /^Escalera 1: / })
            .nth(number - 1)
            .waitFor()
        }
        // The first takes the restricted use of its stair; the second says otherwise than its stair.
        await until(async () => (await tally(page)).includes('1 sin decidir') && (await tally(page)).includes('2 cumplen'))
        await page
          .getByText(/«Escalera 1».*no pueden darse a la vez/)
          .first()
          .waitFor()
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `elementos-${size}`)
        await page.getByRole('button', { name: 'Quitar Escalera 1' }).click()
        await page.getByText('«Escalera 1» tiene 2 comprobaciones').waitFor()
        await page.getByRole('button', { name: 'Quitar el elemento y sus comprobaciones' }).click()
        await until(async () => (await tally(page)).includes('0 sin decidir') && (await tally(page)).includes('1 cumple'))
        expect(await stored(id)).toMatchObject({ elements: [], checks: [{ id: 'c' }] })
      })
    },
    90_000,
  )

  test('a requirement asks for each stair, and complies only when all are checked', async () => {
    const stairs = [1, 2].map((number) => ({ id: `e${number}`, name: `Escalera ${number}`, type: 'escalera' }))
    const id = await made({
      name: 'Dos escaleras',
      geo_id: 'ES-09059',
      context: { uso: 'residencial_privado', intervencion: 'obra_nueva', tipo_uso: 'general' },
      parts: [{ name: 'Garaje', context: { uso: 'aparcamiento' } }],
      elements: stairs,
    })
    await site.visit(
      'wide',
      `/proyectos/${id}/exigencias`,
      async (page) => {
        await page.locator('summary', { hasText: 'Documento Básico SUA' }).click()
        const relation = page.locator('.requirement', { hasText: 'Relación 2C + H de una escalera de uso general' })
        await relation.getByRole('button', { name: 'Comprobar' }).click()
        expect(await relation.getByLabel('Dónde').locator('option').allInnerTexts()).toEqual(['', 'Escalera 1', 'Escalera 2'])
        await relation.getByLabel(/\(cm\)/).fill('62')
        await relation.getByRole('button', { name: 'Añadir comprobación' }).click()
        await relation.getByText('✓ cumple; falta comprobar: Escalera 2').waitFor()
        await takeScreenshot(page, 'exigencias-escaleras')
        await relation.getByRole('button', { name: 'Comprobar' }).click()
        await relation.getByLabel(/\(cm\)/).fill('62')
        await relation.getByRole('button', { name: 'Añadir comprobación' }).click()
        await relation.getByText('✓ cumple', { exact: true }).waitFor()
        expect((await stored(id))['checks']).toMatchObject([{ element_id: 'e1' }, { element_id: 'e2' }])
        // A part that is renamed keeps what is in it.
        await page.getByLabel('Nombre de la parte').fill('Aparcamiento')
        await page.getByRole('button', { name: 'Guardar los datos en el proyecto' }).click()
        await until(async () => JSON.stringify((await stored(id))['parts']).includes('Aparcamiento'))
        expect(await accessibilityErrors(page)).toEqual([])
      },
      'dark',
    )
  }, 90_000)
})
