import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Room, rooms } from './rooms.ts'
import { drawSample, listMutants, type Mutant, nameOf } from './sample.ts'
import { type Fate, root, runStryker } from './stryker.ts'

// `npm run mutation [room…]` breaks the sources of a room on purpose, one fault at a time, and runs its tests against each. Reports are in .cache/mutation.
// `--sample N` draws N faults of each room by `--seed`, runs the tests of the room against them, and more tests against those that these do not notice.
// `--minutes M` ends each of the two runs; the sample is then as many of the drawn, in their order, as were reached.

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: 'plomada' }, minutes: { type: 'string' } },
})
const limit = values.minutes === undefined ? {} : { minutes: Number(values.minutes) }

/** Of a sample that was drawn: what the tests did with each. */
async function runSample(name: string, room: Room, size: number): Promise<void> {
  const all = await listMutants(root, room.mutate)
  const drawn = drawSample(root, all, size, values.seed)
  console.log(`${name}: ${drawn.length} of ${all.length} mutants drawn with the seed ${values.seed}`)
  const run = { mutate: room.mutate, needsBase: room.needsBase ?? false, ...limit }
  const first = byName(runStryker({ ...run, name, tests: room.tests, sample: drawn }))
  const reached = untilMissing(drawn, first)
  const left = reached.filter((one) => isAlive(first.get(nameOf(root, one))))
  const more = room.moreTests ?? []
  const second = more.length === 0 || left.length === 0 ? first : byName(runStryker({ ...run, name: `${name}-more`, tests: more, sample: left }))
  const fates = reached.map((one) => ({ name: nameOf(root, one), status: second.get(nameOf(root, one)) ?? first.get(nameOf(root, one)) ?? '' }))
  tell(name, fates, all.length)
}

const byName = (fates: readonly Fate[]): ReadonlyMap<string, string> => new Map(fates.map(({ name, status }) => [name, status]))
const isAlive = (status: string | undefined): boolean => status === 'Survived' || status === 'NoCoverage'

/** The drawn up to the first that was not reached. What Stryker cannot place beside the others has no fate, and is passed over. */
function untilMissing(drawn: readonly Mutant[], fates: ReadonlyMap<string, string>): readonly Mutant[] {
  const last = drawn.findLastIndex((one) => ['Killed', 'Timeout', 'Survived', 'RuntimeError'].includes(fates.get(nameOf(root, one)) ?? ''))
  return drawn.slice(0, last + 1).filter((one) => fates.has(nameOf(root, one)))
}

function tell(name: string, fates: readonly Fate[], total: number): void {
  const killed = fates.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const survivors = fates.filter(({ status }) => isAlive(status))
  const judged = killed + survivors.length
  console.log(`${name}: ${fates.length} of ${total} reached, ${fates.length - judged} of them left out (they run only while a file is loaded)`)
  console.log(`${killed} killed, ${survivors.length} survived: ${interval(killed, judged)}`)
  for (const { name: survivor, status } of survivors) console.log(`${status} ${survivor}`)
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
