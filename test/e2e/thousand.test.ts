import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executablePath, openSite, type Site } from './browser.ts'

let site: Site

const kinds = [
  { element: 'escalera', parameter: 'huella', value: 27, unit: 'cm' },
  { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.3, unit: 'W/m²K' },
  { element: 'muro-exterior', parameter: 'transmitancia-termica', value: 0.9, unit: 'W/m²K' },
] as const

/** A project of a thousand checks, a third of them on three hundred elements of its own. */
const large = {
  name: 'Mil comprobaciones',
  geo_id: 'ES-28079',
  elements: Array.from({ length: 300 }, (_, index) => ({ id: `e${index}`, name: `Muro ${index}`, type: 'muro-exterior' })),
  checks: Array.from({ length: 1000 }, (_, index) => {
    const kind = kinds[index % 3] ?? kinds[0]
    const value = Math.round(kind.value * 10_000 + index) / 10_000
    return { ...kind, value, id: `m${index}`, ...(kind.element === 'muro-exterior' ? { element_id: `e${index % 300}` } : {}) }
  }),
}

/** Seconds of processor time that the page's own thread takes for something. */
async function threadSeconds(page: Page, use: () => Promise<unknown>): Promise<number> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Performance.enable', { timeDomain: 'threadTicks' })
  const used = async (): Promise<number> =>
    (await inspector.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  const before = await used()
  await use()
  const after = await used()
  await inspector.detach()
  return after - before
}

describe.skipIf(executablePath === undefined)('a project of a thousand checks', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  test('is drawn with all its verdicts, found in and grouped within seconds of processor time', async () => {
    const { id } = (await (await site.service.post('/api/v1/proyectos', large)).json()) as { id: string }
    await site.visit('wide', '/buscar', async (page) => {
      page.setDefaultTimeout(120_000)
      await page.getByRole('navigation').getByRole('link', { name: 'Proyectos' }).waitFor()
      await page.waitForLoadState('networkidle')
      const drawn = await threadSeconds(page, async () => {
        await page.evaluate((to) => {
          history.pushState(null, '', to)
          dispatchEvent(new Event('plomada:route'))
        }, `/proyectos/${id}`)
        await page.getByText('333 sin decidir').or(page.getByText('334 sin decidir')).waitFor()
        await page.locator('progress').waitFor({ state: 'detached' })
      })
      expect(await page.getByRole('rowheader').count()).toBe(50)
      const field = page.getByLabel('Filtrar las comprobaciones')
      const found = await threadSeconds(page, async () => {
        await field.pressSequentially('muro 299')
        await page.getByText('Muro 299').first().waitFor()
      })
      await field.fill('')
      const grouped = await threadSeconds(page, async () => {
        await page.getByLabel('Agrupar por norma').check()
        await page.getByRole('heading', { level: 2, name: /^DB-HE/ }).waitFor()
      })
      console.log(
        `a thousand checks: drawn in ${drawn.toFixed(1)} s of its thread, found in ${found.toFixed(1)} s, grouped in ${grouped.toFixed(1)} s`,
      )
      expect(drawn).toBeLessThanOrEqual(6)
      expect(found).toBeLessThanOrEqual(3)
      expect(grouped).toBeLessThanOrEqual(3)
    })
  }, 300_000)
})
