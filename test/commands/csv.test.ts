import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { allUsages } from '../../server/usage/usages.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-csv-'))

const plomada = (...args: string[]) => as({}, ...args)

async function as(more: Readonly<Record<string, string>>, ...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const environment = { PLOMADA_DATA: join(folder, 'state'), PLOMADA_KB: inject('packFile'), ...more }
  const code = await runCli(args, { environment, out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** A printed text lacks its last line end. */
const rowsOf = (text: string): Record<string, string>[] =>
  parse(`${text.trimEnd()}\r\n`, { bom: true, delimiter: ';', columns: true, record_delimiter: '\r\n', skip_empty_lines: true })

const roof = ['--element', 'cubierta-plana', '--parameter', 'U', '--value', '0,5', '--unit', 'W/m²K', '--geo', 'Madrid']

test('every command that answers has --csv', async () => {
  const without = [...(await allUsages())].filter(([, { options }]) => options['csv'] === undefined).map(([name]) => name)
  // They serve, or write a script or a page of the manual.
  expect(without.sort()).toEqual(['completion', 'man', 'mcp', 'serve'])
})

describe('one thing is one row under the names of its fields', () => {
  const own = (...args: string[]) => as({ PLOMADA_DATA: join(folder, 'propia') }, ...args)
  test('an installation, its base, its key and its letterhead', async () => {
    const [base] = rowsOf((await own('kb', 'info', '--csv')).out)
    expect(base).toMatchObject({ id: 'plomada-es', origin: 'asked', file: inject('packFile') })
    expect(rowsOf((await own('kb', 'check', '--csv')).out)).toEqual([{ file: inject('packFile'), integrity: 'ok' }])
    expect(rowsOf((await own('whoami', '--csv')).out)).toEqual([{ kind: 'terminal' }])
    const key = JSON.parse((await own('certificate', 'key', '--json')).out) as { readonly key_id: string }
    expect(rowsOf((await own('certificate', 'key', '--csv')).out)).toMatchObject([{ key_id: key.key_id }])
    expect(rowsOf((await own('office', 'set', '--name', 'Estudio; Norte', '--csv')).out)).toMatchObject([{ name: 'Estudio; Norte' }])
    expect(rowsOf((await own('office', 'show', '--csv')).out)).toMatchObject([{ name: 'Estudio; Norte' }])
  })
  test('a key, as it is added and as it is itself', async () => {
    const [added] = rowsOf((await own('key', 'add', '--name', 'Obra', '--scope', 'read', '--csv')).out)
    expect(added).toMatchObject({ name: 'Obra', scopes: 'read', key: expect.stringMatching(/^plm_/) })
    const [self] = rowsOf((await as({ PLOMADA_DATA: join(folder, 'propia'), PLOMADA_KEY: String(added?.['key']) }, 'whoami', '--csv')).out)
    expect(self).toMatchObject({ kind: 'key', id: added?.['id'], name: 'Obra' })
  })
  test('the state of the audit, a backup, and what it restores', async () => {
    const { lines } = JSON.parse((await own('audit', 'verify', '--json')).out) as { readonly lines: number }
    expect(rowsOf((await own('audit', 'verify', '--csv')).out)).toMatchObject([{ lines: String(lines) }])
    const copy = join(folder, 'copia')
    expect(rowsOf((await own('backup', copy, '--csv')).out)).toMatchObject([{ file: copy, files: expect.stringContaining('plomada.db') }])
    const other = join(folder, 'otra')
    expect(rowsOf((await own('restore', copy, '--data', other, '--csv')).out)).toMatchObject([{ folder: other }])
  })
  test('a request for a time stamp, and a certificate', async () => {
    const file = join(folder, 'veredicto.json')
    await own('verify', ...roof, '--certificate', file)
    expect(rowsOf((await own('timestamp', 'request', file, '--csv')).out)).toEqual([{ request: `${file}.tsq` }])
    expect(rowsOf((await own('certificate', 'check', file, '--csv')).out)).toMatchObject([{ holds: 'sí', key_trusted: 'sí', same: 'sí' }])
  })
})

describe('a list without a row', () => {
  test('has its headings, and nothing that looks like a row', async () => {
    const empty = ['--data', join(folder, 'nuevo')]
    expect((await plomada('project', 'list', '--csv', ...empty)).out).toBe(
      '\uFEFFid;name;reference;geo_id;place;checks;revision;created_at;updated_at',
    )
    expect((await plomada('library', 'list', '--csv', ...empty)).out).toMatch(/^\uFEFFid;name;title;[^\n]*$/)
    expect((await plomada('search', 'xyzzyq', '--csv')).out).toMatch(/^\uFEFFcollection;document;[^\n]*$/)
    expect((await plomada('reglas', '--element', 'escalera', '--document', 'rite', '--csv')).out).toMatch(/^\uFEFFid;title;[^\n]*$/)
  })
})

test('the tables of an article are their own rows and columns, each under its heading', async () => {
  const { out } = await plomada('articulo', 'cte', 'cte-db-he', 'he1-3-1-1', '--csv')
  const lines: string[][] = parse(`${out.trimEnd()}\r\n`, { bom: true, delimiter: ';', record_delimiter: '\r\n', relax_column_count: true })
  const { tables } = JSON.parse((await plomada('articulo', 'cte', 'cte-db-he', 'he1-3-1-1', '--json')).out) as {
    readonly tables: readonly { readonly number: string; readonly header: string[]; readonly rows: string[][] }[]
  }
  expect(lines).toEqual(tables.flatMap(({ number, header, rows }) => [['table', ...header], ...rows.map((row) => [number, ...row])]))
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
