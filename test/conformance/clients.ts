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

/** Generates two clients from the OpenAPI document, compiles each with a program that uses it under `strict`, and runs the program against the server. */
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
  step('openapi-typescript', 'openapi-typescript/bin/cli.js', [documentFile, '-o', 'api.ts'])
  step('@hey-api/openapi-ts', '@hey-api/openapi-ts/bin/run.js', ['-i', documentFile, '-o', 'hey', '--silent'])
  const callers = ['call-openapi-fetch.ts', 'call-hey-api.ts']
  for (const caller of callers) {
    copyFileSync(join(import.meta.dirname, 'callers', caller), join(made, caller))
    writeFileSync(join(made, 'tsconfig.json'), JSON.stringify({ compilerOptions: strictly, files: [caller] }))
    const compiled = step(`${caller} does not compile`, 'typescript/bin/tsc', ['-p', made])
    if (compiled) step(`${caller} fails`, join(made, 'out', caller.replace('.ts', '.js')))
  }
  return faults
}
