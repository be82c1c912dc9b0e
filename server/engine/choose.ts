import { type Book, bindsIn, type Edition } from './book.ts'
import { isDeciding, isUnread } from './deciding.ts'
import { rulesInForce } from './in-force.ts'
import { lapseOn } from './lapse.ts'
import type { LoadedRule } from './limit.ts'
import type { Refusal, Request } from './outcome.ts'
import type { Place } from './place.ts'

/** The rules that decide, and the edition in force of each document. */
export interface Chosen {
  readonly rules: readonly LoadedRule[]
  /** Limits in force whose figures wait for a reading. */
  readonly unread: readonly LoadedRule[]
  readonly editions: ReadonlyMap<string, Edition>
}

/** The rules of the documents asked for that bind the place, in the edition of the day. */
export function chooseRules(book: Book, candidates: readonly LoadedRule[], { codes, asOf, place }: Request): Chosen | Refusal {
  for (const { slug, version } of codes) {
    const document = book.documents.get(slug)
    if (document === undefined) return { kind: 'unknown-code', slug, candidates: nearestCodes(book, slug) }
    if (version !== undefined && !document.editions.some((edition) => edition.version === version)) {
      return { kind: 'unknown-code', slug, version, candidates: document.editions.map((edition) => edition.version) }
    }
  }
  const { rules: inForce, editions } = rulesInForce(book, candidates, { codes, asOf, place })
  const pinned = new Set(codes.map(({ slug }) => slug))
  const asked = candidates.filter(({ document }) => codes.length === 0 || pinned.has(document))
  const limits = inForce.filter(({ rule }) => isDeciding(rule))
  if (limits.length > 0) return { rules: limits, unread: inForce.filter(isUnread), editions }
  const thresholds = inForce.filter(({ rule }) => rule.kind === 'threshold' && rule.verification !== 'unverified')
  if (thresholds.length > 0) return { kind: 'no-applicable-rule', why: 'threshold', text: thresholds[0]?.rule.title, rules: thresholds }
  if (inForce.length > 0) return { kind: 'no-applicable-rule', why: 'not-a-limit', text: inForce[0]?.rule.title, rules: inForce }
  const bound = asked.filter(({ document }) => bindsHere(book, document, place))
  if (bound.length === 0) return { kind: 'no-applicable-rule', why: 'none', text: undefined, rules: asked }
  const elsewhere = bound.flatMap(({ document, rule }) =>
    (book.documents.get(document)?.editions ?? [])
      .filter(({ version }) => rule.editions.includes(version))
      .map(({ version, from, to }) => ({ document, version, from, to })),
  )
  return {
    kind: 'not-in-force',
    lapses: [...new Set(bound.map(({ document }) => document))].flatMap((slug) => {
      const document = book.documents.get(slug)
      return document === undefined ? [] : [lapseOn(document, asOf)]
    }),
    editions: elsewhere.filter(
      (one, index) => elsewhere.findIndex((other) => other.document === one.document && other.version === one.version) === index,
    ),
  }
}

function bindsHere(book: Book, document: string, place: Place): boolean {
  const found = book.documents.get(document)
  return found !== undefined && bindsIn(found, place.record.ccaa)
}

function nearestCodes(book: Book, slug: string): string[] {
  const wanted = slug.toLowerCase().replace(/[^a-z0-9]+/g, '')
  return [...book.documents.keys()].filter((known) => {
    const plain = known.replace(/[^a-z0-9]+/g, '')
    return plain.includes(wanted) || wanted.includes(plain.replace(/^cte/, ''))
  })
}
