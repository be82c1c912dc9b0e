import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, layoutErrors, openSite, type Site, sizes, takeScreenshot } from './browser.ts'

let site: Site
let context: BrowserContext
let page: Page
const errors: string[] = []

const roof = '/verificar?lugar=Madrid+(28079)&elemento=cubierta-plana&parametro=transmitancia-termica&valor=0,50&unidad=W/m²K'
const roofInBurgos = '/verificar?lugar=Burgos+(09059)&elemento=cubierta-plana&parametro=transmitancia-termica&valor=0,30&unidad=W/m²K'
const article = '/normativa/cte/cte-db-he/he1-3-1-1'

/** What the pages' own calls are answered with, and by whom. */
function answers(): Promise<readonly { readonly text: string; readonly base: string | null; readonly saved: string | null }[]> {
  return page.evaluate(async () => {
    const verify = { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.5, unit: 'W/m²K', geo_id: 'ES-28079' }
    const calls: readonly (readonly [string, unknown])[] = [
      ['verify', verify],
      ['verify', { ...verify, parameter: 'no-existe' }],
      ['verify', { ...verify, value: 'mucho' }],
      ['verify', { ...verify, element: 'escalera', parameter: 'huella', value: 27, unit: 'cm' }],
      ['getArticle', { collection: 'cte', document: 'cte-db-he', section: 'he1-3-1-1' }],
      ['getDocument', { collection: 'cte', document: 'cte-db-sua' }],
      ['getGeo', { municipio: 'ES-05019', altitude_m: 1300 }],
      ['getMeta', {}],
    ]
    return Promise.all(
      calls.map(async ([name, input]) => {
        const headers = { 'Content-Type': 'application/json', 'Accept-Language': 'es', 'Plomada-Session': localStorage.getItem('sesion') ?? '' }
        const answer = await fetch(`/trpc/${name}`, { method: 'POST', headers, body: JSON.stringify(input) })
        const text = (await answer.text()).replace(/"request_id":"[^"]*"/g, '')
        return { text, base: answer.headers.get('Knowledge-Base'), saved: answer.headers.get('Plomada-Saved') }
      }),
    )
  })
}

const kept = (): Promise<{ readonly caches: string[]; readonly entries: string[]; readonly workers: number }> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const entries = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))
    return { caches: names, entries: entries.flat(), workers: (await navigator.serviceWorker.getRegistrations()).length }
  })

/** An answer without the codes of tRPC, which the pages do not read: the problem has its own. */
const withoutCodes = (text: string): string => text.replace(/"code":(?:-\d+|"[A-Z_]+"),/g, '')

/** Waits for something that a slow machine takes long for. */
const soon = (isSo: () => Promise<boolean>): Promise<void> => expect.poll(isSo, { timeout: 60_000 }).toBe(true)

