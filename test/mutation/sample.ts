import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A fault that Stryker can make. Lines and columns count from 0. */
export interface Mutant {
  readonly fileName: string
  readonly location: { readonly start: Place; readonly end: Place }
  readonly mutatorName: string
  readonly replacement: string
}

interface Place {
  readonly line: number
  readonly column: number
}

interface Injector {
  provideValue(token: string, value: unknown): Injector
  injectFunction(build: unknown): {
    instrument(
      files: readonly { readonly name: string; readonly content: string; readonly mutate: true }[],
      options: object,
    ): Promise<{ readonly mutants: readonly (Mutant & { readonly status?: string })[] }>
  }
}

/** Tells mutants apart, and the same mutant in two runs as the same. */
export const nameOf = (root: string, { fileName, location: { start, end }, mutatorName, replacement }: Mutant): string =>
  JSON.stringify([relative(root, fileName), start.line, start.column, end.line, end.column, mutatorName, replacement])

/** Every fault that can be made in the files of `patterns`; a pattern with `!` leaves files out. */
export async function listMutants(root: string, patterns: readonly string[]): Promise<readonly Mutant[]> {
  const modules = join(import.meta.dirname, 'node_modules')
  const { createInstrumenter } = (await import(join(modules, '@stryker-mutator/instrumenter/dist/src/index.js'))) as { createInstrumenter: unknown }
  const { createInjector } = (await import(join(modules, 'typed-inject/dist/src/index.js'))) as { createInjector: () => Injector }
  const left = patterns.filter((one) => one.startsWith('!')).map((one) => one.slice(1))
  const files = globSync(
    patterns.filter((one) => !one.startsWith('!')),
    { cwd: root, exclude: left },
  ).toSorted()
  const quiet = { debug: () => undefined, info: () => undefined, isDebugEnabled: () => false }
  const instrumenter = createInjector().provideValue('logger', quiet).injectFunction(createInstrumenter)
  const { mutants } = await instrumenter.instrument(
    files.map((name) => ({ name: join(root, name), content: readFileSync(join(root, name), 'utf8'), mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  )
  return mutants.filter(({ status }) => status === undefined)
}

/** `size` of the mutants, drawn by the hashes of their names and the seed: the same ones each time, and a larger sample holds the smaller. */
export function drawSample(root: string, mutants: readonly Mutant[], size: number, seed: string): readonly Mutant[] {
  const rank = (one: Mutant): string =>
    createHash('sha256')
      .update(`${seed}\0${nameOf(root, one)}`)
      .digest('hex')
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .toSorted((left, right) => (left.rank < right.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant)
}

/** What Stryker is told to instrument, so that the rest of the program runs as it is. */
export const rangeOf = (root: string, { fileName, location: { start, end } }: Mutant): string =>
  `${relative(root, fileName)}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`
