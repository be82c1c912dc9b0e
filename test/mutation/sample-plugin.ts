import { appendFileSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Mutant, nameOf } from './sample.ts'

// Plugins of Stryker for a sample. It takes ranges of files, in which mutants lie that were not drawn: the checker keeps them out and runs the others in
// the order in which they were drawn. The reporter notes each at once, so that a run that is ended has shown a smaller sample, drawn as well.
const root = process.env['PLOMADA_MUTATION_ROOT'] ?? ''
type Numbered = Mutant & { readonly id: string }
let drawn = new Map<string, number>()
const placeOf = (one: Mutant): number | undefined => drawn.get(nameOf(root, one))

const checker = {
  init(): Promise<void> {
    const names = JSON.parse(readFileSync(process.env['PLOMADA_MUTATION_SAMPLE'] ?? '', 'utf8')) as string[]
    drawn = new Map(names.map((name, at) => [name, at]))
    return Promise.resolve()
  },
  group(mutants: readonly Numbered[]): Promise<string[][]> {
    const others = mutants.filter((one) => placeOf(one) === undefined).map(({ id }) => id)
    const inOrder = mutants.filter((one) => placeOf(one) !== undefined).toSorted((left, right) => (placeOf(left) ?? 0) - (placeOf(right) ?? 0))
    return Promise.resolve([...(others.length === 0 ? [] : [others]), ...inOrder.map(({ id }) => [id])])
  },
  check(mutants: readonly Numbered[]): Promise<Record<string, { readonly status: string; readonly reason?: string }>> {
    return Promise.resolve(
      Object.fromEntries(
        mutants.map((one) => [one.id, placeOf(one) === undefined ? { status: 'compileError', reason: 'not drawn' } : { status: 'passed' }]),
      ),
    )
  },
}

const reporter = {
  onMutantTested({ status, fileName, location: { start, end }, ...rest }: Mutant & { readonly status: string }): void {
    // Reports count lines and columns from 1.
    const location = { start: before(start), end: before(end) }
    const mutant = { ...rest, fileName: join(root, relative(root, fileName)), location }
    appendFileSync(process.env['PLOMADA_MUTATION_LOG'] ?? '', `${JSON.stringify({ name: nameOf(root, mutant), status })}\n`)
  },
}

const before = ({ line, column }: Mutant['location']['start']): Mutant['location']['start'] => ({ line: line - 1, column: column - 1 })

const strykerPlugins = [
  { kind: 'Checker', name: 'sample', value: checker },
  { kind: 'Reporter', name: 'sample', value: reporter },
]

// Stryker looks for plugins under this name.
export { strykerPlugins }
