import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityErrors, executablePath, layoutErrors, openSite, type Site, takeScreenshot, until } from './browser.ts'

let site: Site
const roof = '/verificar?lugar=ES-05019&elemento=cubierta-plana&parametro=transmitancia-termica'
const rail = '/verificar?lugar=ES-28079&elemento=barandilla&parametro=altura&valor=1&unidad=m'

describe.skipIf(executablePath === undefined)('the page Verificar', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  test('tells the limit without a value, follows an altitude, and then judges a value', async () => {
    await site.visit('wide', roof, async (page) => {
      await page.getByRole('heading', { name: '¿Cuál es el límite?' }).waitFor()
      await page.locator('.limit-list strong').getByText('como máximo 0,33 W/m²K').waitFor()
      expect(await page.getByRole('combobox', { name: 'Municipio' }).inputValue()).toBe('Ávila (05019)')
      expect(await accessibilityErrors(page)).toEqual([])
      await takeScreenshot(page, 'verificar-limite-wide')
      await page.getByLabel('Altitud del emplazamiento (m)').fill('700')
      await page.keyboard.press('Enter')
      await until(async () => !(await page.locator('.limit-list').innerText()).includes('0,33'))
      await page.getByLabel('Valor').fill('0,2')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'CUMPLE', exact: true }).waitFor()
      expect(await page.locator('dl.facts').innerText()).toMatch(/700\sm/)
    })
  }, 60_000)

  test('asks one condition at a time, by keyboard; the verdict follows what is chosen', async () => {
    await site.visit('wide', rail, async (page) => {
      await page.getByRole('heading', { name: 'No se puede decidir todavía' }).waitFor()
      const fields = page.locator('.next-condition').locator('input, select')
      expect(await fields.count()).toBe(1)
      await takeScreenshot(page, 'verificar-falta-wide')
      await page.getByLabel(/Diferencia de cota/).fill('7')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
      await page.getByLabel(/Diferencia de cota/).fill('3')
      await page.getByText('este resultado es de antes').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'CUMPLE', exact: true }).waitFor()
    })
  }, 60_000)

  test('in English asks by the English names, and says in English what it assumed', async () => {
    const names = site.service.kb.book.dimensions.byId
    await site.visit('wide', rail, async (page) => {
      await page.getByRole('heading', { name: 'No se puede decidir todavía' }).waitFor()
      await page.getByLabel(/Diferencia de cota/).waitFor()
      await page.getByRole('button', { name: 'English' }).click()
      await page
        .getByLabel(names.get('diferencia_cota_m')?.en ?? '')
        .first()
        .fill('3')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'COMPLIES', exact: true }).waitFor()
      await takeScreenshot(page, 'verificar-english-wide')
      expect(await page.getByText('Se supone').count()).toBe(0)
    })
  }, 60_000)

  test('a wrong field has its error beside it, in red, and the focus', async () => {
    await site.visit('wide', '/verificar', async (page) => {
      await page.getByRole('button', { name: 'Comprobar', exact: true }).click()
      const place = page.getByRole('combobox', { name: 'Municipio' })
      await until(() => place.evaluate((one) => one === document.activeElement))
      expect(await place.getAttribute('aria-invalid')).toBe('true')
      await page.getByText('Elija un municipio de la lista').waitFor()
      const [border, ink] = await place.evaluate((one) => [
        getComputedStyle(one).borderColor,
        getComputedStyle(document.documentElement).getPropertyValue('--bad'),
      ])
      const red = await page.evaluate((colour) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = colour
        return getComputedStyle(probe).color
      }, ink ?? '')
      expect(border).toBe(red)
    })
    await site.visit('wide', `${roof}&valor=0,3&unidad=m`, async (page) => {
      const unit = page.getByRole('combobox', { name: 'Unidad' })
      await until(async () => (await unit.getAttribute('aria-invalid')) === 'true')
      await page.getByRole('button', { name: 'Comprobar', exact: true }).click()
      await until(() => unit.evaluate((one) => one === document.activeElement))
    })
  }, 60_000)

  test('takes a day as people write it', async () => {
    await site.visit('wide', `${roof}&valor=0,3&unidad=W/m²K`, async (page) => {
      await page.getByRole('heading', { name: 'CUMPLE', exact: true }).waitFor()
      const day = page.getByLabel('Fecha de aplicación')
      await day.fill('31-02-2021')
      await page.keyboard.press('Enter')
      await page.getByText('Escriba un día que exista').waitFor()
      await until(() => day.evaluate((one) => one === document.activeElement))
      await day.fill('01-06-2021')
      await page.keyboard.press('Enter')
      await until(async () => new URL(page.url()).searchParams.get('fecha') === '2021-06-01')
      await until(async () => (await day.inputValue()) === '01-06-2021')
    })
  }, 60_000)

  test('a dead end names the neighbour, which one press checks', async () => {
    const door = '/verificar?lugar=ES-28079&elemento=puerta&parametro=anchura&valor=0,8&unidad=m&c.itinerario_accesible=false'
    await site.visit('wide', door, async (page) => {
      await page.getByText('Sí lo limita de:').waitFor()
      await page.getByRole('button', { name: 'Puerta de salida', exact: true }).click()
      await until(async () => (await page.getByRole('combobox', { name: 'Elemento' }).inputValue()) === 'Puerta de salida')
    })
    await site.visit('wide', '/verificar?lugar=ES-28079&elemento=muro&parametro=u&valor=0,3&unidad=W/m²K', async (page) => {
      await page.getByText('Quizá sea:').waitFor()
      await page.getByRole('button', { name: /^Muro en contacto con el terreno/ }).click()
      await until(async () => (await page.getByRole('combobox', { name: 'Elemento' }).inputValue()) === 'Muro en contacto con el terreno')
    })
  }, 60_000)

  test('words that name nothing are offered the pairs nearest to them, which one press checks', async () => {
    const flue = '/verificar?lugar=ES-28079&elemento=chimenea de caldera de gas&parametro=distancia a una ventana&valor=60&unidad=cm'
    await site.visit('wide', flue, async (page) => {
      await page.getByText('Quizá sea:').waitFor()
      await takeScreenshot(page, 'verificar-quiza-wide')
      await page.getByRole('button', { name: /^Salida directa .* · Distancia a orificios y ventanas$/ }).click()
      await until(async () => (await page.getByRole('combobox', { name: 'Parámetro' }).inputValue()) === 'Distancia a orificios y ventanas')
    })
  }, 60_000)

  test('the scale begins at zero and has the figures of both ends; thousands and words are Spanish', async () => {
    await site.visit('wide', '/verificar?lugar=ES-28079&elemento=pasamanos&parametro=altura&valor=100&unidad=cm', async (page) => {
      await page.getByRole('heading', { name: 'CUMPLE', exact: true }).waitFor()
      const figures = await page.locator('svg.scale text').allTextContents()
      expect(figures).toEqual(expect.arrayContaining(['0', '90', '110', '100']))
      expect(await page.locator('.steps').innerText()).not.toMatch(/\w\|\w/)
      await takeScreenshot(page, 'verificar-rango-wide')
    })
  }, 60_000)

  test('is accessible and fits with a verdict, with a limit and with a question: light, dark, phone, English', async () => {
    for (const [size, scheme] of [
      ['wide', 'light'],
      ['wide', 'dark'],
      ['narrow', 'light'],
    ] as const)
      for (const [name, address] of [
        ['veredicto', `${roof}&valor=0,3&unidad=W/m²K`],
        ['limite', '/verificar?lugar=ES-28079&elemento=escalera&parametro=anchura'],
        ['falta', rail],
      ] as const)
        await site.visit(
          size,
          address,
          async (page) => {
            await page.locator('.notice, .limits').first().waitFor()
            await page.waitForLoadState('networkidle')
            expect(await accessibilityErrors(page)).toEqual([])
            expect(await layoutErrors(page)).toEqual([])
            await takeScreenshot(page, `verificar-${name}-${size}-${scheme}`)
          },
          scheme,
        )
    await site.visit('wide', '/verificar?lugar=ES-28079&elemento=escalera&parametro=anchura', async (page) => {
      await page.getByRole('button', { name: 'English' }).click()
      await page.getByRole('heading', { name: 'What is the limit?' }).waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
    })
  }, 150_000)
})
