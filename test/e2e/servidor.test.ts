import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BackupStatus } from '../../server/access/backup-status.ts'
import { type Listener, listen } from '../../server/http/listen.ts'
import { createNetwork, type Network } from '../../server/http/network.ts'
import { desktop } from '../service.ts'
import { accessibilityErrors, executablePath, openSite, type Site, sizes, takeScreenshot } from './browser.ts'

let site: Site
let network: Network
let asDesktop: Listener
let administrator: string
let backup: BackupStatus = { tried_at: null, succeeded_at: null, name: null, bytes: null, error: null }

/** Opens the page as an administrator on the network or on the desktop. */
async function visit(
  who: 'administrator' | 'reader' | 'desktop',
  section: '' | '/red' | '/claves' | '/carencias' | '/auditoria' | '/base' | '/oficina',
  size: keyof typeof sizes,
  use: (page: Page) => Promise<void>,
  scheme: 'light' | 'dark' = 'light',
) {
  const context = await site.browser.newContext({ viewport: sizes[size], colorScheme: scheme, acceptDownloads: true })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on(
    'console',
    (message) => message.type() === 'error' && !/Failed to load resource.*4\d\d/.test(message.text()) && complaints.push(message.text()),
  )
  const key = who === 'administrator' ? administrator : site.service.key
  await page.goto(who === 'desktop' ? `${asDesktop.url}/servidor${section}` : `${site.url}/servidor${section}#clave=${key}`)
  await use(page)
  expect(complaints).toEqual([])
  await context.close()
}

