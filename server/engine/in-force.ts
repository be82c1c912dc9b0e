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
  const { ccaa } = place.record
  const editions: Map<string, Edition> = codes.length === 0 ? editionsOn(book, asOf, ccaa) : new Map<string, Edition>()
  for (const { slug, version } of codes) {
    const document = book.documents.get(slug)
    if (document === undefined || !bindsIn(document, ccaa)) continue
    const edition = version === undefined ? editionOn(document, asOf) : document.editions.find((one) => one.version === version)
    if (edition === undefined) editions.delete(slug)
    else editions.set(slug, edition)
  }
  const isInForce = ({ document, rule, broughtBy }: LoadedRule): boolean =>
    rule.editions.includes(editions.get(document)?.version ?? '') && (broughtBy === undefined || isInForce(broughtBy))
  return { rules: candidates.filter(isInForce).map((loaded) => inEdition(loaded, editions.get(loaded.document)?.version)), editions }
}

const editionsOfDay = new WeakMap<Book, Map<string, Map<string, Edition>>>()
const mostDays = 200

/** The edition in force of every document that binds a community on a day. Requests ask for few days: each is worked out once. */
function editionsOn(book: Book, asOf: string, ccaa: string | null): Map<string, Edition> {
  const known = editionsOfDay.get(book) ?? new Map<string, Map<string, Edition>>()
  editionsOfDay.set(book, known)
  const key = `${asOf} ${ccaa ?? ''}`
  const found =
    known.get(key) ??
    new Map(
      [...book.documents.values()].flatMap((document) => {
        const edition = bindsIn(document, ccaa) ? editionOn(document, asOf) : undefined
        return edition === undefined ? [] : [[document.slug, edition] as const]
      }),
    )
  if (known.size < mostDays) known.set(key, found)
  return found
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
