import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executablePath, openSite, type Site, until } from './browser.ts'

let site: Site

describe.skipIf(executablePath === undefined)('a session in the browser', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  test('lasts through a reload, a new tab and a link opened with Ctrl; no script can read it, and no key is kept', async () => {
    const context = await site.browser.newContext()
    const page = await context.newPage()
    await signIn(page, site.service.key)
    await page.reload()
    await page.locator('.results mark').first().waitFor()
    const other = await context.newPage()
    await other.goto(`${site.url}/municipios/ES-05019`)
    await other.getByRole('heading', { name: /^Ávila/ }).waitFor()
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Normativa' }).click({ modifiers: ['ControlOrMeta'] }),
    ])
    await opened.getByRole('heading', { name: 'Normativa' }).waitFor()
    const kept = await page.evaluate(() => ({ cookie: document.cookie, stored: JSON.stringify({ ...localStorage, ...sessionStorage }) }))
    expect(kept.cookie).toBe('')
    expect(kept.stored).not.toContain(site.service.key)
    expect((await context.cookies())[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    await context.close()
  }, 60_000)

  test('of a shared machine is of its tab only', async () => {
    const context = await site.browser.newContext()
    const page = await context.newPage()
    await page.goto(`${site.url}/buscar?q=rampa`)
    await page.getByLabel('Clave', { exact: true }).fill(site.service.key)
    await page.getByLabel('Es un equipo compartido').check()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.results mark').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await context.cookies()).toEqual([])
    await page.reload()
    await page.getByLabel('Clave', { exact: true }).waitFor()
    await context.close()
  }, 60_000)

  test('ends in every tab at once when it is closed, and when its key is revoked', async () => {
    const { text: key, key: own } = site.service.keys.issue({ name: 'de paso', scopes: ['read', 'verify', 'ask'], expiresAt: null })
    const context = await site.browser.newContext()
    const [page, other] = [await context.newPage(), await context.newPage()]
    await signIn(page, key)
    await other.goto(`${site.url}/normativa`)
    await other.getByRole('heading', { name: 'Normativa' }).waitFor()
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await page.getByLabel('Clave', { exact: true }).waitFor()
    await other.getByLabel('Clave', { exact: true }).waitFor()
    await until(async () => (await context.cookies()).length === 0)

    await signIn(page, key)
    // A request still under way would be told of the revocation in place of the next page.
    await page.waitForLoadState('networkidle')
    site.service.keys.revoke(String(own.id))
    await page.goto(`${site.url}/municipios/ES-05019`)
    await page.getByText('La clave fue revocada').waitFor()
    await context.close()
  }, 60_000)

  test('is no use to a page of another site or of another port', async () => {
    const count = () => site.service.store.projects.list().length
    const stranger = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>otra</title>'))
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const { port } = stranger.address() as AddressInfo
    const context = await site.browser.newContext()
    await signIn(await context.newPage(), site.service.key)
    const before = count()
    // `localhost` is another site; another port of 127.0.0.1 is the same site for a cookie, which is sent.
    for (const host of ['localhost', '127.0.0.1']) {
      const page = await context.newPage()
      await page.goto(`http://${host}:${port}/`)
      const [answer] = await Promise.all([
        page.waitForResponse((one) => one.url().endsWith('/api/v1/proyectos')),
        page.evaluate((to) => {
          const form = document.createElement('form')
          form.method = 'post'
          form.enctype = 'text/plain'
          form.action = `${to}/api/v1/proyectos`
          const field = document.createElement('input')
          field.name = '{"name":"ajeno","geo_id":"ES-28079","a":"'
          field.value = '"}'
          form.append(field)
          document.body.append(form)
          form.submit()
        }, site.url),
      ])
      expect(answer.status(), host).toBe(401)
      await page.waitForURL(/api\/v1\/proyectos/)
      await page.goto(`http://${host}:${port}/`)
      const read = await page.evaluate(
        (to) =>
          fetch(`${to}/api/v1/proyectos`, { credentials: 'include', headers: { 'Plomada-Session': 'x' } }).then(
            () => 'read',
            () => 'refused',
          ),
        site.url,
      )
      expect(read, host).toBe('refused')
      await page.close()
    }
    expect(count()).toBe(before)
    await context.close()
    await new Promise((resolve) => stranger.close(resolve))
  }, 60_000)
})

/** Signs in on the key page, and waits until the session has begun. */
async function signIn(page: Page, key: string): Promise<void> {
  await page.goto(`${site.url}/buscar?q=rampa`)
  await page.getByLabel('Clave', { exact: true }).fill(key)
  const begun = page.waitForResponse((one) => one.url().endsWith('/session'))
  await page.keyboard.press('Enter')
  await begun
  await page.locator('.results mark').first().waitFor()
  await until(() => page.evaluate(() => localStorage.getItem('sesion') !== null))
}
