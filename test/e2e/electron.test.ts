import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from './browser.ts'

const program = process.env['PLOMADA_ELECTRON']
if (program === undefined) console.warn('PLOMADA_ELECTRON does not name the Electron program: the tests that start it are skipped')

describe.skipIf(program === undefined)('the desktop in Electron', () => {
  const environment = { ...process.env, PLOMADA_DATA: mkdtempSync(join(tmpdir(), 'plomada-electron-')), PLOMADA_PORT: '0' }
  let desktop: ElectronApplication
  let page: Page
  beforeAll(async () => {
    const build = "import { buildDesktop } from './scripts/desktop-build.mjs'; buildDesktop()"
    execFileSync(process.execPath, ['--input-type=module', '-e', build], { stdio: 'inherit' })
    desktop = await _electron.launch({ executablePath: program ?? '', args: [process.cwd()], env: environment })
    page = await desktop.firstWindow()
  }, 120_000)
  afterAll(() => desktop?.close())

  test('shows a verdict in a window of its own', async () => {
    expect(page.url()).toMatch(/^plomada:\/\/app\//)
    await page.getByRole('button', { name: /Ver un ejemplo/ }).click()
    await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
  })
  test('opens no port', async () => {
    const resources = await desktop.evaluate(() => process.getActiveResourcesInfo())
    expect(resources).not.toContain('TCPServerWrap')
  })
  test('gives the page no access to Node', async () => {
    expect(await page.evaluate(() => ['require', 'process', 'module'].filter((name) => name in globalThis))).toEqual([])
  })
  test('cannot leave its pages or open a window', async () => {
    const before = page.url()
    await page.evaluate(() => {
      open('https://example.org/')
      location.href = 'https://example.org/'
    })
    await page.waitForTimeout(1000)
    expect(page.url()).toBe(before)
    expect(desktop.windows()).toHaveLength(1)
  })
  test('copies text, and requests no other permission', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('HE 1, 3.1.1'))
    expect(await desktop.evaluate(({ clipboard }) => clipboard.readText())).toBe('HE 1, 3.1.1')
    expect(await page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state)).toBe('denied')
  })
  test('asks in Spanish where to save a file', async () => {
    await desktop.evaluate(({ session }) => {
      session.defaultSession.on('will-download', (_event, item) => {
        Object.assign(globalThis, { savedAs: item.getSaveDialogOptions() })
        item.cancel()
      })
    })
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(['α']))
      link.download = 'ficha.pdf'
      link.click()
    })
    const savedAs = () => desktop.evaluate(() => Reflect.get(globalThis, 'savedAs') as unknown)
    await until(async () => (await savedAs()) !== undefined)
    expect(await savedAs()).toMatchObject({ title: 'Guardar «ficha.pdf»' })
  })
  test('runs once: a second start quits at once', () => {
    const { status } = spawnSync(program ?? '', [process.cwd()], { env: environment, timeout: 30_000 })
    expect(status).toBe(0)
    expect(desktop.windows()).toHaveLength(1)
  })
})
