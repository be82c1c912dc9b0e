import { type Alike, alikeAmong, identifier } from './text.ts'

interface Term {
  readonly id: string
  readonly label: string
  readonly aliases: readonly string[]
  readonly en?: string | undefined
  readonly symbols?: readonly string[]
  readonly broader?: string | undefined
  readonly also: readonly (string | object)[]
}

/** The terms of one kind (elements, parameters), found by any of their names. */
export interface Vocabulary<T extends Term> {
  readonly byId: ReadonlyMap<string, T>
  /** Every term that a text names: the one whose identifier it is first, then those with that label, alias, symbol or English name. */
  named(text: string): readonly T[]
  /** A term's id and those of all broader ones, nearest first. */
  broaden(id: string): readonly string[]
  /** The ids of every term whose rules bind this one whatever the case: itself, broader ones, and what they also are. Nearest first. */
  boundBy(id: string): readonly string[]
  /** The terms most like a text that names none. */
  nearest(text: string, among?: ReadonlySet<string>): string[]
}

const mostRemembered = 2000

/** Makes terms ready to be found by any of their names. */
export function vocabularyFrom<T extends Term>(terms: readonly T[]): Vocabulary<T> {
  const byId = new Map(terms.map((term) => [term.id, term]))
  const byIdentifier = new Map(terms.map((term) => [identifier(term.id), term]))
  const byName = new Map<string, T[]>()
  for (const term of terms) {
    const names = new Set([term.label, ...term.aliases, ...(term.symbols ?? []), ...(term.en === undefined ? [] : [term.en])].map(identifier))
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), term])
  }
  // Requests repeat few texts: what each names is worked out once.
  const remembered = new Map<string, readonly T[]>()
  const named = (text: string): readonly T[] => {
    const wanted = identifier(text)
    const exact = byIdentifier.get(wanted)
    const others = byName.get(wanted) ?? []
    return exact === undefined ? others : [exact, ...others.filter((term) => term !== exact)]
  }
  let alike: Alike | undefined
  return {
    byId,
    named(text) {
      const known = remembered.get(text) ?? named(text)
      if (remembered.size < mostRemembered) remembered.set(text, known)
      return known
    },
    broaden(id) {
      const chain: string[] = []
      for (let at: string | undefined = id; at !== undefined && !chain.includes(at); at = byId.get(at)?.broader) chain.push(at)
      return chain
    },
    boundBy(id) {
      const reached = new Set([id])
      for (const at of reached) {
        const { broader, also = [] } = byId.get(at) ?? {}
        for (const next of broader === undefined ? also : [broader, ...also]) if (typeof next === 'string') reached.add(next)
      }
      return [...reached]
    },
    nearest(text, among) {
      alike ??= alikeAmong(
        terms.flatMap(({ id, label, aliases, en }) => [id, label, ...aliases, ...(en === undefined ? [] : [en])].map((name) => [name, id] as const)),
      )
      return alike(text, among)
    },
  }
}
