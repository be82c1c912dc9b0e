import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocument } from '../server/api/openapi.ts'
import { processArguments } from '../server/config/environment.ts'
import { apiFile, clientApi } from './client/generate.ts'

// `client.ts generate` writes the types of the client from the operations. `client.ts build` compiles the client to JavaScript with types, for the package.
const root = join(import.meta.dirname, '..')
const [action] = processArguments()

if (action === 'build') build()
else writeFileSync(apiFile, clientApi(await openApiDocument(undefined)))

function build(): void {
  const out = join(root, '.cache', 'client')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const config = join(out, 'tsconfig.json')
  const compilerOptions = { noEmit: false, declaration: true, outDir: out, rootDir: join(root, 'server', 'client'), types: [], target: 'es2022' }
  writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, files: ['../../server/client/index.ts'], include: [] }))
  const compiled = spawnSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', config], { encoding: 'utf8' })
  rmSync(config)
  if (compiled.status !== 0) {
    console.error(`${compiled.stdout}${compiled.stderr}`)
    process.exitCode = 1
    return
  }
  for (const name of readdirSync(out).filter((one) => one.endsWith('.d.ts')))
    writeFileSync(join(out, name), readFileSync(join(out, name), 'utf8').replaceAll(/from '(\.\/\w+)\.ts'/g, "from '$1.js'"))
  for (const name of ['package.json', 'README.md']) copyFileSync(join(root, 'server', 'client', name), join(out, name))
  console.log(`client → ${out}`)
}
