import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../service.ts'
import { xlsxFile } from '../sheet-file.ts'
import { accessibilityErrors, executablePath, openSite, type Site, takeScreenshot, until } from './browser.ts'

let site: Site

const headings = ['Elemento', 'Parámetro', 'Valor', 'Unidad']
const roof = (value: number | string | undefined) => ['cubierta plana', 'transmitancia térmica', value, 'W/m²K']
const choose = (page: Page, name: string, buffer: Uint8Array) =>
  page.locator('details input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(buffer) })

describe.skipIf(executablePath === undefined)('a spreadsheet in a project', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  test.each(['wide', 'narrow'] as const)(
    '%s: errors by cell, nothing stored until all is right, the template, a damaged file',
    async (size) => {
      const made = await site.service.post('/api/v1/proyectos', { name: `Hojas ${size}`, geo_id: 'ES-28079' })
      const { id } = (await made.json()) as { id: string }
      const stored = async () =>
        ((await (await site.service.get(`/api/v1/proyectos/${id}`)).json()) as { project: { checks: Json[] } }).project.checks
      await site.visit(size, `/proyectos/${id}`, async (page) => {
        await page.getByText('Añadir desde una tabla').click()
        await choose(page, 'obra.xlsx', xlsxFile({ Cubiertas: [headings, roof(0.3), roof('1.234'), roof(undefined)] }))
        await page.getByText('Hoja «Cubiertas», celda C3: «1.234» puede ser 1234 o 1,2340').waitFor()
        await page.getByText('Hoja «Cubiertas», celda C4: falta la celda «valor»').waitFor()
        await page.getByText('hasta que todo esté bien no se añade nada').waitFor()
        expect(await page.getByRole('button', { name: 'Añadir 1 comprobación' }).isDisabled()).toBe(true)
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `proyecto-hoja-${size}`)
        expect(await stored()).toEqual([])

        await choose(page, 'rota.xlsx', xlsxFile({ Cubiertas: [headings, roof(0.3)] }).slice(0, 300))
        await page.getByText('La hoja de cálculo está dañada o incompleta').waitFor()
        await choose(page, 'obra.xlsx', xlsxFile({ Cubiertas: [headings, roof(0.3), roof('0,5')] }))
        await page.getByRole('button', { name: 'Añadir 2 comprobaciones' }).click()
        await until(async () => (await stored()).length === 2)
        expect((await stored()).map((check) => check['value'])).toEqual([0.3, 0.5])

        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Descargar una plantilla' }).click()])
        expect(download.suggestedFilename()).toBe('plantilla de comprobaciones.xlsx')
        await choose(page, 'plantilla.xlsx', readFileSync(await download.path()))
        await page.getByRole('button', { name: 'Añadir 1 comprobación' }).click()
        await until(async () => (await stored()).length === 3)
      })
    },
    120_000,
  )
})
