import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Judged } from './server.ts'

const tools = join(import.meta.dirname, 'node_modules')

const strictly = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  skipLibCheck: true,
  outDir: 'out',
}

/** The programs that use each client, with what the code of its generator needs apart from `strict`. */
const callers = [
  ['call-openapi-fetch.ts', {}],
  ['call-hey-api.ts', {}],
  ['call-orval.ts', {}],
  ['call-swagger-typescript-api.ts', {}],
  ['call-openapi-zod-client.ts', {}],
  ['call-kubb.ts', {}],
] as const

function orvalConfig(url: string): string {
  return `export default { plomada: { input: './openapi.json', output: { target: './orval.ts', client: 'fetch', baseUrl: '${url}' } } }`
}

const kubbConfig = `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './kubb', clean: true, extension: { '.ts': '.js' }, format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginTs({ output: { path: 'models.ts' } }), pluginClient({ output: { path: 'client.ts' }, client: 'fetch' })],
})
`

/** Generates six clients from the OpenAPI document, compiles each with a program that uses it under `strict`, and runs the program against the server. */
export async function checkClients({ url, key, folder, documentFile }: Judged): Promise<readonly string[]> {
  const made = join(folder, 'clients')
  mkdirSync(made)
  symlinkSync(tools, join(made, 'node_modules'))
  writeFileSync(join(made, 'package.json'), '{"type":"module"}')
  const faults: string[] = []
  const step = (what: string, program: string, args: readonly string[] = []): boolean => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(tools, program), ...args], {
      cwd: made,
      encoding: 'utf8',
      env: { ...process.env, URL_OF_SERVER: url, KEY: key },
    })
    if (status !== 0) faults.push(`${what}: ${`${stdout}${stderr}`.slice(0, 1500)}`)
    return status === 0
  }
  copyFileSync(documentFile, join(made, 'openapi.json'))
  writeFileSync(join(made, 'orval.config.mjs'), orvalConfig(url))
  writeFileSync(join(made, 'kubb.config.js'), kubbConfig)
  step('openapi-typescript', 'openapi-typescript/bin/cli.js', ['openapi.json', '-o', 'api.ts'])
  step('@hey-api/openapi-ts', '@hey-api/openapi-ts/bin/run.js', ['-i', 'openapi.json', '-o', 'hey', '--silent'])
  step('orval', 'orval/dist/bin/orval.mjs', ['--config', 'orval.config.mjs'])
  step('swagger-typescript-api', 'swagger-typescript-api/dist/cli.mjs', ['generate', '-p', 'openapi.json', '-o', '.', '-n', 'sta.ts'])
  step('openapi-zod-client', 'openapi-zod-client/bin.js', ['openapi.json', '-o', 'zod.ts', '--export-schemas'])
  step('kubb', '@kubb/cli/bin/kubb.cjs', ['generate', '--config', 'kubb.config.js'])
  for (const [caller, options] of callers) {
    copyFileSync(join(import.meta.dirname, 'callers', caller), join(made, caller))
    writeFileSync(join(made, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...strictly, ...options }, files: [caller] }))
    const compiled = step(`${caller} does not compile`, 'typescript/bin/tsc', ['-p', made])
    if (compiled) step(`${caller} fails`, join(made, 'out', caller.replace('.ts', '.js')))
  }
  return faults
}
