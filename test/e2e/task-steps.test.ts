import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executablePath, openSite, type Site } from './browser.ts'
import { keyboard, mouse } from './hands.ts'
import { tasks } from './tasks.ts'

let site: Site

/** The steps of each task by mouse and by keyboard, from the table of renderer/README.md. */
const steps = new Map(
  [...readFileSync('renderer/README.md', 'utf8').matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \|$/gm)].map(([, name = '', byMouse, byKeys]) => [
    name,
    { mouse: Number(byMouse), keyboard: Number(byKeys) },
  ]),
)

describe.skipIf(executablePath === undefined)('tasks with counted steps', () => {
  beforeAll(async () => {
    site = await openSite()
  }, 60_000)
  afterAll(() => site?.close())

  test('there are twenty, each with its row; a verdict takes two steps and one line', () => {
    expect(tasks).toHaveLength(20)
    expect([...steps.keys()]).toEqual(tasks.map(({ name }) => name))
    const [verdict] = steps.values()
    expect(verdict?.mouse).toBeLessThanOrEqual(2)
    expect(verdict?.keyboard).toBeLessThanOrEqual(2)
  })

  test.concurrent.each([
    ['mouse', mouse],
    ['keyboard', keyboard],
  ] as const)(
    'by %s: each is done in the steps of the table',
    async (kind, handsOn) => {
      const checks = [{ id: 'a', element: 'escalera', parameter: 'huella', value: 27, unit: 'cm' }]
      const counted: Record<string, number> = {}
      await site.visit('wide', '/', async (page) => {
        // Signed in: from here on the session keeps.
        await page.getByLabel('¿Qué quiere comprobar?').waitFor()
        await page.waitForLoadState('networkidle')
        for (const task of tasks) {
          const made = await site.service.post('/api/v1/proyectos', { name: 'Pasos', geo_id: 'ES-28079', checks })
          const { id } = (await made.json()) as { id: string }
          await page.goto(`${site.url}${task.start.replace('{proyecto}', `/proyectos/${id}`)}`)
          await page.locator('main :is(h1, input)').first().waitFor()
          await page.waitForLoadState('networkidle')
          const hands = handsOn(page)
          const seen = task.name.includes('PDF') ? task.seen(page) : undefined
          try {
            await (kind === 'keyboard' ? (task.byKeys ?? task.do) : task.do)(hands)
            await (seen ?? task.seen(page))
          } catch (error) {
            throw new Error(`${task.name}, after ${hands.steps} steps`, { cause: error })
          }
          counted[task.name] = hands.steps
        }
      })
      console.log(`by ${kind}: ${JSON.stringify(Object.values(counted))}`)
      expect(counted).toEqual(Object.fromEntries([...steps].map(([name, row]) => [name, row[kind]])))
    },
    300_000,
  )
})
