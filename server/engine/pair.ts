import { type Book, bindsIn } from './book.ts'
import type { LoadedRule } from './limit.ts'
import { wordsKey } from './name-words.ts'
import type { Request } from './outcome.ts'
import type { Element, Parameter } from './schema.ts'

/** What of a request tells one reading of its words from another. */
export type Asked = Pick<Request, 'element' | 'parameter'> & Partial<Pick<Request, 'unit' | 'value' | 'place' | 'codes'>>

/** An element and a parameter that two texts may mean, with the rules on them. */
export interface Pair {
  readonly element: Element
  readonly parameter: Parameter
  /** The name of the element that the text came to. */
  readonly name: string
  readonly rules: readonly LoadedRule[]
  /** What the words of the text that are left out say of the case. */
  readonly sets: ReadonlyMap<string, string>
}

/** True if a rule is of a document asked for and binds at the place. */
export function isAsked({ document }: LoadedRule, { place, codes = [] }: Asked, book: Book): boolean {
  const known = book.documents.get(document)
  return (
    (codes.length === 0 || codes.some(({ slug }) => slug === document)) &&
    (place === undefined || known === undefined || bindsIn(known, place.record.ccaa))
  )
}

/** True if a value in the unit of the request may be held against a rule; of a request without value and unit, always. */
export function fits({ rule, scale }: LoadedRule, { unit = '', value }: Asked, { units }: Book): boolean {
  if (unit === '' && value === undefined) return true
  if (rule.bound === 'class') return typeof value === 'string' || value === undefined || scale?.classes.includes(value.toString()) === true
  if (typeof value === 'string') return false
  return units.parseLike(unit.trim() === '' ? '1' : unit, [rule.unit])?.kind === units.parse(rule.unit)?.kind
}

/** Quantities that sound like one that a text says and are not it. */
interface Near {
  readonly others: readonly string[]
  readonly reason: string
}

/** The parameters of quantities that sound like the one a text says and are not it, with what tells them apart. */
export function nearTo(book: Book, text: string): readonly Near[] {
  const near = nearOf.get(book) ?? nearBySaying(book)
  nearOf.set(book, near)
  return near.get(wordsKey(book.everyday.canonical(text))) ?? []
}

/** Made once for each book. */
const nearOf = new WeakMap<Book, ReadonlyMap<string, readonly Near[]>>()

/** By the words of each saying; of one declaration the first quantity that is said so. */
function nearBySaying({ nearSynonyms, everyday }: Book): Map<string, Near[]> {
  const all = new Map<string, Near[]>()
  for (const { quantities, reason } of nearSynonyms) {
    const said = new Set<string>()
    for (const own of quantities) {
      const others = quantities.flatMap(({ is }) => is.filter((id) => !own.is.includes(id)))
      for (const key of own.say.map((one) => wordsKey(everyday.canonical(one)))) {
        if (said.has(key)) continue
        said.add(key)
        all.set(key, [...(all.get(key) ?? []), { reason, others }])
      }
    }
  }
  return all
}