describe.skipIf(executablePath === undefined)('Servidor', () => {
  beforeAll(async () => {
    site = await openSite({
      process: {
        get network() {
          return network
        },
        dataFolder: '/home/obra/.local/share/plomada',
        backup: { everyMs: 86_400_000, place: '/mnt/nas/plomada', status: () => backup },
        settings: { ratePerMinute: 600, auditDays: 365, allowedHosts: [], languageModelUrl: undefined },
      },
    })
    network = createNetwork({
      fetch: (request, caller) => site.service.app.fetch(request, caller),
      host: '127.0.0.1',
      port: 0,
      tls: undefined,
      folder: mkdtempSync(join(tmpdir(), 'plomada-servidor-')),
      ownHosts: () => ({ names: ['obra-pc', 'obra-pc.local', 'localhost'], addresses: ['127.0.0.1', '192.168.1.20'] }),
      now: () => new Date(),
    })
    asDesktop = await listen((request) => site.service.app.fetch(request, desktop), { host: '127.0.0.1', port: 0, tls: undefined })
    administrator = site.service.keys.issue({ name: 'administración', scopes: ['read', 'verify', 'ask', 'admin'], expiresAt: null }).text
  }, 120_000)
  afterAll(async () => {
    await network?.close()
    await asDesktop?.close()
    await site?.close()
  })

  test('a key for named projects is issued, and reaches no others; how backups go is told', async () => {
    const document = (name: string) => JSON.stringify({ name, reference: '12/26', geo_id: 'ES-41039', context: {}, checks: [] })
    const [one, other] = ['Escuela del alcance', 'Mercado del alcance'].map((name) => site.service.store.projects.create(document(name)))
    await visit('administrator', '/claves', 'wide', async (page) => {
      await page.getByText('Crear una clave nueva').click()
      await page.getByLabel('Nombre: quién o qué la va a usar').fill('obra de la escuela')
      await page.getByLabel('Solo estos').check()
      await page.getByRole('button', { name: 'Crear la clave' }).click()
      await page.getByText('Elija al menos un proyecto, o todos').waitFor()
      await page.getByLabel('Escuela del alcance').check()
      await page.getByLabel('Lee los proyectos y no los cambia').check()
      await page.getByLabel('Grupo (opcional)').fill('escuela')
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'servidor-clave-proyectos')
      await page.getByRole('button', { name: 'Crear la clave' }).click()
      const text = await page.getByLabel('Texto de la clave').inputValue()
      expect(site.service.keys.authenticate(text)).toMatchObject({ projects: [one?.id], reading_only: true, group: 'escuela' })
      const statusOf = async (id = '') => (await site.service.get(`/api/v1/proyectos/${id}`, { authorization: `Bearer ${text}` })).status
      expect([await statusOf(one?.id), await statusOf(other?.id)]).toEqual([200, 404])
    })
    for (const { id } of [one, other].filter((project) => project !== undefined)) site.service.store.projects.delete(id)
    for (const [status, told] of [
      [{ succeeded_at: new Date().toISOString() }, 'La última copia se hizo bien, y se restauró de prueba.'],
      [{ error: 'el disco está lleno' }, 'el disco está lleno'],
    ] as const) {
      backup = { tried_at: null, succeeded_at: null, name: null, bytes: null, error: null, ...status }
      await visit('administrator', '/red', 'wide', async (page) => {
        await page.getByRole('heading', { name: 'Copias cifradas' }).waitFor()
        await page.getByText(told).waitFor()
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `servidor-copias-${'error' in status ? 'mal' : 'bien'}`)
      })
    }
  }, 120_000)

  test.each(['wide', 'narrow'] as const)(
    'an administrator issues, replaces and revokes a key: %s',
    async (size) => {
      await visit('administrator', '/claves', size, async (page) => {
        const name = `aparejador ${size}`
        await page.getByRole('heading', { name: 'Claves' }).waitFor()
        expect(await page.title()).toBe('Claves · Servidor · Plomada')
        await page.getByText('Crear una clave nueva').click()
        await page.getByRole('button', { name: 'Crear la clave' }).click()
        await page.getByText('Ponga un nombre para reconocerla').waitFor()
        await page.getByLabel('Nombre: quién o qué la va a usar').fill(name)
        await page.getByLabel('Días hasta que caduque').fill('90')
        await page.getByLabel('Preguntar').uncheck()
        await page.getByRole('button', { name: 'Crear la clave' }).click()
        const text = await page.getByLabel('Texto de la clave').inputValue()
        expect(text).toMatch(/^plm_\w{36}$/)
        expect(site.service.keys.authenticate(text)).toMatchObject({ name, scopes: ['read', 'verify'] })
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `servidor-clave-${size}`)
        await page.getByRole('button', { name: 'Copiar', exact: true }).click()
        await page.getByRole('button', { name: 'Copiada', exact: true }).waitFor()
        await page.getByRole('button', { name: 'Ya la tengo' }).click()
        expect(await page.content()).not.toContain(text)

        const row = page.locator('table.keys tbody tr', { hasText: name })
        await row.getByRole('button', { name: /^Sustituir/ }).click()
        await page.getByRole('button', { name: 'Sí, sustituir' }).click()
        const fresh = await page.getByLabel('Texto de la clave').inputValue()
        expect(() => site.service.keys.authenticate(text)).toThrow('was revoked')
        await page.getByRole('button', { name: 'Ya la tengo' }).click()

        await row
          .last()
          .getByRole('button', { name: /^Revocar/ })
          .click()
        await page.getByRole('alertdialog').waitFor()
        await page.keyboard.press('Enter')
        expect(site.service.keys.authenticate(fresh)).toMatchObject({ name })
        await row
          .last()
          .getByRole('button', { name: /^Revocar/ })
          .click()
        expect(await accessibilityErrors(page)).toEqual([])
        await page.getByRole('button', { name: 'Sí, revocar' }).click()
        await row
          .last()
          .getByText(/revocada el/)
          .waitFor()
        expect(() => site.service.keys.authenticate(fresh)).toThrow('was revoked')
      })
    },
    90_000,
  )

  test.each(['wide', 'narrow'] as const)(
    'the audit is read, checked and exported; the coverage is shown: %s',
    async (size) => {
      await visit('administrator', '/carencias', size, async (page) => {
        await page.getByText(/apartados de sus documentos no están recogidos/).waitFor()
        await page.getByText('Por documento', { exact: true }).click()
        await page
          .getByRole('row', { name: /\bLOE\b|Ordenación de la Edificación/ })
          .getByRole('cell', { name: '37 / 37' })
          .waitFor()
        await page.getByText('Por documento', { exact: true }).click()
        await page.getByRole('navigation', { name: 'Apartados del servidor' }).getByRole('link', { name: 'Auditoría' }).click()
        await page
          .getByRole('row', { name: /administración \(2\).*Consultó el servidor.*hecho \(200\)/ })
          .first()
          .waitFor()
        await page.getByRole('button', { name: 'Comprobar la cadena' }).click()
        await page.getByRole('heading', { name: /Cadena íntegra: \d+ líneas/ }).waitFor()
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar (NDJSON)' }).click()])
        const lines = readFileSync(await download.path(), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { seq: number })
        expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_line, index) => index + 1))
        await page.getByText(/^Exportadas/).waitFor()
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `servidor-${size}`)
      })
      if (size === 'wide')
        await visit(
          'administrator',
          '/auditoria',
          size,
          async (page) => {
            await page
              .getByRole('row', { name: /administración \(2\)/ })
              .first()
              .waitFor()
            await page.getByRole('button', { name: 'English' }).click()
            await page.getByRole('heading', { name: 'Audit' }).waitFor()
            await page
              .getByRole('row', { name: /Looked up the server.*done \(200\)/ })
              .first()
              .waitFor()
            expect(await accessibilityErrors(page)).toEqual([])
            await takeScreenshot(page, 'servidor-dark-en')
          },
          'dark',
        )
    },
    90_000,
  )

  test.each(['wide', 'narrow'] as const)(
    'the desktop user turns the network on, sees addresses and fingerprint, and turns it off: %s',
    async (size) => {
      await visit('desktop', '', size, async (page) => {
        await page.getByText('No se escucha en ningún puerto').waitFor()
        await page.getByRole('button', { name: 'Servir a la red local' }).click()
        expect(await page.getByText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/).innerText()).toBe(network.state.certificate?.fingerprint)
        await page.getByText(/^https:\/\/192\.168\.1\.20:\d+$/).waitFor()
        expect(await (await page.request.get(`${asDesktop.url}/ca.crt`)).text()).toBe(network.authority)
        expect(await accessibilityErrors(page)).toEqual([])
        await takeScreenshot(page, `servidor-red-${size}`)
        await page.getByRole('button', { name: 'Dejar de servir' }).click()
        await page.getByText('No se escucha en ningún puerto').waitFor()
        expect(network.state.reach).toBe('none')
      })
    },
    90_000,
  )

  test('a key without the scope has no link to the page, and its address shows the reason', async () => {
    await visit('reader', '', 'narrow', async (page) => {
      await page.getByRole('heading', { name: 'Esta página es solo para administradores' }).waitFor()
      await page.getByText('La clave «test» no tiene el permiso admin').waitFor()
      expect(await page.getByRole('link', { name: 'Servidor' }).count()).toBe(0)
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'servidor-sin-permiso')
    })
    await visit('administrator', '', 'wide', async (page) => {
      await page.getByRole('link', { name: 'Servidor' }).waitFor()
    })
  }, 60_000)

  test('an administrator at the machine opens the network from the page, which goes on, and closes it', async () => {
    await network.open('machine')
    await visit('administrator', '', 'wide', async (page) => {
      await page.getByText('Responde a los programas de este equipo, con clave.').waitFor()
      await page.getByRole('button', { name: 'Servir a la red local' }).click()
      await page.getByText(/^https:\/\/192\.168\.1\.20:\d+$/).waitFor()
      await page.getByText('La red queda abierta hasta que se cierre aquí').waitFor()
      await takeScreenshot(page, 'servidor-red-clave')
      await page.getByRole('button', { name: 'Dejar de servir' }).click()
      await page.getByText('Responde a los programas de este equipo, con clave.').waitFor()
    })
    await network.close()
  }, 60_000)

  test('a file is chosen with a button of the page, by keyboard too, and its name is shown', async () => {
    await visit('administrator', '/base', 'wide', async (page) => {
      const button = page.getByRole('button', { name: 'Elegir fichero… Paquete (.kbpack)' })
      // Listened for well before the key: listening reaches the browser on its own.
      const chooser = page.waitForEvent('filechooser')
      await button.focus()
      await page.waitForLoadState('networkidle')
      await page.keyboard.press('Enter')
      await (await chooser).setFiles({ name: 'plomada-es-2027.01.0.kbpack', mimeType: 'application/octet-stream', buffer: Buffer.from('x') })
      await page.getByText('plomada-es-2027.01.0.kbpack').waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'servidor-base')
    })
  }, 60_000)

  test('the letterhead is set, tried and removed; a file that is no image is refused', async () => {
    await visit('administrator', '/oficina', 'narrow', async (page) => {
      await page.getByLabel('Nombre del estudio').fill('Estudio Añaza, S. L. P.')
      await page.getByLabel('Dirección').fill('Calle Mayor, 1\n28013 Madrid')
      const wrong = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no es una imagen') }
      await page.locator('input[type=file]').setInputFiles(wrong)
      await page.getByRole('button', { name: 'Guardar el membrete' }).click()
      await page.getByText('se espera una imagen PNG o JPEG').first().waitFor()
      await page.locator('input[type=file]').setInputFiles('electron/icons/linux/64x64.png')
      await page.getByRole('button', { name: 'Guardar el membrete' }).click()
      await page.getByRole('heading', { name: 'Membrete guardado' }).waitFor()
      expect(site.service.store.office.get()).toMatchObject({ name: 'Estudio Añaza, S. L. P.', logo: { type: 'image/png' } })
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'servidor-membrete')
      await page.getByRole('button', { name: 'Quitar el membrete' }).click()
      await page.getByRole('heading', { name: 'Las fichas no llevan membrete' }).waitFor()
      expect(site.service.store.office.get()).toBeUndefined()
    })
  }, 60_000)

  test('an address of no section says so', async () => {
    const context = await site.browser.newContext()
    const page = await context.newPage()
    await page.goto(`${site.url}/servidor/impresora#clave=${administrator}`)
    await page.getByText('El servidor no tiene ese apartado').waitFor()
    await context.close()
  }, 60_000)
})
