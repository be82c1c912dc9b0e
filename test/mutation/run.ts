import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Room, rooms } from './rooms.ts'
import { drawSample, listMutants, type Mutant, nameOf } from './sample.ts'
import { type Fate, root, runStryker } from './stryker.ts'

// `npm run mutation [room…]` breaks the sources of a room on purpose, one fault at a time, and runs its tests against each. Reports are in .cache/mutation.
// `--sample N` draws N faults of each room by `--seed`, and runs more tests against those that the first tests do not notice.

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: 'plomada' }, skip: { type: 'string', default: '0' } },
})

/** Of a sample that was drawn: what the tests did with each. */
async function runSample(name: string, { mutate, tests, moreTests = [], needsBase }: Room, size: number): Promise<void> {
  const all = await listMutants(root, mutate)
  const drawn = drawSample(root, all, Number(values.skip) + size, values.seed).slice(Number(values.skip))
  console.log(`${name}: ${drawn.length} of ${all.length} mutants drawn with the seed ${values.seed}`)
  const first = runStryker({ name, mutate, tests, needsBase: needsBase ?? false, sample: drawn })
  const left = unseen(drawn, first)
  const second =
    moreTests.length === 0 || left.length === 0
      ? []
      : runStryker({ name: `${name}-more`, mutate, tests: moreTests, needsBase: needsBase ?? false, sample: left })
  tell(name, drawn, all.length, [first, second])
}

/** Mutants that no test noticed, and those that the run of Stryker could not place. */
function unseen(drawn: readonly Mutant[], fates: readonly Fate[]): readonly Mutant[] {
  const alive = new Set(fates.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').map(({ name }) => name))
  return drawn.filter((one) => alive.has(nameOf(root, one)))
}

function tell(name: string, drawn: readonly Mutant[], total: number, runs: readonly (readonly Fate[])[]): void {
  const last = new Map(runs.flat().map((fate) => [fate.name, fate.status]))
  const fates = drawn.map((one) => ({ name: nameOf(root, one), status: last.get(nameOf(root, one)) ?? 'Missing' }))
  const count = (...statuses: readonly string[]): number => fates.filter(({ status }) => statuses.includes(status)).length
  const killed = count('Killed', 'Timeout')
  const survived = count('Survived', 'NoCoverage')
  console.log(`${name}: ${drawn.length} of ${total} drawn, ${drawn.length - killed - survived} left out (run only while a file is loaded)`)
  console.log(`${killed} killed, ${survived} survived: ${interval(killed, killed + survived)}`)
  for (const { name: survivor, status } of fates) if (status === 'Survived' || status === 'NoCoverage') console.log(`${status} ${survivor}`)
  writeFileSync(join(root, '.cache', 'mutation', `${name}-sample.json`), JSON.stringify({ seed: values.seed, total, fates }, null, 2))
}

/** A share with Wilson's interval of 95 %. */
function interval(part: number, whole: number): string {
  const z = 1.96
  const share = part / whole
  const middle = (share + z ** 2 / (2 * whole)) / (1 + z ** 2 / whole)
  const half = (z / (1 + z ** 2 / whole)) * Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2))
  const percent = (one: number): string => `${(one * 100).toFixed(1)} %`
  return `${percent(share)} (95 %: ${percent(middle - half)} to ${percent(middle + half)})`
}

const unknown = asked.filter((name) => !Object.hasOwn(rooms, name))
if (unknown.length > 0) {
  console.error(`There is no room ${unknown.join(', ')}; these are: ${Object.keys(rooms).join(', ')}`)
  process.exit(2)
}
for (const name of asked.length === 0 ? ['engine', 'access', 'api'] : asked) {
  const room = rooms[name]
  if (room === undefined) continue
  if (values.sample === undefined) runStryker({ name, needsBase: room.needsBase ?? false, mutate: room.mutate, tests: room.tests })
  else await runSample(name, room, Number(values.sample))
}
