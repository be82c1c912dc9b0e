import type { Dimension } from '../engine/schema.ts'
import { stems } from '../kb/text-analysis.ts'
import { isDenied } from './denied.ts'
import type { Slots } from './slots.ts'

/** Words of a label that name nothing. */
const verbs = new Set(stems('tiene tienen lleva llevan dispone disponen incorpora incorporan hay está están va van es son'))

const known = new WeakMap<Slots, Map<string, string | undefined>>()

/**
 * The value of a condition that a question states by the words of its label, wherever they stand: `una pared lateral que tiene una ventana`
 * states `la pared tiene ventanas o huecos de ventilación`, and `pared sin ventanas` the contrary. For a rule that reads the condition; elsewhere such
 * words say little.
 */
export function factSaid(slots: Slots, dimension: Dimension): string | undefined {
  const all = known.get(slots) ?? new Map<string, string | undefined>()
  known.set(slots, all)
  if (!all.has(dimension.id)) all.set(dimension.id, readFact(slots, dimension))
  return all.get(dimension.id)
}

function readFact({ words, asksThreshold }: Slots, { type, label, aliases, values }: Dimension): string | undefined {
  // A question whether something is needed does not say that it is there.
  if (asksThreshold) return undefined
  const said = new Map(words.flatMap(({ stem }, position) => (stem === undefined ? [] : [[stem, position] as const])))
  const isHeld = (names: readonly string[]): (boolean | undefined)[] =>
    names.flatMap(alternatives).map((name) => {
      const positions = name.map((stem) => said.get(stem))
      const [last] = positions.slice(-1)
      return last === undefined || positions.includes(undefined) ? undefined : !isDenied({ from: last, to: last, denies: false }, words)
    })
  const stated =
    type === 'boolean'
      ? isHeld([label, ...aliases]).flatMap((held) => (held === undefined ? [] : [String(held)]))
      : values.flatMap((value) => (isHeld([value.label, ...value.aliases]).includes(true) ? [value.id] : []))
  const [only, other] = new Set(stated)
  return other === undefined ? only : undefined
}

/** The ways to say a label of two words or more: `la pared tiene ventanas o huecos` is said by either. */
function alternatives(label: string): string[][] {
  const [first = '', ...others] = label.split(/\s+(?:o|u|y\/o)\s+/)
  const own = telling(first)
  // What the alternatives share is all but the last word of the first.
  return [own, ...others.map((other) => [...own.slice(0, -1), ...telling(other)])].filter(({ length }) => length > 1)
}

function telling(text: string): string[] {
  return stems(text).filter((stem) => !verbs.has(stem))
}
