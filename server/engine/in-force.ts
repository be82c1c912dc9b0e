import { type Book, bindsIn, type Edition, editionOn } from './book.ts'
import type { LoadedRule } from './limit.ts'
import type { Request } from './outcome.ts'

/** What is in force at a place on a day: the edition of each document that binds there, and the rules of those editions, of every kind. */
export interface InForce {
  readonly rules: readonly LoadedRule[]
  readonly editions: ReadonlyMap<string, Edition>
}

/** The rules in force among some. `codes` limits them to documents, each at an edition if one is named. */
export function rulesInForce(
  book: Book,
  candidates: readonly LoadedRule[],
  { codes, asOf, place }: Pick<Request, 'codes' | 'asOf' | 'place'>,
): InForce {
  const pinned = new Map(codes.map(({ slug, version }) => [slug, version]))
  const editions = new Map<string, Edition>()
  for (const document of book.documents.values()) {
    if (codes.length > 0 && !pinned.has(document.slug)) continue
    const version = pinned.get(document.slug)
    const edition = version === undefined ? editionOn(document, asOf) : document.editions.find((one) => one.version === version)
    if (bindsIn(document, place.record.ccaa) && edition !== undefined) editions.set(document.slug, edition)
  }
  const isInForce = ({ document, rule, broughtBy }: LoadedRule): boolean =>
    rule.editions.includes(editions.get(document)?.version ?? '') && (broughtBy === undefined || isInForce(broughtBy))
  return { rules: candidates.filter(isInForce).map((loaded) => inEdition(loaded, editions.get(loaded.document)?.version)), editions }
}

const byEdition = new WeakMap<LoadedRule, Map<string, LoadedRule>>()

/** The rule with the scope that its document has in an edition. The same edition gives the same object, so that what follows from it can be remembered. */
function inEdition(loaded: LoadedRule, version = ''): LoadedRule {
  if (loaded.outside.length === 0) return loaded
  const own = byEdition.get(loaded) ?? new Map<string, LoadedRule>()
  const found = own.get(version) ?? scoped(loaded, version)
  own.set(version, found)
  byEdition.set(loaded, own)
  return found
}

function scoped(loaded: LoadedRule, version: string): LoadedRule {
  const outside = loaded.outside.filter(({ editions = [] }) => editions.length === 0 || editions.includes(version))
  return outside.length === loaded.outside.length ? loaded : { ...loaded, outside }
}
