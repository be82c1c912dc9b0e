import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
  /** The only mutants to run, if not all, in this order. */
  readonly sample?: readonly Mutant[]
  /** Ends the run after that time. */
  readonly minutes?: number
}

/** What became of a mutant: `Killed`, `Timeout`, `Survived`, `NoCoverage`, `Ignored` (runs only while its file is loaded), `RuntimeError`. */
export interface Fate {
  readonly name: string
  readonly status: string
}

/** Runs Stryker. Throws if it ends with an error, as when a test fails before anything is broken. */
export function runStryker(run: Run): readonly Fate[] {
  mkdirSync(folder, { recursive: true })
  const [config, drawn, log, pack] = [`${run.name}.json`, `${run.name}-drawn.json`, `${run.name}-fates.jsonl`, 'base.kb'].map((file) =>
    join(folder, file),
  ) as [string, string, string, string]
  rmSync(log, { force: true })
  writeFileSync(config, JSON.stringify(settingsOf(run), null, 2))
  writeFileSync(drawn, JSON.stringify((run.sample ?? []).map((one) => nameOf(root, one))))
  if (run.needsBase) writeCompiledBase(join(root, 'kb'), pack)
  const temporary = mkdtempSync(join(tmpdir(), 'plomada-mutation-'))
  const { status, error } = spawnSync(
    process.execPath,
    [join(root, 'test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config],
    {
      cwd: root,
      stdio: 'inherit',
      ...(run.minutes === undefined ? {} : { timeout: run.minutes * 60_000 }),
      env: {
        ...process.env,
        // Broken programs and tests that are ended leave many files behind.
        TMPDIR: temporary,
        PLOMADA_MUTATION_TESTS: run.tests.join(';'),
        PLOMADA_MUTATION_ROOT: root,
        PLOMADA_MUTATION_SAMPLE: drawn,
        PLOMADA_MUTATION_LOG: log,
        // What is broken here is the store in a folder.
        PLOMADA_TEST_POSTGRES: 'no',
        ...(run.needsBase ? { PLOMADA_MUTATION_PACK: pack } : {}),
      },
    },
  )
  removeIfPossible(temporary)
  const isOutOfTime = (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT'
  if (status !== 0 && !isOutOfTime) throw new Error(`Stryker ended with ${status}`)
  if (!existsSync(log)) return []
  return readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Fate)
}

function settingsOf({ name, mutate, sample }: Run): object {
  return {
    testRunner: 'vitest',
    plugins: [
      join(root, 'test/mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'),
      join(import.meta.dirname, 'sample-plugin.ts'),
    ],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    mutate: sample === undefined ? mutate : [...new Set(sample.map((one) => rangeOf(root, one)))],
    coverageAnalysis: 'perTest',
    // What runs once while a file is loaded would need a new process for each fault.
    ignoreStatic: true,
    concurrency: 1,
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 60,
    reporters: ['clear-text', 'json', 'progress-append-only', 'sample'],
    jsonReporter: { fileName: join(folder, `${name}-report.json`) },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    ignorePatterns: ['.cache', 'dist', 'release', 'test/conformance/node_modules', 'test/mutation/node_modules', 'kb/sources'],
    tempDirName: join(folder, `sandbox-${name}`),
    allowConsoleColors: false,
    checkers: sample === undefined ? [] : ['sample'],
    // The compiler of the project has no programming interface, which Stryker wants where it finds its settings.
    tsconfigFile: 'test/mutation/no-tsconfig.json',
    symlinkNodeModules: true,
  }
}

/** Removes a folder; what is mounted in it stays. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    console.error(`${path} could not be removed whole: ${error instanceof Error ? error.message : String(error)}`)
  }
}
