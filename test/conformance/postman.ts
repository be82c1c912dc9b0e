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
  // The examples need an existing project, which is then read, replaced and deleted.
  const made = await fetch(`${url}/api/v1/proyectos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Obra', geo_id: 'ES-28079', checks: [] }),
  })
  const { id, revision } = (await made.json()) as { id: string; revision: number }
  writeFileSync(settings, JSON.stringify(settingsFor(id, revision)))
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

function settingsFor(id: string, revision: number): unknown {
  const everything = { openApiOperation: '*::/*' }
  const onProject = { openApiOperation: '*::/api/v1/proyectos/{id}' }
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
      { ...onProject, overwriteRequestPathVariables: [{ key: 'id', value: id, overwrite: true }] },
      // Portman sends `Accept` with the first type of the answer: the body must ask for the same type.
      { openApiOperation: 'POST::/api/v1/ficha', overwriteRequestBody: [{ key: 'format', value: 'pdf', overwrite: true }] },
      { openApiOperation: 'PUT::/api/v1/proyectos/{id}', overwriteRequestBody: [{ key: 'revision', value: revision, overwrite: true }] },
    ],
  }
}
