import type { Book } from './book.ts'
import { defaultOf } from './context.ts'
import { inCase } from './in-case.ts'
import type { LoadedRule } from './limit.ts'
import { noDimension, type Prepared, usedBy } from './prepared.ts'
import { type Case, mayFail } from './verify-rules.ts'

/** A rule that does not bind because of the defaults of some dimensions. `open` is the case in which those are not known. */
interface HeldOff {
  readonly loaded: LoadedRule
  readonly defaults: readonly string[]
  readonly open: Pick<Case, 'known' | 'rules'>
}

/** The dimensions whose default keeps a rule from binding that might refuse the value if they were not known. They are told as assumptions. */
export function defaultsThatHoldOff(prepared: Prepared, one: Case, book: Book): Set<string> {
  const known = heldOffOf.get(prepared)
  const heldOff = known ?? heldOffIn(prepared, one, book)
  if (known === undefined) heldOffOf.set(prepared, heldOff)
  return new Set(heldOff.flatMap(({ loaded, defaults, open }) => (mayFail(loaded, { ...one, ...open }, book) ? defaults : [])))
}

const heldOffOf = new WeakMap<Prepared, readonly HeldOff[]>()

function heldOffIn({ binding, assumed }: Prepared, one: Case, book: Book): HeldOff[] {
  const defaulted = assumed.filter((name) => defaultOf(book.dimensions.byId.get(name) ?? noDimension) !== undefined)
  return binding.flatMap((loaded) => {
    if (inCase(loaded, one, book).limits.kind !== 'not-bound') return []
    const read = usedBy(loaded)
    const defaults = defaulted.filter((name) => read.includes(name))
    const known = new Map([...one.known].filter(([name]) => !defaults.includes(name)))
    return defaults.length === 0 ? [] : [{ loaded, defaults, open: { known, rules: new Map() } }]
  })
}
