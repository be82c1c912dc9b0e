import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCompiledBase } from '../compiled-base.ts'
import { type Mutant, nameOf, rangeOf } from './sample.ts'

/** The root of the repository. */
export const root = join(import.meta.dirname, '..', '..')
const folder = join(root, '.cache', 'mutation')

/** One run of Stryker. */
export interface Run {
  /** Names its report in `.cache/mutation`. */
  readonly name: string
  /** Sources to break, as patterns. Not used with a sample. */
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
  readonly needsBase: boolean
  /** The only mutants to run, if not all. */
  readonly sample?: readonly Mutant[]
}

/** What became of a mutant: `Killed`, `Timeout`, `Survived`, `NoCoverage`, `Ignored` (runs only while its file is loaded), `RuntimeError`. */
export interface Fate {
  readonly name: string
  readonly status: string
}

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly (Mutant & { readonly status: string })[] }>>
}

/** Runs Stryker and reads its report. Throws if it ends with an error, as when a test fails before anything is broken. */
export function runStryker(run: Run): readonly Fate[] {
  mkdirSync(folder, { recursive: true })
  const report = join(folder, `${run.name}-report.json`)
  rmSync(report, { force: true })
  const config = join(folder, `${run.name}.json`)
  writeFileSync(config, JSON.stringify(settingsOf(run, report), null, 2))
  const drawn = join(folder, `${run.name}-drawn.json`)
  if (run.sample !== undefined) writeFileSync(drawn, JSON.stringify(run.sample.map((one) => nameOf(root, one))))
  const pack = join(folder, 'base.kb')
  if (run.needsBase) writeCompiledBase(join(root, 'kb'), pack)
  const { status } = spawnSync(process.execPath, [join(root, 'test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PLOMADA_MUTATION_TESTS: run.tests.join(';'),
      PLOMADA_MUTATION_ROOT: root,
      PLOMADA_MUTATION_SAMPLE: drawn,
      ...(run.needsBase ? { PLOMADA_MUTATION_PACK: pack } : {}),
    },
  })
  if (status !== 0 || !existsSync(report)) throw new Error(`Stryker ended with ${status}`)
  return fatesIn(JSON.parse(readFileSync(report, 'utf8')) as Report)
}

/** Reports count lines and columns from 1. */
function fatesIn({ files }: Report): readonly Fate[] {
  const fromZero = ({ line, column }: { readonly line: number; readonly column: number }) => ({ line: line - 1, column: column - 1 })
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.map(({ location: { start, end }, status, ...rest }) => {
      const mutant = { ...rest, fileName: join(root, file), location: { start: fromZero(start), end: fromZero(end) } }
      return { name: nameOf(root, mutant), status }
    }),
  )
}

function settingsOf({ name, mutate, sample }: Run, report: string): object {
  return {
    testRunner: 'vitest',
    plugins: [
      join(root, 'test/mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'),
      join(import.meta.dirname, 'sample-checker.ts'),
    ],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    mutate: sample === undefined ? mutate : [...new Set(sample.map((one) => rangeOf(root, one)))],
    coverageAnalysis: 'perTest',
    // What runs once while a file is loaded would need a new process for each fault.
    ignoreStatic: true,
    concurrency: 1,
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 60,
    reporters: ['clear-text', 'json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    ignorePatterns: ['.cache', 'dist', 'release', 'test/conformance', 'test/mutation/node_modules', 'kb/sources'],
    tempDirName: join(folder, `sandbox-${name}`),
    allowConsoleColors: false,
    checkers: sample === undefined ? [] : ['sample'],
    // The compiler of the project has no programming interface, which Stryker wants where it finds its settings.
    tsconfigFile: 'test/mutation/no-tsconfig.json',
    symlinkNodeModules: true,
  }
}
