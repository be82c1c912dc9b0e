import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { schemaOf } from '../../server/api/json-schema.ts'
import { runCli } from '../../server/cli.ts'
import { columns } from '../../server/commands/text-table.ts'
import { operationList } from '../../server/operations/index.ts'
import { fieldLabels } from '../../server/usage/field-labels.ts'
import { fieldTexts } from '../../server/usage/field-texts.ts'
import { operationCommands } from '../../server/usage/operation-commands.ts'
import type { Json } from '../service.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-operation-'))

async function plomada(args: readonly string[], more: { readonly width?: number; readonly answers?: readonly string[] } = {}) {
  const out: string[] = []
  const err: string[] = []
  const answers = [...(more.answers ?? [])]
  const question = more.answers === undefined ? undefined : async () => answers.shift() ?? ''
  const environment = { PLOMADA_DATA: folder, PLOMADA_KB: inject('packFile') }
  const code = await runCli(args, { environment, width: more.width, question, out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
const json = async (...args: string[]) => JSON.parse((await plomada([...args, '--json'])).out) as Json

describe('a command made from an operation', () => {
  test('exists for every operation that reads the knowledge base', async () => {
    const own = {
      search: 'search',
      describeParameter: 'describe',
      listProjects: 'project',
      getProject: 'project',
      listRevisions: 'project history',
      getRevision: 'project undo',
      compareRevisions: 'project history',
      listDeletedProjects: 'project bin',
      getOffice: 'office',
      makeChecksTemplate: 'batch --template',
      readLine: 'ask',
      // Of the pages: images, and the copy that a phone keeps.
      listPhotos: 'the page of a project',
      getPhoto: 'the page of a project',
      getDeviceCopy: 'the page Sin conexión',
    }
    const made = (await Promise.all(Object.values(operationCommands).flatMap(({ operations }) => operations.map((load) => load())))).map(
      ({ name }) => name,
    )
    const reading = operationList.filter(({ method, scope }) => method === 'GET' && scope === 'read').map(({ name }) => name)
    expect(reading.filter((name) => !made.includes(name) && !(name in own))).toEqual([])
  })
  test('has words for every field that it takes or shows', async () => {
    const loaded = await Promise.all(Object.values(operationCommands).flatMap(({ operations }) => operations.map((load) => load())))
    expect(loaded.flatMap(({ input }) => Object.keys(input.shape)).filter((field) => !(field in fieldTexts))).toEqual([])
    const shown = new Set(loaded.flatMap(({ output }) => fieldsIn(schemaOf(output, 'output'))))
    expect([...shown].filter((field) => !(field in fieldLabels) && field !== 'items' && field !== 'header' && field !== 'rows')).toEqual([])
  })
  test.each([
    [['geo', 'Madrid'], 'Zona climática: D3'],
    [['municipios', '--provincia', '52'], 'Melilla'],
    [['zonas', '--zone', 'radon_zone'], 'ES-28079'.slice(3)],
    [['elementos'], 'cubierta-plana'],
    [['condiciones'], 'altitud_m'],
    [['reglas', '--document', 'cte-db-he', '--limit', '3'], 'cte-db-he'],
    [['limites', '--element', 'cubierta plana', '--parameter', 'U', '--geo', 'Madrid'], '0,35'],
    [['normativa'], 'cte'],
    [['normativa', 'cte'], 'cte-db-he'],
    [['normativa', 'cte', 'cte-db-he'], 'HE 1'],
    [['diff', 'cte', 'cte-db-he', '--from', '2019', '--to', '2022'], 'Apartados'],
    [['meta'], 'plomada-es'],
  ])('%j', async (args, shown) => {
    const { code, out, err } = await plomada(args)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(shown)
    expect(out).not.toMatch(/\[object|undefined/)
  })
  test('prints a section with its tables', async () => {
    expect((await plomada(['articulo', 'cte', 'cte-db-he', 'he1-3-1-1'])).out).toMatch(/Tabla 3\.1\.1\.a[\s\S]* 0,35 /)
  })
  test('gives the answer of the API as JSON, and its list as CSV', async () => {
    expect(await json('geo', 'ES-28079')).toMatchObject({ geo_id: 'ES-28079', climate_zone: 'D3' })
    const { out } = await plomada(['municipios', '--provincia', '52', '--csv'])
    expect(out).toMatch(/^\ufeffgeo_id;ine;name;provincia;ccaa;climate_zone\r\nES-52001;52001;Melilla;/)
  })
  test('a wrong name gives the code and the candidates of the API', async () => {
    expect(await plomada(['geo', 'Madri'])).toMatchObject({ code: 1, err: expect.stringMatching(/unknown-municipality[\s\S]*Quizá: .*Madrid/) })
    expect(await plomada(['normativa', 'cte', 'cte-db-xx'])).toMatchObject({ code: 1, err: expect.stringContaining('unknown-document') })
    expect(await plomada(['zonas', '--zone', 'nada'])).toMatchObject({ code: 2, err: expect.stringContaining('climate_zone') })
  })
})

describe('--geo by name', () => {
  const roof = 'verify --element cubierta-plana --parameter U --value 0,3 --unit W/m²K'.split(' ')
  test('is the same as its code', async () => {
    const [byName, byCode] = await Promise.all([plomada([...roof, '--geo', 'Madrid', '--json']), plomada([...roof, '--geo', 'ES-28079', '--json'])])
    expect(byName).toEqual(byCode)
  })
  test('of several asks which one at a terminal, and names them elsewhere', async () => {
    expect(await plomada([...roof, '--geo', 'Mieres'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--geo: Hay 2 municipios llamados «Mieres».*ES-17/),
    })
    const asked = await plomada([...roof, '--geo', 'Mieres'], { answers: ['2'] })
    expect(asked.err).toMatch(/Hay 2 municipios llamados «Mieres»:\n {2}1 {2}Mieres \(.*\)\n {2}2 {2}Mieres/)
    expect(asked.code).not.toBe(2)
    expect(asked.out).toContain('Mieres')
    expect((await plomada([...roof, '--geo', 'Mieres'], { answers: ['7'] })).code).toBe(2)
  })
  test('of none offers those like it at a terminal, and names them elsewhere', async () => {
    const args = ['--geo', 'Villanueva de la Sagra']
    expect(await plomada([...roof, ...args])).toMatchObject({ code: 2, err: expect.stringMatching(/quizá: .*\(.*ES-\d{5}\)/) })
    const asked = await plomada([...roof, ...args], { answers: ['1'] })
    const [, offered] = /Ningún municipio se llama «Villanueva de la Sagra»\. Quizá uno de estos:\n {2}1 {2}(.*) \(/.exec(asked.err) ?? []
    expect(asked.out).toContain(offered ?? 'nothing offered')
    expect((await plomada([...roof, ...args], { answers: [''] })).code).toBe(2)
    expect((await plomada(['geo', 'Villanueva de la Sagra'], { answers: ['1'] })).out).toContain(offered ?? 'nothing offered')
    expect((await plomada(['geo', 'Villanueva de la Sagra'], { answers: ['Madrid'] })).out).toContain('28079')
    expect((await plomada(['geo', 'Madrid'], { answers: [] })).out).toContain('28079')
    expect((await plomada(['geo', '28079'], { answers: [] })).out).toContain('Madrid')
  })
  test('works for a question, a description and the requirements', async () => {
    expect((await plomada(['describe', 'escalera', 'contrahuella', '--geo', 'Madrid'])).code).toBe(0)
    expect((await plomada(['ask', '¿Qué transmitancia máxima admite una cubierta plana?', '--geo', 'Madrid'])).out).toContain('0,35')
    expect((await plomada(['exigencias', '--geo', 'Madrid', '--standing', 'depends'])).code).toBe(0)
  })
})

describe('a table', () => {
  const rows = [
    ['uno', 'un texto que es bastante más largo que los otros'],
    ['dos', 'corto'],
  ]
  test('is wrapped to the terminal without losing a word', () => {
    const text = columns(['clave', 'texto'], rows, 30)
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(30)
    expect(text.replace(/\s+/g, ' ')).toContain('un texto que es bastante más largo que los otros')
  })
  test('has one line a row where it fits or goes to a file', () => {
    expect(columns(['clave', 'texto'], rows).split('\n')).toHaveLength(3)
  })
})

/** The names of all fields in a schema. */
function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(fieldsIn)
  const { properties, ...rest } = schema as Readonly<Record<string, unknown>>
  const own =
    typeof properties === 'object' && properties !== null ? Object.entries(properties).flatMap(([name, one]) => [name, ...fieldsIn(one)]) : []
  return [...own, ...Object.values(rest).flatMap(fieldsIn)]
}
