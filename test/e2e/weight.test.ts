import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executablePath, openSite, type Site } from './browser.ts'

let site: Site
/** The longest article of the base. */
const longArticle = '/normativa/cte/cte-db-he/he-anejo-a'

/** Bytes over the wire, with headers, of everything that a page fetched so far; the lists apart, which a browser keeps from the first visit on. */
async function wireBytes(page: Page): Promise<() => { readonly program: number; readonly lists: number }> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Network.enable')
  const listIds = new Set<string>()
  let [program, lists] = [0, 0]
  inspector.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (/\/trpc\/list(Elements|Municipios)\b/.test(request.url)) listIds.add(requestId)
  })
  inspector.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (listIds.has(requestId)) lists += encodedDataLength
    else program += encodedDataLength
  })
  return () => ({ program, lists })
}

/** A clock of the processor time, in milliseconds, that the page's own thread has used: the machine's other work does not count. */
async function threadClock(page: Page): Promise<() => Promise<number>> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await inspector.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

/** The layout shift of a page so far, as browsers score it (one session window). */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        window.setTimeout(() => resolve(sum), 100)
      }),
  )
}

/** The layout shift of a page loaded again, where the nth thing that it asks for is kept back for so many milliseconds. */
async function shiftWhenAnswered(page: Page, delay: (nth: number) => number): Promise<number> {
  let asked = 0
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/trpc/**', async (route) => {
    asked += 1
    await setTimeout(delay(asked))
    await route.continue()
  })
  await page.reload()
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
  return layoutShift(page)
}

describe.skipIf(executablePath === undefined)('the weight of the pages', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  test('the first page takes at most 300 kB over the wire and is ready within a second', async () => {
    const times: number[] = []
    let bytes = { program: 0, lists: 0 }
    for (let run = 0; run < 3; run += 1) {
      const context = await site.browser.newContext({ viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      const fetched = await wireBytes(page)
      const clock = await threadClock(page)
      await page.goto(`${site.url}/#clave=${site.service.key}`)
      await page.locator('main :is(input, button)').first().waitFor()
      times.push(await clock())
      await page.waitForLoadState('networkidle')
      bytes = fetched()
      await context.close()
    }
    console.log(
      `first page: ${Math.round(bytes.program / 1000)} kB and lists of ${Math.round(bytes.lists / 1000)} kB, ready after ${times.map(Math.round).join(', ')} ms of its thread`,
    )
    expect(bytes.program).toBeLessThanOrEqual(300_000)
    expect(bytes.lists).toBeLessThanOrEqual(250_000)
    expect(Math.min(...times)).toBeLessThanOrEqual(1000)
  }, 60_000)

  test.each(['/', '/buscar?q=rampa', '/normativa', '/normativa/cte/cte-db-he/he1-3-1-1', '/preguntar', '/municipios', '/municipios/ES-05019'])(
    'nothing moves while %s is loaded: the layout shift is at most 0.05',
    async (address) => {
      await site.visit('wide', address, async (page) => {
        const inOrder = await shiftWhenAnswered(page, (nth) => 500 * nth)
        const inReverse = await shiftWhenAnswered(page, (nth) => Math.max(0, 2000 - 500 * nth))
        console.log(`${address}: layout shift ${inOrder.toFixed(3)}, with the answers in reverse ${inReverse.toFixed(3)}`)
        expect(Math.max(inOrder, inReverse)).toBeLessThanOrEqual(0.05)
      })
    },
    60_000,
  )

  test('an article of 10,000 pixels is drawn within 100 ms', async () => {
    await site.visit('narrow', longArticle, async (page) => {
      await page.locator('article h1').waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(10_000)
      const times: number[] = []
      const clock = await threadClock(page)
      for (let run = 0; run < 3; run += 1) {
        await page.evaluate(() => {
          history.pushState(null, '', '/normativa')
          dispatchEvent(new Event('plomada:route'))
        })
        await page.getByRole('heading', { name: 'Normativa', level: 1 }).waitFor()
        const start = await clock()
        await page.evaluate((address) => {
          history.pushState(null, '', address)
          dispatchEvent(new Event('plomada:route'))
        }, longArticle)
        await page.locator('article .prose').waitFor()
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        times.push((await clock()) - start)
      }
      console.log(`a long article: ${times.map(Math.round).join(', ')} ms`)
      expect(Math.min(...times)).toBeLessThanOrEqual(100)
    })
  }, 60_000)

  test('lists are compressed and kept: asked for again, they are answered with 304', async () => {
    const headers = { authorization: `Bearer ${site.service.key}`, 'accept-encoding': 'br' }
    const list = `${site.url}/trpc/listMunicipios?input=%7B%7D`
    const first = await fetch(list, { headers })
    expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br'])
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"/)
    expect(JSON.parse(await first.text())).toHaveProperty('result')
    const again = await fetch(list, { headers: { ...headers, 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const plain = await fetch(list, { headers: { ...headers, 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('etag')).toBe(etag.slice(2))
  })
})
