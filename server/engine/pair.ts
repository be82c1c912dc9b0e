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

/** The parameters of quantities that sound like the one a text says and are not it, with what tells them apart. */
export function nearTo({ nearSynonyms, everyday }: Book, text: string): readonly { readonly others: readonly string[]; readonly reason: string }[] {
  const said = wordsKey(everyday.canonical(text))
  return nearSynonyms.flatMap(({ quantities, reason }) => {
    const own = quantities.find(({ say }) => say.some((one) => wordsKey(everyday.canonical(one)) === said))
    if (own === undefined) return []
    return [{ reason, others: quantities.filter((one) => one !== own).flatMap(({ is }) => is.filter((id) => !own.is.includes(id))) }]
  })
}
