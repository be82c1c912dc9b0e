import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { type Listener, listen } from '../../server/http/listen.ts'
import { openService, type Service } from '../../server/service.ts'
import { baseFile, dataFolder, signedPack } from '../packs/test-packs.ts'
import { desktop } from '../service.ts'
import { builtPagesFolder, executablePath, launch, until } from './browser.ts'

let service: Service
let listener: Listener
let browser: Browser

describe.skipIf(executablePath === undefined)('an open page while another knowledge base is installed', () => {
  beforeAll(async () => {
    const config = { ...readConfig({ PLOMADA_DATA: dataFolder() }), packFile: inject('packFile'), pagesFolder: builtPagesFolder() }
    service = openService(config, () => undefined)
    listener = await listen((request) => service.app.fetch(request, desktop), { host: '127.0.0.1', port: 0, tls: undefined })
    browser = await launch()
  }, 90_000)
  afterAll(async () => {
    await browser?.close()
    await listener?.close()
    service?.close()
  })

  const install = async (version: string): Promise<void> => {
    const { bytes, signature } = signedPack(baseFile(version, '2026-12-01'))
    const body = JSON.stringify({ pack: bytes.toString('base64'), signature })
    const request = new Request('http://localhost/api/v1/admin/base', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect((await service.app.fetch(request, desktop)).status).toBe(200)
  }

  test('renews verdict, list and footer', async () => {
    const page = await browser.newPage()
    page.setDefaultTimeout(30_000)
    const footer = page.locator('footer .unprinted')
    const verdicts: string[] = []
    page.on('response', (response) => response.url().includes('/trpc/verify') && verdicts.push(response.headers()['knowledge-base'] ?? ''))
    await page.goto(`${listener.url}/verificar?lugar=Madrid+(28079)&elemento=cubierta-plana&parametro=transmitancia-termica&unidad=W/m²K&valor=0,3`)
    await page.locator('.notice.complies').waitFor()
    const before = await footer.innerText()
    await install('2026.12.7')
    expect(await footer.innerText()).toBe(before)
    // Any answer reports the new base: here that of the same value, typed differently.
    await page.getByLabel('Valor', { exact: true }).fill('0,31')
    await page.keyboard.press('Enter')
    await until(async () => (await footer.innerText()).includes('Base 2026.12.7'))
    await page.getByText('0,31 ≤ 0,35').waitFor()
    expect(await page.locator('.verdict.stale').count()).toBe(0)
    expect(verdicts.at(-1)).toMatch(/^2026\.12\.7/)
  }, 60_000)

  test('notices the change when the window gets the focus again', async () => {
    const page = await browser.newPage()
    page.setDefaultTimeout(30_000)
    const footer = page.locator('footer .unprinted')
    await page.goto(`${listener.url}/verificar?lugar=Madrid+(28079)&elemento=cubierta-plana&parametro=transmitancia-termica&unidad=W/m²K&valor=0,3`)
    await page.locator('.notice.complies').waitFor()
    await install('2026.12.8')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await until(async () => (await footer.innerText()).includes('Base 2026.12.8'))
    await page.locator('.notice.complies').waitFor()
    await until(async () => (await page.locator('.verdict.stale').count()) === 0)
  }, 60_000)
})
