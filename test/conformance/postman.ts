import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Judged } from './server.ts'

const tools = join(import.meta.dirname, 'node_modules')

interface Report {
  readonly run: {
    readonly stats: { readonly assertions: { readonly total: number; readonly failed: number } }
    readonly failures: readonly {
      readonly source?: { readonly name?: string }
      readonly error: { readonly test?: string; readonly message: string }
    }[]
  }
}

/** Generates a Postman collection with contract tests (status, type, schema, headers) from the OpenAPI document with Portman, and runs it with Newman. */
export async function runPostman({ url, key, folder, documentFile }: Judged): Promise<readonly string[]> {
  const collection = join(folder, 'collection.json')
  const settings = join(folder, 'portman.json')
  const reportFile = join(folder, 'newman.json')
  writeFileSync(settings, JSON.stringify(settingsFor(await prepared(url, key))))
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
  return run.failures.map(({ source, error }) => `${source?.name ?? ''}: ${error.test ?? ''} ${error.message}`.slice(0, 500))
}

/** What the requests of the collection act on. */
interface Prepared {
  /** Read, replaced and deleted; and one that stays, with a photograph. */
  readonly project: string
  readonly kept: string
  readonly check: string
  readonly photo: string
  /** In the bin: one to recover, one to erase. */
  readonly recovered: string
  readonly erased: string
  readonly document: string
}

/** A file of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function prepared(url: string, key: string): Promise<Prepared> {
  const send = async (method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/v1/${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as Readonly<Record<string, unknown>>
  }
  const check = { element: 'cubierta-plana', parameter: 'U', value: '0,3', unit: 'W/m²K' }
  const make = async (): Promise<string> => String((await send('POST', 'proyectos', { name: 'Obra', geo_id: 'ES-28079', checks: [check] }))['id'])
  const [project, kept, recovered, erased] = [await make(), await make(), await make(), await make()]
  const { checks } = (await send('GET', `proyectos/${kept}`))['project'] as { readonly checks: readonly { readonly id: string }[] }
  const checkId = checks[0]?.id ?? ''
  const photo = String((await send('POST', `proyectos/${kept}/fotos`, { check: checkId, content: pixel }))['id'])
  for (const id of [recovered, erased]) await send('DELETE', `proyectos/${id}`)
  const file = Buffer.from('# Ordenanza\n\nEl vuelo de un balcón.\n').toString('base64')
  const { document } = await send('POST', 'biblioteca', { name: 'ordenanza.md', file })
  return { project, kept, check: checkId, photo, recovered, erased, document: (document as { readonly id: string }).id }
}

function settingsFor({ project, kept, check, photo, recovered, erased, document }: Prepared): unknown {
  const everything = { openApiOperation: '*::/*' }
  const on = (openApiOperation: string, variables: Readonly<Record<string, string>>): unknown => ({
    openApiOperation,
    overwriteRequestPathVariables: Object.entries(variables).map(([key, value]) => ({ key, value, overwrite: true })),
  })
  const sent = (openApiOperation: string, fields: Readonly<Record<string, unknown>>): unknown => ({
    openApiOperation,
    overwriteRequestBody: Object.entries(fields).map(([key, value]) => ({ key, value, overwrite: true })),
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
          ],
          statusSuccess: { enabled: true },
          contentType: { enabled: true },
          jsonBody: { enabled: true },
          schemaValidation: { enabled: true },
          headersPresent: { enabled: true },
        },
      ],
    },
    overwrites: [
      on('*::/api/v1/proyectos/{id}', { id: project }),
      on('*::/api/v1/proyectos/{id}/revisiones', { id: kept }),
      on('*::/api/v1/proyectos/{id}/revisiones/{revision}', { id: kept, revision: '1' }),
      on('*::/api/v1/proyectos/{id}/revisiones/{revision}/cambios', { id: kept, revision: '1' }),
      on('*::/api/v1/proyectos/{id}/revisiones/{revision}/restaurar', { id: kept, revision: '1' }),
      on('*::/api/v1/proyectos/{id}/fotos', { id: kept }),
      on('*::/api/v1/proyectos/{id}/fotos/{photo}', { id: kept, photo }),
      on('POST::/api/v1/papelera/{id}/recuperar', { id: recovered }),
      on('DELETE::/api/v1/papelera/{id}', { id: erased }),
      on('*::/api/v1/biblioteca/{id}*', { id: document }),
      on('*::/api/v1/biblioteca/{id}/*', { id: document }),
      on('GET::/api/v1/biblioteca/{id}/paginas/{page}', { id: document, page: '1' }),
      // Portman sends `Accept` with the first type of the answer: the body must ask for the same type.
      sent('POST::/api/v1/ficha', { format: 'pdf' }),
      sent('POST::/api/v1/ifc', { format: 'html' }),
      sent('PUT::/api/v1/proyectos/{id}', { revision: 1 }),
      sent('POST::/api/v1/proyectos/{id}/revisiones/{revision}/restaurar', { current: 1 }),
      sent('POST::/api/v1/proyectos/{id}/fotos', { check, content: pixel }),
      sent('POST::/api/v1/biblioteca', { name: 'ficha.md', file: Buffer.from('# Ficha\n').toString('base64') }),
    ],
  }
}
