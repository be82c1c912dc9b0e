import type { Locator, Page } from 'playwright-core'
import type { Hands } from './hands.ts'

/** Something that somebody comes to do. */
export interface Task {
  /** As the table in renderer/README.md names it. */
  readonly name: string
  /** Address where it begins; the project of the test for `{proyecto}`. */
  readonly start: string
  /** The same for both hands, unless keys have a shorter way. */
  do(hands: Hands): Promise<void>
  byKeys?(hands: Hands): Promise<void>
  /** Waits for what shows that it is done. */
  seen(page: Page): Promise<unknown>
}

const line = (page: Page): Locator => page.getByLabel('¿Qué quiere comprobar?')
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()
const link = (page: Page, name: string | RegExp): Locator => page.getByRole('main').getByRole('link', { name }).first()
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: typeof name === 'string' }).first()
const combo = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true })
/** A line, and the option that it leads to. */
const byLine = (text: string, option: RegExp) => async (hands: Hands) => hands.pick(line(hands.page), text, option)
/** A line whose answer is told in the list, without opening anything. */
const told = (text: string) => async (hands: Hands) => hands.type(line(hands.page), text)
const option = (name: RegExp, text: string | RegExp) => (page: Page) => page.getByRole('option', { name }).getByText(text).first().waitFor()

const stair = '/verificar?lugar=Madrid+(28079)&elemento=escalera&parametro=huella&valor=27&unidad=cm'
const roof = '/verificar?lugar=Madrid+(28079)&elemento=cubierta-plana&parametro=transmitancia-termica&valor=0,50&unidad=W/m²K'
const article = '/normativa/cte/cte-db-he/he1-3-1-1'

