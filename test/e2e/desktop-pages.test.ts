import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openedFile } from '../../electron/opened-file.ts'
import { origin, schemeHandler } from '../../electron/scheme.ts'
import { readConfig } from '../../server/config/config.ts'
import { openService, type Service } from '../../server/service.ts'
import { accessibilityErrors, builtPagesFolder, executablePath, launch, savedFile, sizes, takeScreenshot, until } from './browser.ts'

/** Stands for `plomada://app`, which only Electron knows. The desktop's own handler answers all its requests. */
const stand = 'https://app.plomada.test'

let browser: Browser
let service: Service
let handle: (request: Request) => Promise<Response>
let context: BrowserContext
let page: Page
/** Console errors of the page, and requests to other origins. */
const complaints: string[] = []
/** `Authorization` headers that reached the handler. */
const credentials: string[] = []

async function answer(route: Route): Promise<void> {
  const asked = route.request()
  if (!asked.url().startsWith(`${stand}/`)) {
    complaints.push(asked.url())
    await route.abort()
    return
  }
  const headers = new Headers(asked.headers())
  if (headers.get('origin') === stand) headers.set('origin', origin)
  for (const name of ['authorization', 'cookie']) if (headers.has(name)) credentials.push(name)
  const body = asked.postDataBuffer()
  const url = `${origin}${asked.url().slice(stand.length)}`
  const response = await handle(new Request(url, { method: asked.method(), headers, body: body === null ? null : new Uint8Array(body) }))
  await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body: Buffer.from(await response.arrayBuffer()) })
}

const opened = openedFile()
const searched: unknown[] = []
const found = (wanted: unknown): Response => {
  searched.push(wanted)
  return Response.json({ active: 2, total: 7 })
}

