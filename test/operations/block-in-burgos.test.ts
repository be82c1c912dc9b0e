import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readPdf } from '../read-pdf.ts'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
const fixture = (name: string): string => readFileSync(`test/fixtures/${name}`, 'utf8')

/** A block of 24 dwellings with a shop and a car park in Burgos, with sixty checks. */
const project = JSON.parse(fixture('bloque-burgos.json')) as Json & { checks: Json[]; parts: Json[] }

/** What each check gives, read by a person in the text of the norm before any answer of the program; `text` is the sentence or the row of the table. */
const readings = fixture('bloque-burgos-lecturas.csv')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [id = '', result = '', document = '', section = '', ...text] = line.split(';')
    return { id, result, document, section, text: text.join(';') }
  })

interface Check extends Json {
  readonly id: string
  readonly document: string
  readonly result: string
  readonly rules: readonly { readonly regulation: { readonly document: string; readonly section: string; readonly section_title: string } }[]
}

const ficha = async (format: string): Promise<Response> => service.post('/api/v1/ficha', { project, format, issued_on: '2026-11-23' })
const model = async (): Promise<Json & { checks: Check[] }> => (await bodyOf(await ficha('json'))) as Json & { checks: Check[] }

describe('a block of 24 dwellings with a shop and a car park in Burgos', () => {
  test('sixty checks give what the texts of the norms say, under the section that says it', async () => {
    expect(readings).toHaveLength(60)
    expect(project.checks.map(({ id }) => id)).toEqual(readings.map(({ id }) => id))
    const { checks } = await model()
    const given = readings.map(({ id, section }) => {
      const check = checks.find((one) => one.id === id)
      const { document, section: cited = '' } = check?.rules[0]?.regulation ?? {}
      return { id, result: check?.result, document, section: cited.includes(section) ? section : cited }
    })
    expect(given).toEqual(readings.map(({ id, result, document, section }) => ({ id, result, document, section })))
    expect(new Set(readings.map(({ result }) => result))).toEqual(new Set(['COMPLIANT', 'NON_COMPLIANT']))
  })

  test('each check is of a requirement that applies to the building or depends on data, in a part with that use', async () => {
    const { geo_id, context, parts, absent, as_of } = project
    const sheet = await bodyOf(await service.post('/api/v1/exigencias/tabla', { geo_id, context, parts, absent, as_of, format: 'json' }))
    const items = sheet['items'] as { elements: { id: string }[]; parameter: { id: string }; standing: string; outcomes: { parts: string[] }[] }[]
    const { total, ...counts } = sheet['summary'] as Record<string, number>
    expect(items).toHaveLength(total ?? 0)
    expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(total)
    for (const { outcomes } of items)
      expect(outcomes.flatMap(({ parts: names }) => names).toSorted()).toEqual(['', ...parts.map(({ name }) => name)].toSorted())
    const bound = items.filter(({ standing }) => standing === 'applies' || standing === 'depends')
    const { book } = service.kb
    const stray = project.checks.filter(
      ({ element, parameter }) =>
        !bound.some((one) => one.parameter.id === parameter && one.elements.some(({ id }) => book.elements.boundBy(String(element)).includes(id))),
    )
    expect(stray.map(({ id }) => id)).toEqual([])
  })

  test('the ficha counts what the checks cover and leaves nothing out', async () => {
    const { checks, summary, requirements } = await model()
    const expected = (result: string): number => readings.filter((one) => one.result === result).length
    expect(summary).toEqual({ total: 60, compliant: expected('COMPLIANT'), non_compliant: expected('NON_COMPLIANT'), undecided: 0 })
    expect([...new Set(checks.map(({ document }) => document.split('.')[0]))]).toEqual(
      ['SI', 'SUA', 'HS', 'HR', 'HE'].map((name) => `Documento Básico ${name}`),
    )
    const rows = requirements as { document: string; applies: number; depends: number; checked: number; open: { count: number }[] }[]
    for (const { document, checked } of rows.slice(0, 5)) {
      const own = checks.filter((one) => one.document === document)
      expect(checked).toBeGreaterThanOrEqual(new Set(own.map(({ element, parameter }) => `${element}|${parameter}`)).size)
    }
  })

  test('the ficha on paper has all sixty, each once, under its document', async () => {
    const { pages } = await readPdf(new Uint8Array(await (await ficha('pdf')).arrayBuffer()))
    const text = pages.join(' ').replace(/\s+/g, ' ')
    const { checks } = await model()
    for (const { number, element, parameter } of checks)
      expect(text.split(`N.º ${String(number)} ${String(element)} · ${String(parameter)}`), String(number)).toHaveLength(2)
    expect(text).not.toMatch(/\uFFFD|undefined|\[object/)
    expect(text.split('Sin comprobación: ').length - 1).toBeGreaterThanOrEqual(5)
  })
})
