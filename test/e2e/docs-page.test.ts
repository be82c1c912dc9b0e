import { mkdirSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { listen } from '../../server/http/listen.ts'
import { startService } from '../service.ts'
import { executablePath } from './browser.ts'

if (executablePath === undefined) console.warn('No Chromium on this machine: the browser tests are skipped (Debian: apt-get install chromium)')

let browser: Browser | undefined
afterAll(() => browser?.close())

describe.skipIf(executablePath === undefined)('the documentation page', () => {
  test('shows the operations without foreign requests or policy violations', async () => {
    const listener = await listen(startService().app.fetch, { host: '127.0.0.1', port: 0, tls: undefined })
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const outside: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => request.url().startsWith(listener.url) || request.url().startsWith('data:') || outside.push(request.url()))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${listener.url}/docs`)
    await page.getByText('/api/v1/verify').first().waitFor({ timeout: 15_000 })
    await page.getByText('Check one value against the limit in force at a place').first().waitFor()
    mkdirSync('.cache/screenshots', { recursive: true })
    await page.screenshot({ path: '.cache/screenshots/docs.png' })
    expect(outside).toEqual([])
    expect(complaints).toEqual([])
    await listener.close()
  }, 60_000)
})
