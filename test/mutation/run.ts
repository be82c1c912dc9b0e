import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// `npm run mutation [room…]` breaks the sources of a room on purpose, one fault at a time, and runs its tests against each. Reports are in .cache/mutation.

interface Room {
  /** Sources to break. */
  readonly mutate: readonly string[]
  /** Tests that should notice. */
  readonly tests: readonly string[]
  /** True if the tests need the whole knowledge base. */
  readonly needsBase?: true
}

const rooms: Readonly<Record<string, Room>> = {
  numbers: {
    mutate: ['server/engine/{decimal,unit,range,compare}.ts'],
    tests: ['test/engine/{decimal,unit,typed-number,rules}.test.ts'],
  },
  backups: { mutate: ['server/access/{backup-rotation,backup-schedule,backup-status}.ts'], tests: ['test/access/encrypted-backup.test.ts'] },
  keys: { mutate: ['server/certificate/{key-list,rotate-key}.ts'], tests: ['test/certificate/key-list.test.ts'], needsBase: true },
  engine: { mutate: ['server/engine/*.ts', '!server/engine/schema.ts'], tests: ['test/engine/**/*.test.ts'], needsBase: true },
  access: {
    mutate: ['server/access/*.ts', '!server/access/*-worker.ts'],
    tests: ['test/access/{key,quota,deleted-project,audit,audit-segments,audit-forged,strict-audit,encrypted-backup,both-stores}.test.ts'],
    needsBase: true,
  },
  api: { mutate: ['server/api/*.ts', '!server/api/openapi.ts'], tests: ['test/api/**/*.test.ts'], needsBase: true },
}

const root = join(import.meta.dirname, '..', '..')
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(rooms, name))
if (unknown.length > 0) {
  console.error(`There is no room ${unknown.join(', ')}; these are: ${Object.keys(rooms).join(', ')}`)
  process.exit(2)
}
for (const name of asked.length === 0 ? ['engine', 'access', 'api'] : asked) {
  const { mutate = [], tests = [], needsBase } = rooms[name] ?? {}
  const folder = join(root, '.cache', 'mutation')
  mkdirSync(folder, { recursive: true })
  const config = join(folder, `${name}.json`)
  const settings = {
    testRunner: 'vitest',
    plugins: [join(root, 'test/mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    mutate,
    coverageAnalysis: 'perTest',
    // What runs once while a file is loaded would need a new process for each fault.
    ignoreStatic: true,
    concurrency: 1,
    timeoutMS: 20_000,
    reporters: ['clear-text', 'json', 'progress-append-only'],
    jsonReporter: { fileName: join(folder, `${name}-report.json`) },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    ignorePatterns: ['.cache', 'dist', 'release', 'test/conformance', 'test/mutation/node_modules', 'kb/sources'],
    tempDirName: join(folder, `sandbox-${name}`),
    allowConsoleColors: false,
    checkers: [],
    // The compiler of the project has no programming interface, which Stryker wants where it finds its settings.
    tsconfigFile: 'test/mutation/no-tsconfig.json',
    symlinkNodeModules: true,
  }
  writeFileSync(config, JSON.stringify(settings, null, 2))
  const { status } = spawnSync(process.execPath, [join(root, 'test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLOMADA_MUTATION_TESTS: tests.join(';'), PLOMADA_MUTATION_BASE: needsBase === true ? 'yes' : 'no' },
  })
  if (status !== 0) process.exit(status ?? 1)
}