describe.skipIf(executablePath === undefined)('the pages behind the handler of the desktop', () => {
  beforeAll(async () => {
    const config = readConfig({ PLOMADA_KB: inject('packFile'), PLOMADA_DATA: mkdtempSync(join(tmpdir(), 'plomada-desktop-')) })
    service = openService({ ...config, pagesFolder: builtPagesFolder() }, ({ error }) => error === undefined || complaints.push(error))
    handle = schemeHandler(
      { fetch: (request) => service.app.fetch(request, { kind: 'desktop' }) },
      { opened, find: async (request) => found(await request.json()) },
    )
    browser = await launch()
    context = await browser.newContext({ viewport: sizes.wide, acceptDownloads: true })
    await context.route('**/*', answer)
    page = await context.newPage()
    page.setDefaultTimeout(30_000)
    page.on(
      'console',
      (message) => message.type() === 'error' && !/Failed to load resource.*422/.test(message.text()) && complaints.push(message.text()),
    )
    page.on('pageerror', (error) => complaints.push(error.message))
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    service?.close()
  })

  const open = (path: string) => page.goto(`${stand}${path}`)

  test('Verificar: a verdict without a key', async () => {
    await open('/verificar')
    await page.getByRole('button', { name: /Ver un ejemplo/ }).click()
    await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
    await page.locator('td.marked').waitFor()
    await page.locator('td.marked', { hasText: '0,35' }).waitFor()
    expect(await page.getByLabel('Clave', { exact: true }).count()).toBe(0)
  }, 60_000)
  test('Buscar: results while typing', async () => {
    await open('/buscar')
    await page.getByLabel('Buscar en los artículos').pressSequentially('rampa pendiente')
    await page.locator('.results mark').first().waitFor()
  }, 60_000)
  test('Normativa: an article opened by its address', async () => {
    await open('/normativa')
    await page.getByRole('link', { name: 'DB-HE', exact: true }).click()
    await page.getByRole('link', { name: /^HE 1, 3\.1\.1 / }).click()
    await page.getByRole('heading', { level: 1, name: /Transmitancia de la envolvente/ }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: /Transmitancia de la envolvente/ }).waitFor()
  }, 60_000)
  test('Preguntar: a figure with its source', async () => {
    await open('/preguntar')
    await page.getByLabel('Pregunta', { exact: true }).fill('¿Qué transmitancia máxima admite una cubierta plana en Madrid?')
    await page.getByRole('button', { name: 'Preguntar' }).click()
    await page.getByText('como máximo 0,35 W/m²K').first().waitFor()
  }, 60_000)
  test('Municipios: a sheet', async () => {
    await open('/municipios/ES-05019')
    await page.getByRole('heading', { name: /^Ávila/ }).waitFor()
  }, 60_000)
  test('Proyectos: the example, exported and downloaded as files', async () => {
    await open('/proyectos')
    await page.getByRole('button', { name: 'Crear un proyecto de ejemplo' }).click()
    for (const [button, name, start] of [
      ['Proyecto entero', /\.json$/, '{'],
      ['Ficha justificativa (PDF)', /^ficha.*\.pdf$/, '%PDF-'],
    ] as const) {
      const file = await savedFile(page, button)
      expect(file.name).toMatch(name)
      expect(file.url).toMatch(new RegExp(`^blob:${stand}/`))
      expect(file.content.toString('latin1').slice(0, start.length)).toBe(start)
    }
  }, 60_000)
  test('Modelo: a model that was opened with the program', async () => {
    await open(opened.fromCommandLine(['plomada', 'piso.ifc'], join(process.cwd(), 'test', 'fixtures', 'ifc')) ?? '')
    await page.getByText('piso.ifc').waitFor()
    await page.getByText(/\d+ comprobaciones, de un modelo IFC4/).waitFor()
  }, 60_000)
  test('Proyectos: a project that was opened with the program is imported once the user says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-project-'))
    writeFileSync(join(folder, 'casa.plomada.json'), JSON.stringify({ name: 'Casa abierta', geo_id: 'ES-28079', checks: [] }))
    await open(opened.fromCommandLine(['plomada', 'casa.plomada.json'], folder) ?? '')
    await page.getByText('¿Importar «casa.plomada.json» como proyecto nuevo?').waitFor()
    expect(service.store.projects.list().some(({ name }) => name === 'Casa abierta')).toBe(false)
    await page.getByRole('button', { name: 'Importar', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Casa abierta' }).waitFor()
  }, 60_000)
  test('the menu goes through the router of the page, exports its project, and finds words in it', async () => {
    const command = (name: string, to?: string) =>
      page.evaluate(
        (detail) => !dispatchEvent(new CustomEvent('plomada:orden', { cancelable: true, detail })),
        JSON.stringify(to === undefined ? { name } : { name, to }),
      )
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    const [download] = await Promise.all([page.waitForEvent('download'), command('save-as')])
    expect(download.suggestedFilename()).toBe('Casa-abierta.plomada.json')
    expect(await command('go', '/normativa')).toBe(true)
    await page.getByRole('heading', { level: 1, name: 'Normativa' }).waitFor()
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    expect(await command('export-pdf')).toBe(false)
    expect(await command('find')).toBe(true)
    // The page that was gone to may take the focus when it is drawn; what a person sees is where the caret is.
    await page.getByRole('search').getByRole('searchbox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('ruido')
    await page.getByText('2 de 7', { exact: true }).waitFor()
    // The figure may be that of the first letters.
    await until(async () => JSON.stringify(searched.at(-1)) === JSON.stringify({ text: 'ruido', direction: 'first' }))
    await page.keyboard.press('Enter')
    await until(async () => JSON.stringify(searched.at(-1)) === JSON.stringify({ text: 'ruido', direction: 'next' }))
    expect(await accessibilityErrors(page)).toEqual([])
    await takeScreenshot(page, 'escritorio-buscar')
    await page.keyboard.press('Escape')
    await until(async () => JSON.stringify(searched.at(-1)) === JSON.stringify({ text: '', direction: 'first' }))
    expect(await page.getByRole('search').count()).toBe(0)
  }, 60_000)
  test('none of the pages made foreign requests, violated the policy or used a key', () => {
    expect(complaints).toEqual([])
    expect(credentials).toEqual([])
  })
  test('the content security policy blocks foreign scripts and requests', async () => {
    await open('/')
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "intruso"'
      document.body.append(script)
    })
    expect(await page.title()).not.toBe('intruso')
    const left = await page.evaluate(() => fetch('https://example.org/').then(String, (error: unknown) => String(error)))
    expect(left).toContain('Failed to fetch')
    await until(async () => complaints.some((line) => line.includes('connect-src')))
    expect(complaints.splice(0).filter((line) => !/script-src|connect-src|violates/.test(line))).toEqual([])
  }, 60_000)
})
