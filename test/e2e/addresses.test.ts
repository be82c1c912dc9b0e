import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, openSite, type Site, takeScreenshot } from './browser.ts'

let site: Site

describe.skipIf(executablePath === undefined)('addresses', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  test.each(['light', 'dark'] as const)(
    'an unknown address shows a page of ours, and the key does not stay in it: %s',
    async (scheme) => {
      for (const path of ['/no-existe', '/verificar/muro/1', '/proyectos/uno/dos/tres'])
        await site.visit(
          'narrow',
          path,
          async (page) => {
            await page.getByRole('heading', { name: 'Esta dirección no existe' }).waitFor()
            expect(page.url()).toBe(`${site.url}${path}`)
            expect(await page.title()).toBe('Esta dirección no existe · Plomada')
            expect(await page.locator('nav [aria-current]').count()).toBe(0)
            expect(await accessibilityErrors(page)).toEqual([])
            await takeScreenshot(page, `direccion-desconocida-${scheme}`)
            await page.getByRole('main').getByRole('link', { name: 'Proyectos' }).click()
            await page.getByRole('heading', { level: 1, name: 'Proyectos' }).waitFor()
          },
          scheme,
        )
    },
    60_000,
  )

  test('programs still get a problem for an unknown address, and so does an unknown operation', async () => {
    expect((await fetch(`${site.url}/no-existe`)).headers.get('content-type')).toContain('application/problem+json')
    const page = await fetch(`${site.url}/no-existe`, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect((await fetch(`${site.url}/api/v1/nada`, { headers: { accept: 'text/html' } })).status).toBe(401)
  })

  test('every tab is titled by its content', async () => {
    const made = await site.service.post('/api/v1/proyectos', { name: 'Casa de la cultura', geo_id: 'ES-28079', checks: [] })
    const { id } = (await made.json()) as { id: string }
    const titles: Readonly<Record<string, string | RegExp>> = {
      '/buscar?q=rampa': 'rampa · Buscar · Plomada',
      '/normativa/cte/cte-db-he': /DB-HE.* · Normativa · Plomada/,
      '/normativa/cte/cte-db-he/he1-3-1-1': /3\.1\.1 .* · Normativa · Plomada/,
      '/preguntar?q=¿Qué+altura+tiene+una+barandilla%3F': '¿Qué altura tiene una barandilla? · Preguntar · Plomada',
      '/municipios/ES-05019': 'Ávila · Municipios · Plomada',
      [`/proyectos/${id}`]: 'Casa de la cultura · Proyectos · Plomada',
      [`/proyectos/${id}/exigencias`]: /Casa de la cultura · Proyectos · Plomada/,
      '/verificar?lugar=Madrid+(28079)&elemento=cubierta-plana&parametro=transmitancia-termica&valor=0,3&unidad=W/m²K':
        /Cubierta plana.* · Madrid \(28079\) · Verificar · Plomada/,
      '/municipios': 'Municipios · Plomada',
    }
    for (const [path, title] of Object.entries(titles))
      await site.visit('wide', path, async (page) => {
        await expect.poll(() => page.title(), { timeout: 10_000 }).toMatch(title instanceof RegExp ? title : new RegExp(`^${RegExp.escape(title)}$`))
      })
  }, 90_000)
})
