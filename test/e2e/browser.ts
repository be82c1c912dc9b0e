import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { pageRoutes } from '../../server/api/page-routes.ts'
import { openPages, type Pages } from '../../server/api/pages.ts'
import { listen } from '../../server/http/listen.ts'
import { type Service, startService } from '../service.ts'

export const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file))
if (executablePath === undefined) console.warn('No Chromium on this machine: the browser tests are skipped (Debian: apt-get install chromium)')

/** `zoomed` is `wide` at 200 %. */
export const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 }, zoomed: { width: 640, height: 400 } } as const
export type Size = keyof typeof sizes

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  })
}

let shared: Promise<Browser> | undefined

/** A browser for all files that a worker runs; it ends with the worker. A page that is not of a closed context is seen by nobody else. */
function sharedBrowser(): Promise<Browser> {
  shared ??= launch()
  return shared
}

/** Builds the pages like `npm run build`, once per test run (temporary files belong to the run, see `global-setup.ts`). Returns their folder. */
export function builtPagesFolder(): string {
  const folder = join(tmpdir(), 'pages')
  if (existsSync(folder) || isBuiltByAnother(folder)) return folder
  const building = mkdtempSync(join(tmpdir(), 'pages-'))
  const { status, stderr } = spawnSync(process.execPath, ['scripts/pages.ts', 'build', '--out', building], {
    encoding: 'utf8',
    // The test runner sets another, which would build React for development.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`The pages do not build: ${stderr}`)
  try {
    renameSync(building, folder)
  } catch (error) {
    // Another worker has built the same pages.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Waits for another worker that builds the pages. False if none does, or does no more after two minutes: then this one has to. */
function isBuiltByAnother(folder: string): boolean {
  try {
    mkdirSync(`${folder}-begun`)
    return false
  } catch {
    const pause = new Int32Array(new SharedArrayBuffer(4))
    for (let tenths = 0; tenths < 1200 && !existsSync(folder); tenths += 1) Atomics.wait(pause, 0, 0, 100)
    return existsSync(folder)
  }
}

/** Reads the built pages. */
function builtPages(): Pages {
  const pages = openPages(builtPagesFolder())
  if (pages === undefined) throw new Error('The built pages are missing')
  return pages
}

export interface Site {
  readonly browser: Browser
  readonly service: Service
  readonly url: string
  /** Opens an address with a key in its fragment, which may read, verify and ask unless another is given. The test fails on any foreign request or policy violation. */
  visit(size: Size, path: string, use: (page: Page) => Promise<void>, scheme?: 'light' | 'dark', key?: string): Promise<void>
  /** Stops the server; the browser stays. */
  stopServer(): Promise<void>
  close(): Promise<void>
}

/** Serves the built pages over the real knowledge base, and has a browser for them. */
export async function openSite(options: Parameters<typeof startService>[0] = {}): Promise<Site> {
  const service = startService({ ...options, pages: builtPages() })
  const listener = await listen(service.app.fetch, { host: '127.0.0.1', port: 0, tls: undefined })
  const browser = await sharedBrowser()
  return {
    browser,
    service,
    url: listener.url,
    async visit(size, path, use, scheme = 'light', key = service.key) {
      const context = await browser.newContext({ viewport: sizes[size], colorScheme: scheme })
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      const complaints: string[] = []
      page.on('request', (request) => request.url().startsWith(listener.url) || complaints.push(request.url()))
      // The browser reports every 4xx answer, but they are expected (a condition is missing).
      page.on(
        'console',
        (message) => message.type() === 'error' && !/Failed to load resource.*4\d\d/.test(message.text()) && complaints.push(message.text()),
      )
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.goto(`${listener.url}${path}#clave=${key}`)
      await use(page)
      expect(complaints).toEqual([])
      await context.close()
    },
    stopServer: () => listener.close(),
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await listener.close()
    },
  }
}

const samples: Readonly<Record<string, string>> = {
  '/verificar': '/verificar?lugar=Madrid+(28079)&elemento=cubierta-plana&parametro=transmitancia-termica&valor=0,50&unidad=W/m²K&y.altitud=1200',
  '/buscar': '/buscar?q=rampa',
  '/normativa/:collection/:document': '/normativa/cte/cte-db-he',
  '/normativa/:collection/:document/:section': '/normativa/cte/cte-db-he/he1-3-1-1',
  '/preguntar': '/preguntar?q=¿Qué+transmitancia+máxima+admite+una+cubierta+plana%3F',
  '/municipios/:municipio': '/municipios/ES-05019',
  // No such project: the page shows an error.
  '/proyectos/:id': '/proyectos/nada',
  '/proyectos/:id/exigencias': '/proyectos/nada/exigencias',
  // No such document: the page shows an error.
  '/biblioteca/:document/:page': '/biblioteca/nada/1',
  '/servidor/:section': '/servidor/claves',
}

/** A sample address of every page of the server. */
export const everyPage: readonly string[] = pageRoutes.map((route) => {
  const address = samples[route] ?? route
  if (address.includes(':')) throw new Error(`${route} needs a sample`)
  return address
})

/** Layout errors of a page: controls outside the window or over one another. Content may overflow inside a scrolling box. */
export function layoutErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const name = (one: Element): string => `${one.tagName} ${(one.textContent ?? '').trim().slice(0, 40)} ${one.getAttribute('aria-label') ?? ''}`
    const scrolls = (one: Element): boolean => {
      for (let at = one.parentElement; at !== null && at !== document.body; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true
      return false
    }
    const controls = [...document.querySelectorAll('a, button, input, select, textarea, summary, h1, h2, h3')].filter(
      (one) => one.checkVisibility() && one.getBoundingClientRect().width > 2 && !one.matches('.skip') && !scrolls(one),
    )
    // A link over several lines has a box on each line.
    const boxes = controls.flatMap((one) => [...one.getClientRects()].map((box) => ({ one, box })))
    const outside = boxes.filter(({ box }) => box.left < -1 || box.right > innerWidth + 1).map(({ one }) => `beyond the window: ${name(one)}`)
    const over = boxes.flatMap(({ one, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 2 &&
            Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 2 &&
            one !== other.one &&
            !one.contains(other.one) &&
            !other.one.contains(one),
        )
        .map((other) => `over one another: ${name(one)} and ${name(other.one)}`),
    )
    // A table of things has no column out of sight on a phone.
    const cut = [...document.querySelectorAll('.cards')]
      .filter((one) => innerWidth <= 640 && one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => `cut: ${name(one)}`)
    const isWide = document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : []
    return [...isWide, ...cut, ...outside, ...over]
  })
}

/** Only what is wrong is told, and without a selector for every element, which is much of the work. */
const axeOptions = { resultTypes: ['violations'], selectors: false }

/** Rules of axe that a change of colours alone can break. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Accessibility errors of a page with their places; of its colours alone where the same page was seen whole in others. axe is injected as text, because
 * the content security policy blocks its file.
 */
export async function accessibilityErrors(page: Page, of: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(
    async ({ options, rules }) => {
      const { violations } = await (
        globalThis as unknown as {
          axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> }
        }
      ).axe.run({ ...options, ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }) })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 200)}`),
      )
    },
    { options: axeOptions, rules: of === 'all' ? undefined : colourRules },
  )
}

/** Throws if the page is wider than the window. Takes a screenshot where PLOMADA_SCREENSHOTS is set: nobody looks at those of a machine that only tests. */
export async function takeScreenshot(page: Page, name: string, type: 'png' | 'jpeg' = 'png'): Promise<void> {
  if (!(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))) throw new Error(`${name}: something is wider than the window`)
  if (process.env['PLOMADA_SCREENSHOTS'] === undefined) return
  mkdirSync('.cache/screenshots', { recursive: true })
  await page.screenshot({ path: `.cache/screenshots/${name}.${type}`, type, fullPage: true })
}

/** Presses a button, or takes an entry of the project's menu of exports, and reads the file that is downloaded. */
export async function savedFile(page: Page, button: string): Promise<{ readonly name: string; readonly content: Buffer; readonly url: string }> {
  const direct = page.getByRole('button', { name: button, exact: true })
  const exports = page.getByRole('button', { name: 'Exportar', exact: true })
  await direct.or(exports).first().waitFor()
  const isDirect = (await direct.count()) > 0
  if (!isDirect) await exports.click()
  const target = isDirect ? direct : page.getByRole('menuitem', { name: button })
  const [download] = await Promise.all([page.waitForEvent('download'), target.click()])
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()), url: download.url() }
}

/** The focused option with that name. */
export function focusedOption(page: Page, name: RegExp): Locator {
  return page.getByRole('option', { name }).and(page.locator('[data-focused]'))
}

/** Waits until a condition is true. Throws after ten seconds. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) if (await isSo()) return
  throw new Error('The condition was not true within ten seconds')
}