/** Twenty tasks, in the order of the table. */
export const tasks: readonly Task[] = [
  {
    name: 'A verdict: a flat roof of 0,5 in Burgos at 1,000 m',
    start: '/',
    do: byLine('cubierta plana 0,5 en Burgos a 1000 m', /Burgos, 1000 m/),
    seen: heading('NO CUMPLE'),
  },
  {
    name: 'The limit of a façade in Burgos',
    start: '/',
    do: told('u fachada burgos'),
    seen: option(/Fachada · Transmitancia térmica · Burgos/, 'como máximo 0,37 W/m²K'),
  },
  { name: 'The radon zone of Ávila', start: '/', do: told('radón Ávila'), seen: option(/Ávila · Zona de radón/, 'Zona II') },
  { name: 'Section SI 3', start: '/', do: byLine('SI 3', /SI 3/), seen: heading(/SI 3 Evacuación de ocupantes/) },
  { name: 'A document by its short name', start: '/', do: byLine('DB-SUA', /Documento Básico SUA/), seen: heading(/Documento Básico SUA/) },
  { name: 'All the data of a municipality', start: '/', do: byLine('Ávila', /^Ávila \(05019\)/), seen: heading(/^Ávila/) },
  {
    name: 'An answer to a question, with its source',
    start: '/',
    do: byLine('¿Qué transmitancia máxima admite una cubierta plana en Burgos?', /^¿Qué transmitancia/),
    seen: (page) => link(page, /DB-HE \(2022\)/).waitFor(),
  },
  {
    name: 'Articles with certain words, from another page',
    start: '/normativa',
    async do(hands) {
      await hands.press(hands.page.getByRole('navigation').getByRole('link', { name: 'Buscar' }))
      await hands.type(hands.page.getByLabel('Buscar en los artículos'), 'rampa pendiente')
    },
    seen: (page) => page.locator('.results mark').first().waitFor(),
  },
  {
    name: 'The same in one document only',
    start: '/buscar?q=rampa',
    do: (hands) => hands.press(button(hands.page, /^DB-SUA /)),
    seen: (page) => page.getByRole('button', { name: /^DB-SUA /, pressed: true }).waitFor(),
  },
  {
    name: 'The next article',
    start: article,
    do: (hands) => hands.press(link(hands.page, /^Siguiente/)),
    seen: heading(/HE 1, 3\.1\.2/),
  },
  {
    name: 'A check of what an article limits',
    start: article,
    async do(hands) {
      await hands.press(link(hands.page, 'Comprobar Transmitancia límite de cubiertas en contacto con el aire exterior'))
      await hands.pick(combo(hands.page, 'Municipio'), '09059', /^Burgos/)
      await hands.type(hands.page.getByLabel('Valor', { exact: true }), '0,3')
      await hands.press(button(hands.page, 'Comprobar'))
    },
    seen: heading('CUMPLE'),
  },
  {
    name: 'Another value for a case',
    start: roof,
    async do(hands) {
      await hands.type(hands.page.getByLabel('Valor', { exact: true }), '0,3')
      await hands.press(button(hands.page, 'Comprobar'))
    },
    seen: heading(/^CUMPLE/),
  },
  {
    name: 'The datum that a verdict waits for',
    start: stair,
    do: (hands) => hands.choose(hands.page.getByLabel('Uso general o restringido de la zona'), 'Uso restringido'),
    async byKeys(hands) {
      // Keys pass other values on their way: none of them is taken for the answer.
      await hands.choose(hands.page.getByLabel('Uso general o restringido de la zona'), 'Uso restringido')
      await hands.press(button(hands.page, 'Comprobar'))
    },
    seen: heading(/^CUMPLE/),
  },
  {
    name: 'A project',
    start: '/proyectos',
    async do(hands) {
      await hands.type(hands.page.getByLabel('Nombre'), 'Casa del río')
      await hands.pick(combo(hands.page, 'Municipio'), '09059', /^Burgos/)
      await hands.press(button(hands.page, 'Crear'))
    },
    seen: heading('Casa del río'),
  },
  {
    name: 'One more check in a project',
    start: '{proyecto}',
    async do(hands) {
      const { page } = hands
      await hands.press(page.locator('summary', { hasText: 'Añadir una comprobación' }))
      await hands.pick(combo(page, 'Elemento'), 'cubierta plana', /^Cubierta plana/)
      await hands.pick(combo(page, 'Parámetro'), 'transmitancia', /^Transmitancia térmica/)
      await hands.type(page.locator('form', { hasText: 'Qué se mide' }).getByLabel('Valor', { exact: true }), '0,28')
      await hands.press(button(page, 'Añadir'))
    },
    seen: (page) => page.getByRole('row', { name: /Cubierta plana/ }).waitFor(),
  },
  {
    name: 'Another value in the grid of a project',
    start: '{proyecto}',
    async do(hands) {
      await hands.press(button(hands.page, /^Cambiar el valor de la comprobación 1/))
      await hands.type(hands.page.getByRole('dialog').getByLabel('Valor'), '28')
      await hands.press(hands.page.getByRole('dialog').getByRole('button', { name: 'Guardar' }))
    },
    async byKeys(hands) {
      // One press of Tab enters the grid, the arrows move in it.
      await inGrid(hands, /^Cambiar el valor de la comprobación 1/)
      await hands.type(hands.page.getByRole('dialog').getByLabel('Valor'), '28')
      await hands.press(hands.page.getByRole('dialog').getByLabel('Valor'))
    },
    seen: (page) => button(page, /^Cambiar el valor de la comprobación 1.*28/).waitFor(),
  },
  {
    name: 'Why a check of a project is undecided',
    start: '{proyecto}',
    do: (hands) => hands.press(button(hands.page, /^Detalle de la comprobación 1/)),
    byKeys: (hands) => inGrid(hands, /^Detalle de la comprobación 1/),
    seen: heading('Comprobación 1'),
  },
  {
    name: 'The ficha of a project in PDF',
    start: '{proyecto}',
    do: (hands) => hands.press(button(hands.page, 'Ficha justificativa (PDF)')),
    seen: (page) => page.waitForEvent('download'),
  },
  {
    name: 'All that binds a block of flats in Burgos',
    start: '/exigencias',
    async do(hands) {
      const { page } = hands
      await hands.pick(combo(page, 'Municipio'), '09059', /^Burgos/)
      await hands.choose(page.getByLabel(/^Uso del edificio/).first(), 'Residencial privado (vivienda)')
      await hands.choose(page.getByLabel(/^Tipo de intervención/).first(), 'Obra nueva')
      await hands.press(button(page, 'Ver las exigencias'))
    },
    seen: (page) => page.getByText(/[\d.]+ reglas en vigor en Burgos/).waitFor(),
  },
  {
    name: 'The pages in English',
    start: '/normativa',
    do: (hands) => hands.press(button(hands.page, 'English')),
    seen: heading('Regulations'),
  },
]

/** Presses a control of the grid, where Tab leads to a cell and the arrows to the next. */
async function inGrid(hands: Hands, name: RegExp): Promise<void> {
  const { page } = hands
  const target = button(page, name)
  await target.waitFor()
  const isInGrid = (): Promise<boolean> => page.evaluate(() => document.activeElement?.closest('[role="grid"]') !== null)
  for (let moves = 0; moves < 40 && !(await isInGrid()); moves += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Control+Home')
  const isFocused = (): Promise<boolean> => target.evaluate((one) => one === document.activeElement)
  for (let moves = 0; moves < 12 && !(await isFocused()); moves += 1) await page.keyboard.press('ArrowRight')
  await hands.press(target)
}
