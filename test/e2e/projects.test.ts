import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { network } from '../service.ts'
import { accessibilityErrors, executablePath, layoutErrors, openSite, type Site, savedFile, takeScreenshot, until } from './browser.ts'

let site: Site

describe.skipIf(executablePath === undefined)('Proyectos', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  const tally = async (page: Page): Promise<string> => (await page.locator('.tally').innerText()).replace(/\s+/g, ' ')

  test.each(['wide', 'narrow'] as const)(
    '%s: the example, a missing condition, rows of a table, the downloads, and deletion',
    async (size) => {
      await site.visit(size, '/proyectos', async (page) => {
        if (size === 'wide') {
          await page.getByText('Reúna las comprobaciones').waitFor()
          expect(await accessibilityErrors(page)).toEqual([])
          await takeScreenshot(page, 'proyectos-vacio')
        }
        if (size === 'wide') await page.getByRole('button', { name: 'Crear un proyecto de ejemplo' }).click()
        else {
          await page.getByLabel('Nombre').fill('Edificio estrecho')
          await page.getByRole('combobox', { name: 'Municipio' }).fill('28079')
          await page.getByRole('option', { name: /^Madrid/ }).click()
          await page.getByRole('button', { name: 'Crear', exact: true }).click()
          await page.getByText('no tiene comprobaciones').waitFor()
        }
        await page.getByText('Añadir desde una tabla').click()
        await page
          .getByLabel(/Pegue aquí/)
          .fill(
            'elemento;parámetro;valor;unidad;origen\ncubierta plana;transmitancia térmica;0,35;W/m²K;Memoria\nescalera;huella;;cm;\n"muro exterior";U;0,9;W/m²K;Plano 4',
          )
        await page.getByRole('button', { name: 'Leer las filas' }).click()
        await page.getByText('Línea 3: falta la celda «valor»').waitFor()
        await takeScreenshot(page, `proyecto-tabla-${size}`)
        await page.getByRole('button', { name: 'Añadir 2 comprobaciones' }).click()
        const before = size === 'wide' ? [3, 2] : [1, 1]
        await until(async () => (await tally(page)).includes(`${before[0]} cumple`) && (await tally(page)).includes(`${before[1]} no cumple`))
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `proyecto-${size}`)

        const pdf = await savedFile(page, 'Ficha justificativa (PDF)')
        expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
        const csv = await savedFile(page, 'Tabla de resultados (CSV)')
        expect(csv.content.toString()).toContain('NO CUMPLE')
        const file = await savedFile(page, 'Proyecto entero')
        await page.getByRole('button', { name: 'Eliminar' }).click()
        await page.getByRole('button', { name: 'Sí, eliminar' }).click()
        await page.getByRole('heading', { name: 'Importar' }).waitFor()
        await page.locator('input[type=file]').last().setInputFiles({ name: file.name, mimeType: 'application/json', buffer: file.content })
        await until(async () => (await tally(page)).includes(`${before[0]} cumple`))
        await page.getByLabel(/^Detalle de la comprobación 1/).click()
        await page.getByLabel('Valor', { exact: true }).fill('9')
        await page.getByRole('button', { name: 'Guardar', exact: true }).click()
        await until(async () => (await tally(page)).includes(`${(before[1] ?? 0) + 1} no cumplen`))
        await takeScreenshot(page, `proyecto-detalle-${size}`)
      })
    },
    120_000,
  )

  test('a project says who changed what, goes back to a revision, and is recovered from the bin or erased', async () => {
    const made = await site.service.post('/api/v1/proyectos', { name: 'Casa de antes', geo_id: 'ES-28079' })
    const { id } = (await made.json()) as { id: string }
    const project = { name: 'Casa de ahora', geo_id: 'ES-28079' }
    const headers = { authorization: `Bearer ${site.service.key}`, host: 'localhost', 'content-type': 'application/json' }
    const put = new Request(`http://localhost/api/v1/proyectos/${id}`, { method: 'PUT', headers, body: JSON.stringify({ revision: 1, project }) })
    expect((await site.service.app.fetch(put, network)).status).toBe(200)
    await site.visit('wide', `/proyectos/${id}`, async (page) => {
      await page.getByText('Historial', { exact: true }).click()
      await page.getByRole('button', { name: 'Qué cambió en la revisión 2' }).click()
      await page.getByText('cambiado «Casa de antes» → «Casa de ahora»').waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      expect(await page.locator('main').innerText()).toMatch(/\d\d-\d\d-\d{4}, \d\d:\d\d, test/)
      await takeScreenshot(page, 'proyecto-historial')
      await page.getByRole('button', { name: 'Volver a esta revisión, la 1' }).click()
      await page.getByRole('heading', { name: 'Casa de antes' }).waitFor()
      await page.getByRole('button', { name: 'Volver a esta revisión, la 2' }).waitFor()
      await page.getByRole('button', { name: 'Eliminar' }).click()
      await page.getByText('30 días en la papelera').waitFor()
      await page.getByRole('button', { name: 'Sí, eliminar' }).click()
      await page.getByText(/^Papelera \(\d+\)$/).click()
      expect(await page.locator('main').innerText()).not.toMatch(/\d\/\d+\/\d/)
      await takeScreenshot(page, 'proyectos-papelera')
      expect(await accessibilityErrors(page)).toEqual([])
      await page.getByRole('button', { name: 'Recuperar: Casa de antes' }).click()
      await page.getByRole('heading', { name: 'Casa de antes' }).waitFor()
      await page.getByRole('button', { name: 'Eliminar' }).click()
      await page.getByRole('button', { name: 'Sí, eliminar' }).click()
      await page.getByText(/^Papelera \(\d+\)$/).click()
      await page.getByRole('button', { name: 'Borrar para siempre: Casa de antes' }).click()
      await page.getByRole('button', { name: 'Sí, borrar para siempre' }).click()
      await page.getByRole('button', { name: 'Recuperar: Casa de antes' }).waitFor({ state: 'detached' })
    })
    expect(site.service.store.projects.bin().filter((one) => one.id === id)).toEqual([])
  }, 60_000)

  test('a missing condition is asked for in its check, and can be saved for the whole building', async () => {
    const made = await site.service.post('/api/v1/proyectos', {
      name: 'Peldaños',
      geo_id: 'ES-28079',
      checks: [
        { id: 'a', element: 'escalera', parameter: 'huella', value: 27, unit: 'cm' },
        { id: 'b', element: 'escalera', parameter: 'huella', value: 28, unit: 'cm' },
      ],
    })
    const { id } = (await made.json()) as { id: string }
    await site.visit('wide', `/proyectos/${id}`, async (page) => {
      // 28 cm comply in any zone; 27 cm depend on the zone.
      await until(async () => (await tally(page)).includes('1 sin decidir'))
      await page.getByLabel('Detalle de la comprobación 1').click()
      await page.getByLabel('Uso general o restringido de la zona').selectOption('general')
      await takeScreenshot(page, 'proyecto-falta')
      expect(await accessibilityErrors(page)).toEqual([])
      await page.getByRole('button', { name: 'Guardar para todo el edificio' }).click()
      await until(async () => (await tally(page)).includes('1 cumple 1 no cumple') || (await tally(page)).includes('1 cumple ✗ 1 no cumple'))
    })
  }, 60_000)

  test('the menu of exports: by keyboard, with its names for a screen reader', async () => {
    const checks = [{ id: 'a', element: 'escalera', parameter: 'huella', value: 27, unit: 'cm' }]
    const made = await site.service.post('/api/v1/proyectos', { name: 'Menú', geo_id: 'ES-28079', checks })
    const { id } = (await made.json()) as { id: string }
    await site.visit('narrow', `/proyectos/${id}`, async (page) => {
      const button = page.getByRole('button', { name: 'Exportar', exact: true })
      await button.focus()
      expect([await button.getAttribute('aria-haspopup'), await button.getAttribute('aria-expanded')]).toEqual(['true', 'false'])
      await page.keyboard.press('Enter')
      const menu = page.getByRole('menu', { name: 'Exportar' })
      await menu.waitFor()
      expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual([
        'Ficha en Word (DOCX)',
        'Hoja de cálculo (XLSX)',
        'Tabla de resultados (CSV)',
        'Proyecto entero, con sus fotografías (JSON)',
      ])
      expect(await accessibilityErrors(page)).toEqual([])
      expect(await layoutErrors(page)).toEqual([])
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
      expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)
      await page.keyboard.press('ArrowDown')
      await menu.waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
      expect(download.suggestedFilename()).toMatch(/\.csv$/)
    })
  }, 60_000)

  test('a verdict of Verificar can be added to a new project, and the next one to the same project', async () => {
    await site.visit('wide', '/verificar', async (page) => {
      await page.getByRole('button', { name: /Ver un ejemplo/ }).click()
      const signed = await savedFile(page, 'Certificado')
      const file = join(mkdtempSync(join(tmpdir(), 'plomada-certificate-')), signed.name)
      writeFileSync(file, signed.content)
      const out: string[] = []
      const terminal = {
        environment: { PLOMADA_KB: inject('packFile') },
        out: (line: string) => out.push(line),
        err: (line: string) => out.push(line),
      }
      // Repeating gives the same result; this machine does not know the key.
      expect(await runCli(['certificate', 'check', file], terminal), out.join('\n')).toBe(1)
      expect(out.join('\n')).toMatch(/^SIN CONFIANZA:[\s\S]*el veredicto es el mismo/)
      await page.getByRole('button', { name: 'Añadir al proyecto' }).click()
      await page.getByLabel('Proyecto', { exact: true }).selectOption('')
      await page.getByLabel('Nombre').fill('De Verificar')
      await page.getByLabel('Origen del valor').fill('Memoria, 2.1')
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'verificar-proyecto')
      await page.getByRole('button', { name: 'Añadir', exact: true }).click()
      await page.getByRole('heading', { name: 'Añadida a «De Verificar»' }).waitFor()
      await page.getByLabel('Valor', { exact: true }).fill('0,30')
      await page.getByRole('button', { name: 'Comprobar', exact: true }).click()
      await page.getByRole('button', { name: 'Añadir al proyecto' }).click()
      await page.getByLabel('Proyecto', { exact: true }).selectOption('De Verificar')
      await page.getByRole('button', { name: 'Añadir', exact: true }).click()
      await page.getByRole('link', { name: 'Abrir el proyecto' }).click()
      await until(async () => /1 cumple\b.*1 no cumple\b/.test(await tally(page)))
    })
  }, 60_000)

  test('the changes of another user are not overwritten', async () => {
    const made = await site.service.post('/api/v1/proyectos', { name: 'De dos', geo_id: 'ES-28079', checks: [] })
    const { id, revision, project } = (await made.json()) as { id: string; revision: number; project: object }
    await site.visit('wide', `/proyectos/${id}`, async (page) => {
      await page.getByText('Ficha del edificio').click()
      const other = await site.service.app.fetch(
        new Request(`http://localhost/api/v1/proyectos/${id}`, {
          method: 'PUT',
          body: JSON.stringify({ revision, project: { ...project, name: 'De la otra' } }),
          headers: { 'content-type': 'application/json' },
        }),
        { kind: 'desktop' },
      )
      expect(other.status).toBe(200)
      await page.getByLabel('Nombre').fill('Mío')
      await page.getByRole('button', { name: 'Guardar los datos' }).click()
      await page.getByRole('button', { name: 'Cargar lo que hay guardado' }).click()
      await page.getByRole('heading', { level: 1, name: 'De la otra' }).waitFor()
    })
  }, 60_000)
})
