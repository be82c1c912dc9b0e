import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { allUsages } from '../../server/usage/usages.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-csv-'))

async function plomada(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const environment = { PLOMADA_DATA: join(folder, 'state'), PLOMADA_KB: inject('packFile') }
  const code = await runCli(args, { environment, out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** A printed text lacks its last line end. */
const rowsOf = (text: string): Record<string, string>[] =>
  parse(`${text.trimEnd()}\r\n`, { bom: true, delimiter: ';', columns: true, record_delimiter: '\r\n', skip_empty_lines: true })

const roof = ['--element', 'cubierta-plana', '--parameter', 'U', '--value', '0,5', '--unit', 'W/m²K', '--geo', 'Madrid']

test('every command whose answer is a table or a verdict has --csv', async () => {
  const without = [...(await allUsages())].filter(([, { options }]) => options['csv'] === undefined).map(([name]) => name)
  // They print one thing, write files, or serve.
  expect(without.sort()).toEqual(['completion', 'man', 'mcp', 'office', 'restore', 'serve', 'timestamp', 'whoami'])
})

describe('audit export --csv', () => {
  test('has the fields of each line as columns, and runs no formula', async () => {
    await plomada('key', 'add', '--name', '=1+1')
    const lines = (await plomada('audit', 'export')).out.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
    const { code, out } = await plomada('audit', 'export', '--csv')
    expect(code).toBe(0)
    const rows = rowsOf(out)
    expect(rows.map(({ seq, hash, operation }) => [Number(seq), hash, operation])).toEqual(
      lines.map(({ seq, hash, operation }) => [seq, hash, operation]),
    )
    expect(rows.at(0)).toMatchObject({ who: 'terminal', operation: 'key add', key_id: '' })
    expect(out).not.toMatch(/(^|;|")=/m)
  })
  test('is written to a file, and counts the lines without their headings', async () => {
    const file = join(folder, 'registro.csv')
    const { code, err } = await plomada('audit', 'export', '--csv', '--out', file)
    expect({ code, err }).toEqual({
      code: 0,
      err: `${file}: ${rowsOf(readFileSync(file, 'utf8')).length === 1 ? '1 línea' : `${rowsOf(readFileSync(file, 'utf8')).length} líneas`}`,
    })
    expect(readFileSync(file, 'utf8')).toMatch(/^\uFEFFseq;node;at;who;/)
  })
})

test('a verdict is a row, under the headings of the results of a table, with its exit code', async () => {
  const { code, out } = await plomada('verify', ...roof, '--csv')
  expect(code).toBe(3)
  expect(rowsOf(out)).toEqual([
    expect.objectContaining({ elemento: 'cubierta-plana', valor: '0,5', resultado: 'NO CUMPLE', limite: '0,35', norma: 'cte-db-he' }),
  ])
})

test('the conditions of a pair, and an answer with its sources', async () => {
  expect(rowsOf((await plomada('describe', 'escalera', 'huella', '--csv')).out).map(({ field }) => field)).toContain('tipo_uso')
  const [answer, ...others] = rowsOf((await plomada('ask', 'huella mínima de una escalera de uso general en Madrid', '--csv')).out)
  expect(others).toEqual([])
  expect(answer).toMatchObject({ query: expect.stringContaining('huella'), sources: expect.stringContaining('cte-db-sua (2022)') })
})

test('what a model complies with, as the report of --out', async () => {
  const file = join(folder, 'informe.csv')
  const { out } = await plomada('ifc', 'test/fixtures/ifc/piso.ifc', '--geo', 'Madrid', '--csv', '--out', file)
  expect(out).toBe(readFileSync(file, 'utf8').trimEnd())
  expect(rowsOf(out).length).toBeGreaterThan(20)
})

test('batch and ficha take it for --format csv', async () => {
  const checks = join(folder, 'a.ndjson')
  writeFileSync(checks, '{"element":"cubierta-plana","parameter":"U","value":0.5,"unit":"W/m²K","geo_id":"ES-28079"}\n')
  expect((await plomada('batch', checks, '--csv')).out).toBe((await plomada('batch', checks, '--format', 'csv')).out)
  const project = join(folder, 'casa.json')
  writeFileSync(project, '{"name":"Casa","geo_id":"ES-28079","checks":[]}')
  const file = join(folder, 'casa.csv')
  await plomada('ficha', project, '--csv', '--out', file)
  expect(readFileSync(file, 'utf8')).toMatch(/^\uFEFF"?n\.º/)
})
