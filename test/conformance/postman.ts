import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Prepared, pixel, prepare } from './prepare.ts'
import type { Judged } from './server.ts'

const tools = join(import.meta.dirname, 'node_modules')

interface Report {
  readonly run: {
    readonly executions: readonly { readonly item: { readonly name: string }; readonly response?: { readonly stream?: unknown } }[]
    readonly stats: { readonly assertions: { readonly total: number; readonly failed: number } }
    readonly failures: readonly {
      readonly source?: { readonly name?: string }
      readonly error: { readonly test?: string; readonly message: string }
    }[]
  }
}

/** Generates a Postman collection with contract tests (status, type, schema, headers) from the OpenAPI document with Portman, and runs it with Newman. */
export async function runPostman(judged: Judged): Promise<readonly string[]> {
  const { url, key, folder, documentFile } = judged
  const collection = join(folder, 'collection.json')
  const settings = join(folder, 'portman.json')
  const reportFile = join(folder, 'newman.json')
  writeFileSync(settings, JSON.stringify(settingsFor(await prepare(judged))))
  execFileSync(
    process.execPath,
    [
      join(tools, '@apideck', 'portman', 'bin', 'portman'),
      '-l',
      documentFile,
      '-b',
      url,
      '-c',
      settings,
      '-o',
      collection,
      '--envFile',
      join(folder, 'none.env'),
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] },
  )
  spawnSync(
    process.execPath,
    [
      join(tools, 'newman', 'bin', 'newman.js'),
      'run',
      collection,
      '--env-var',
      `bearerToken=${key}`,
      // A script that checks a large schema takes long on a busy machine.
      '--timeout-script',
      '300000',
      '--reporters',
      'json',
      '--reporter-json-export',
      reportFile,
    ],
    { cwd: folder, stdio: 'inherit' },
  )
  const { run } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  console.log(`  Newman: ${run.stats.assertions.total} assertions, ${run.stats.assertions.failed} failed`)
  if (run.stats.assertions.total === 0) return ['no assertion was made']
  return run.failures.map(
    ({ source, error }) => `${source?.name ?? ''}: ${error.test ?? ''} ${error.message}`.slice(0, 500) + detailOf(run, source?.name),
  )
}

/** What the service said to a request, if that was a problem. */
function detailOf({ executions }: Report['run'], name: string | undefined): string {
  const { data } = (executions.find(({ item }) => item.name === name)?.response?.stream ?? {}) as { readonly data?: readonly number[] }
  const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(Buffer.from(data ?? []).toString('utf8'))?.[1]
  return detail === undefined ? '' : ` [${detail.slice(0, 300)}]`
}

function settingsFor({ project, kept, check, photo, recovered, erased, document, removed, model }: Prepared): unknown {
  const everything = { openApiOperation: '*::/*' }
  // The original of a document has the media type of its kind, which is not one type.
  const original = 'GET::/api/v1/biblioteca/{id}/fichero'
  const on = (openApiOperation: string, variables: Readonly<Record<string, string>>): unknown => ({
    openApiOperation,
    overwriteRequestPathVariables: Object.entries(variables).map(([key, value]) => ({ key, value, overwrite: true })),
  })
  const sent = (openApiOperation: string, fields: Readonly<Record<string, unknown>>): unknown => ({
    openApiOperation,
    // What is undefined is left out: Portman invents a value for every field.
    overwriteRequestBody: Object.entries(fields).map(([key, value]) =>
      value === undefined ? { key, remove: true } : { key, value, overwrite: true },
    ),
  })
  return {
    version: 1,
    globals: { securityOverwrites: { bearer: { token: '{{bearerToken}}' } } },
    tests: {
      contractTests: [
        {
          ...everything,
          // These answer with an error here: there is no signed pack, no previous base, and the caller is not the desktop.
          excludeForOperations: [
            'POST::/api/v1/admin/base',
            'POST::/api/v1/admin/base/rollback',
            'POST::/api/v1/admin/base/trusted-keys',
            'POST::/api/v1/admin/lan',
            original,
          ],
          statusSuccess: { enabled: true },
          contentType: { enabled: true },
          jsonBody: { enabled: true },
          schemaValidation: { enabled: true },
          headersPresent: { enabled: true },
        },
        { openApiOperation: original, statusSuccess: { enabled: true }, headersPresent: { enabled: true } },
      ],
    },
    overwrites: [
      on('*::/api/v1/proyectos/{id}', { id: project }),
      on('*::/api/v1/proyectos/{id}/revisiones', { id: kept }),
      on('*::/api/v1/proyectos/{id}/revisiones/{revision}', { id: kept, revision: '1' }),
      on('*::/api/v1/proyectos/{id}/revisiones/{revision}/cambios', { id: kept, revision: '2' }),
      on('*::/api/v1/proyectos/{id}/revisiones/{revision}/restaurar', { id: kept, revision: '1' }),
      on('*::/api/v1/proyectos/{id}/fotos', { id: kept }),
      on('*::/api/v1/proyectos/{id}/fotos/{photo}', { id: kept, photo }),
      on('POST::/api/v1/papelera/{id}/recuperar', { id: recovered }),
      on('DELETE::/api/v1/papelera/{id}', { id: erased }),
      on('DELETE::/api/v1/biblioteca/{id}', { id: removed }),
      on('*::/api/v1/biblioteca/{id}/*', { id: document }),
      on('GET::/api/v1/biblioteca/{id}/paginas/{page}', { id: document, page: '1' }),
      // Portman sends `Accept` with the first type of the answer: the body must ask for the same type.
      sent('POST::/api/v1/ficha', { format: 'pdf' }),
      sent('POST::/api/v1/ifc', { format: 'html', model, geo_id: 'ES-28079', map: undefined, context: undefined }),
      sent('PUT::/api/v1/proyectos/{id}', { revision: 1 }),
      sent('POST::/api/v1/proyectos/{id}/revisiones/{revision}/restaurar', { current: 2 }),
      sent('POST::/api/v1/proyectos/{id}/fotos', { check, content: pixel, added_at: undefined }),
      sent('POST::/api/v1/biblioteca', { name: 'ficha.md', file: Buffer.from('# Ficha\n').toString('base64') }),
    ],
  }
}
