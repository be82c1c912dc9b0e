import { readFileSync } from 'node:fs'
import { type Mutant, nameOf } from './sample.ts'

// A plugin of Stryker that lets through only the mutants drawn: it takes ranges of a file, in which others lie too.
const settings = { root: process.env['PLOMADA_MUTATION_ROOT'] ?? '', file: process.env['PLOMADA_MUTATION_SAMPLE'] ?? '' }
let drawn = new Set<string>()

const checker = {
  init(): Promise<void> {
    drawn = new Set(JSON.parse(readFileSync(settings.file, 'utf8')) as string[])
    return Promise.resolve()
  },
  check(mutants: readonly (Mutant & { readonly id: string })[]): Promise<Record<string, { readonly status: string; readonly reason?: string }>> {
    const isDrawn = (one: Mutant): boolean => drawn.has(nameOf(settings.root, one))
    return Promise.resolve(
      Object.fromEntries(mutants.map((one) => [one.id, isDrawn(one) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' }])),
    )
  },
}

/** Where Stryker looks for plugins. */
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', value: checker }]
