import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { apiFile, clientApi } from '../../scripts/client/generate.ts'
import { openApiDocument } from '../../server/api/openapi.ts'
import { createClient, PlomadaError } from '../../server/client/index.ts'
import { said } from '../conformance/server.ts'

const roof = { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.5, unit: 'W/m²K', geo_id: 'ES-28079' }
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** The real server in a process of its own, and a key for it. */
async function startServer(...more: string[]): Promise<{ readonly url: string; readonly key: string }> {
  const data = mkdtempSync(join(tmpdir(), 'plomada-client-'))
  const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts')
  const child = spawn(process.execPath, [main, 'serve', '--quiet', '--port', '0', '--data', data, '--kb', inject('packFile'), ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const url = await said(child, /^listening on (\S+)$/m)
  const issued = execFileSync(process.execPath, [main, 'key', 'add', '--name', 'cliente', '--json', '--data', data], { encoding: 'utf8' })
  return { url, key: (JSON.parse(issued) as { readonly key: string }).key }
}

/** A server that answers as it is told. */
async function pretend(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The error that a promise is rejected with. */
async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('the types of the client are those of the OpenAPI document: `npm run client` writes them', async () => {
  expect(readFileSync(apiFile, 'utf8')).toBe(clientApi(await openApiDocument(undefined)))
})

describe('the client over a socket', () => {
  test('verifies, reads, searches, stores and takes files, with fields of path, query and body', async () => {
    const client = createClient({ ...(await startServer()), language: 'en' })
    const verdict = await client.verify(roof)
    expect([verdict.result_status, verdict.limit_value, verdict.sources[0]?.code_slug]).toEqual(['NON_COMPLIANT', 0.35, 'cte-db-he'])
    expect((await client.verify({ ...roof, value: '0.35000000000000000001' })).is_compliant).toBe(false)
    expect((await client.getGeo({ municipio: 'Alcalá de Henares' })).climate_zone).toBe('D3')
    expect((await client.search({ q: 'cubierta', limit: 3 })).items).toHaveLength(3)
    expect((await client.getMeta()).kb.version).toBe(verdict.kb.version)
    const { geo_id, ...check } = roof
    const project = { name: 'Obra', geo_id, checks: [{ ...check, id: '1' }] }
    const { id, revision } = await client.createProject(project)
    expect((await client.replaceProject({ id, revision, project: { ...project, name: 'Otra' } })).project.name).toBe('Otra')
    const pdf = await client.send('makeFicha', { project, format: 'pdf' })
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await client.makeFicha({ project })).summary).toMatchObject({ total: 1, non_compliant: 1 })
  })
  test('throws problems as errors with their code, candidates and missing data', async () => {
    const { url, key } = await startServer()
    const open = { element: 'envolvente-termica', parameter: 'K', value: 0.4, unit: 'W/m²K', geo_id: 'ES-28079' }
    const error = await errorOf(createClient({ url, key }).verify(open))
    expect(error).toBeInstanceOf(PlomadaError)
    expect(error).toMatchObject({
      status: 422,
      code: 'indeterminate',
      problem: { missing: expect.arrayContaining([expect.objectContaining({ field: 'uso' })]) },
    })
    expect(await errorOf(createClient({ url }).getMeta())).toMatchObject({ status: 401, code: 'key-missing' })
    // A dot segment would be another operation.
    expect(await errorOf(createClient({ url, key }).getProject({ id: '..' }))).toMatchObject({ status: 404 })
  })
  test('says at once that the allowance is used up, where the wait is longer than it may be', async () => {
    const client = createClient({ ...(await startServer('--rate', '1')), mostWaitMs: 10 })
    await client.getMeta()
    expect(await errorOf(client.getMeta())).toMatchObject({ status: 429, code: 'rate-limited' })
  })
})

describe('the client and a server that asks to wait', () => {
  const limited = (seconds: number, times: number) => {
    const asked: string[] = []
    const url = pretend((request, response) => {
      asked.push(String(request.url))
      if (asked.length <= times)
        response.writeHead(429, { 'Retry-After': String(seconds), 'Content-Type': 'application/problem+json' }).end('{"code":"rate-limited"}')
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"service":"plomada"}')
    })
    return { asked, url }
  }

  test('sends the request again after the time that it says', async () => {
    const { asked, url } = limited(1, 1)
    const started = performance.now()
    expect(await createClient({ url: await url }).getMeta()).toEqual({ service: 'plomada' })
    expect(performance.now() - started).toBeGreaterThan(990)
    expect(asked).toEqual(['/api/v1/meta', '/api/v1/meta'])
  })
  test('gives up after the retries that it may make', async () => {
    const { asked, url } = limited(0, 9)
    expect(await errorOf(createClient({ url: await url, retries: 2 }).getMeta())).toMatchObject({ status: 429 })
    expect(asked).toHaveLength(3)
  })
  test('stops at once when it is told to, also while it waits', async () => {
    const { asked, url } = limited(30, 9)
    const controller = new AbortController()
    const started = performance.now()
    const given = errorOf(createClient({ url: await url }).getMeta({}, { signal: controller.signal }))
    setTimeout(() => controller.abort(new Error('enough')), 200)
    expect(await given).toMatchObject({ message: 'enough' })
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(asked).toHaveLength(1)
  })
  test('sends nothing again that may have been carried out, and says the status of an answer that is no problem', async () => {
    const asked: string[] = []
    const url = await pretend((request, response) => {
      asked.push(String(request.method))
      response.writeHead(502, { 'Content-Type': 'text/html', 'Retry-After': '0' }).end('<h1>Bad gateway</h1>')
    })
    expect(await errorOf(createClient({ url }).verify(roof))).toMatchObject({ status: 502, problem: undefined, message: 'Answered with status 502' })
    expect(asked).toEqual(['POST'])
  })
})

test('is built as JavaScript with its types, and loads as plomada/client', () => {
  const root = join(import.meta.dirname, '..', '..')
  const built = spawnSync(process.execPath, ['scripts/client.ts', 'build'], { cwd: root, encoding: 'utf8' })
  expect(built.status, built.stdout + built.stderr).toBe(0)
  const program = `const { createClient } = await import('plomada/client'); console.log(typeof createClient({ url: 'http://x' }).verify)`
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root, encoding: 'utf8' })
  expect(ran.stdout, ran.stderr).toBe('function\n')
  const types = readFileSync(join(root, '.cache', 'client', 'index.d.ts'), 'utf8')
  expect(types).toContain("from './client.js'")
}, 180_000)