describe.skipIf(executablePath === undefined)('on site, without the server', () => {
  beforeAll(async () => {
    site = await openSite()
    context = await site.browser.newContext({ viewport: sizes.narrow })
    page = await context.newPage()
    page.setDefaultTimeout(120_000)
    page.on('pageerror', (error) => errors.push(error.message))
  }, 120_000)
  afterAll(() => site?.close())

  test('a phone keeps the base, answers from it as the server does, and forgets it when it signs out', async () => {
    await page.goto(`${site.url}/sin-conexion#clave=${site.service.key}`)
    const save = page.getByRole('button', { name: 'Guardar para usar sin conexión' })
    await save.waitFor()
    await soon(() => page.evaluate(() => localStorage.getItem('sesion') !== null))
    expect(await page.getByText(/Se descargan [\d,]+ MB de la base/).innerText()).toMatch(/memoria/)
    expect([...(await accessibilityErrors(page)), ...(await layoutErrors(page))]).toEqual([])
    await takeScreenshot(page, 'sin-conexion-antes')
    expect(await kept()).toEqual({ caches: [], entries: [], workers: 0 })
    await save.click()
    await page.getByText('Es la base del servidor.').waitFor()
    await takeScreenshot(page, 'sin-conexion-guardada')
    const online = await answers()
    expect(online.every(({ saved }) => saved === null)).toBe(true)

    await site.stopServer()
    const offline = await answers()
    expect(offline.map(({ text }) => withoutCodes(text))).toEqual(online.map(({ text }) => withoutCodes(text)))
    expect(offline.map(({ base }) => base)).toEqual(online.map(({ base }) => base))
    expect(offline.every(({ saved }) => saved !== null)).toBe(true)

    await page.goto(`${site.url}${roof}`)
    await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
    await page.locator('td.marked', { hasText: '0,35' }).waitFor()
    const { version } = site.service.kb.meta
    await page.getByText(`Responde la copia de este dispositivo: base ${version}, guardada el`).waitFor()
    expect([...(await accessibilityErrors(page)), ...(await layoutErrors(page))]).toEqual([])
    await takeScreenshot(page, 'sin-conexion-veredicto')
    // A case that was never asked while there was a server.
    await page.goto(`${site.url}${roofInBurgos}`)
    await page.getByRole('heading', { name: 'CUMPLE', exact: false }).waitFor()
    await page.goto(`${site.url}${article}`)
    await page.getByRole('heading', { name: /HE 1, 3\.1\.1/ }).waitFor()
    await takeScreenshot(page, 'sin-conexion-articulo')
    // What needs the server says so.
    await page.goto(`${site.url}/buscar?q=rampa`)
    await page.getByText('No se pudo conectar con el servicio').first().waitFor()
    expect(errors).toEqual([])

    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await page.getByLabel('Clave', { exact: true }).waitFor()
    await soon(async () => JSON.stringify(await kept()) === JSON.stringify({ caches: [], entries: [], workers: 0 }))
    expect(await page.evaluate(() => Object.keys(localStorage).includes('sesion'))).toBe(false)
  }, 400_000)
})

describe.skipIf(executablePath === undefined)('the copy of a device', () => {
  let other: Site
  beforeAll(async () => {
    other = await openSite()
  }, 120_000)
  afterAll(() => other?.close())

  test('follows the base of the server, and nothing of the one before stays', async () => {
    await other.visit('narrow', '/sin-conexion', async (visited) => {
      page = visited
      await visited.getByRole('button', { name: 'Guardar para usar sin conexión' }).click()
      await visited.getByText('Es la base del servidor.').waitFor()
      const { sha256 } = other.service.kb.meta
      // As if it had been saved from another base.
      await visited.evaluate(async (own) => {
        const cache = await caches.open('plomada-copia')
        const copy = (await (await cache.match('/copia'))?.json()) as { kb: { sha256: string } }
        const bytes = (await cache.match(`/copia/${own}`)) ?? new Response()
        await cache.put('/copia/antigua', bytes)
        await cache.delete(`/copia/${own}`)
        await cache.put('/copia', Response.json({ ...copy, kb: { ...copy.kb, sha256: 'antigua' } }))
      }, sha256)
      await visited.goto(`${other.url}/normativa`)
      await soon(async () => {
        const { entries } = await kept()
        return entries.includes(`/copia/${sha256}`) && !entries.includes('/copia/antigua')
      })
    })
  }, 240_000)

  test('is not offered to who signs in for a tab only, and a sign-in of that kind removes it', async () => {
    const shared = await other.browser.newPage({ viewport: sizes.narrow })
    await shared.goto(`${other.url}/sin-conexion`)
    await shared.getByLabel('Clave', { exact: true }).fill(other.service.key)
    await shared.getByLabel(/equipo compartido/).check()
    await shared.getByRole('button', { name: 'Entrar' }).click()
    await shared.getByText('aquí no se guarda nada').waitFor()
    expect(await shared.getByRole('button', { name: 'Guardar para usar sin conexión' }).count()).toBe(0)
    await shared.close()
  }, 60_000)
})
