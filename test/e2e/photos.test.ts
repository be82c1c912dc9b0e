import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jpegWithPlace, secret } from '../operations/sample-photos.ts'
import { accessibilityErrors, executablePath, layoutErrors, openSite, type Site, savedFile, takeScreenshot } from './browser.ts'

let site: Site

describe.skipIf(executablePath === undefined)('photographs of a check', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 120_000)
  afterAll(() => site?.close())

  interface Listed {
    readonly items: readonly { readonly id: string; readonly caption: string }[]
  }

  test('are added without what the camera wrote, or with it where that is asked, and deleted', async () => {
    const checks = [{ id: 'a', element: 'escalera', parameter: 'huella', value: 27, unit: 'cm' }]
    const { id } = (await (await site.service.post('/api/v1/proyectos', { name: 'Con fotos', geo_id: 'ES-28079', checks })).json()) as { id: string }
    const listed = async (): Promise<Listed['items']> => ((await (await site.service.get(`/api/v1/proyectos/${id}/fotos`)).json()) as Listed).items
    const bytesOf = async (photo: string): Promise<Buffer> =>
      Buffer.from(((await (await site.service.get(`/api/v1/proyectos/${id}/fotos/${photo}`)).json()) as { content: string }).content, 'base64')
    await site.visit('narrow', `/proyectos/${id}`, async (page) => {
      page.setDefaultTimeout(120_000)
      await page.getByRole('button', { name: /^Detalle de la comprobación 1/ }).click()
      await page.getByRole('heading', { name: 'Fotografías' }).waitFor()
      const file = { name: 'IMG_0001.JPG', mimeType: 'image/jpeg', buffer: jpegWithPlace() }
      const input = page.locator('.detail-panel input[type=file]')
      await page.getByLabel('Pie de la fotografía').fill('Peldaño visto')
      await input.setInputFiles(file)
      await page.getByRole('img', { name: 'Peldaño visto' }).waitFor()
      await page.getByLabel('Pie de la fotografía').fill('Tal como salió de la cámara')
      await page.getByLabel('Conservar los datos que lleva el archivo').check()
      await input.setInputFiles(file)
      await page.getByRole('img', { name: 'Tal como salió de la cámara' }).waitFor()
      const [first, second] = await listed()
      expect((await bytesOf(first?.id ?? '')).includes(secret)).toBe(false)
      expect((await bytesOf(second?.id ?? '')).includes(secret)).toBe(true)
      expect([...(await accessibilityErrors(page)), ...(await layoutErrors(page))]).toEqual([])
      await takeScreenshot(page, 'fotografias-narrow')
      await input.setInputFiles({ name: 'plano.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
      // As it is, it goes to the service, which refuses it.
      await page.getByText(/se espera un JPEG, PNG o WebP entero/).waitFor()
      await page.getByRole('button', { name: 'Borrar la fotografía: Peldaño visto' }).click()
      await page.getByRole('button', { name: 'Borrar la fotografía', exact: true }).click()
      await page.getByRole('img', { name: 'Peldaño visto' }).waitFor({ state: 'detached' })
      expect((await listed()).map(({ caption }) => caption)).toEqual(['Tal como salió de la cámara'])
      // The history says so, and brings it back.
      await page.getByText('Historial').click()
      await page.getByText(/ · 2 fotografías$/).waitFor()
      await page.getByRole('button', { name: 'Qué cambió en la revisión 2' }).click()
      await page.getByText('fotografía: quitado «Peldaño visto»').waitFor()
      await page.getByRole('button', { name: 'Volver a esta revisión, la 1' }).click()
      await page.getByRole('img', { name: 'Peldaño visto' }).waitFor()
      await page.getByRole('button', { name: 'Borrar la fotografía: Tal como salió de la cámara' }).click()
      await page.getByRole('button', { name: 'Borrar para siempre' }).click()
      await page.getByRole('img', { name: 'Tal como salió de la cámara' }).waitFor({ state: 'detached' })
      expect((await site.service.get(`/api/v1/proyectos/${id}/fotos/${second?.id}`)).status).toBe(404)
    })
  }, 400_000)

  test('go with the exported project and come back with it; one that is damaged stops the whole, and says which', async () => {
    const checks = [{ id: 'a', element: 'escalera', parameter: 'huella', value: 27, unit: 'cm' }]
    const { id } = (await (await site.service.post('/api/v1/proyectos', { name: 'Con fotos dentro', geo_id: 'ES-28079', checks })).json()) as {
      id: string
    }
    for (const caption of ['Primera', 'Segunda'])
      await site.service.post(`/api/v1/proyectos/${id}/fotos`, { check: 'a', caption, content: jpegWithPlace().toString('base64') })
    await site.visit('wide', `/proyectos/${id}`, async (page) => {
      page.setDefaultTimeout(120_000)
      const text = (await savedFile(page, 'Proyecto entero')).content.toString()
      const file = JSON.parse(text) as { name: string; checks: unknown; photos: { caption: string; content: string }[] }
      expect(file).toMatchObject({ name: 'Con fotos dentro', checks, photos: [{ caption: 'Primera' }, { caption: 'Segunda' }] })
      await page.goto(page.url().replace(/\/proyectos\/.*/, '/proyectos'))
      const choose = (content: string): Promise<void> =>
        page
          .locator('input[type=file]')
          .last()
          .setInputFiles({ name: 'casa.plomada.json', mimeType: 'application/json', buffer: Buffer.from(content) })
      await page.getByRole('heading', { name: 'Importar' }).waitFor()
      const damaged = file.photos.map((photo, index) => (index === 0 ? photo : { ...photo, content: photo.content.slice(0, 400) }))
      await choose(JSON.stringify({ ...file, name: 'Con una dañada', photos: damaged }))
      await page.getByText('No se ha importado nada: la fotografía 2 del fichero («Segunda») no se puede guardar.').waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      expect(await (await site.service.get('/api/v1/papelera')).text()).not.toContain('Con una dañada')
      await choose(text)
      await page.waitForURL((address) => /\/proyectos\/.+/.test(address.pathname))
      await page.getByRole('button', { name: /^Detalle de la comprobación 1/ }).click()
      await page.getByRole('img', { name: 'Segunda' }).waitFor()
      expect(await page.getByRole('figure').allInnerTexts()).toEqual([expect.stringContaining('Primera'), expect.stringContaining('Segunda')])
    })
  }, 400_000)
})
