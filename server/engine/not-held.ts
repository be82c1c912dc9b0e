import { type Book, type BookDocument, bindsIn } from './book.ts'
import { holds, type Known } from './condition.ts'
import { isDeciding, isUnread } from './deciding.ts'
import { lapseOn } from './lapse.ts'
import type { LoadedRule } from './limit.ts'
import type { Request } from './outcome.ts'
import type { When } from './schema.ts'
import { spanishDay } from './spanish-day.ts'
import { meantElements, meantParameters } from './terms.ts'

/** A point of a document that the base knows of and does not hold: which terms it limits, and where it is printed. */
export interface NotHeld {
  readonly element: readonly string[]
  /** Empty: whatever is limited of the element. */
  readonly parameter: readonly string[]
  readonly section: string
  /** As printed: `Tabla 2.1.1`. */
  readonly number: string
  readonly text: string
  /** Editions it is of; empty: all. */
  readonly editions: readonly string[]
  readonly when: When
}

/** The section of the official text that has a limit which the base does not hold. */
export interface Gap {
  readonly document: string
  readonly section: string
  readonly number: string
  readonly text: string
}

/** The points not held that would limit what a request asks about, in the documents and on the day it asks for. */
export function gapsFor(book: Book, request: Request, known: Known): Gap[] {
  const { points, byElement } = pointsOf(book)
  const elements = meantElements(book, request.element).flatMap(({ id }) => book.elements.boundBy(id))
  const places = new Set(elements.flatMap((id) => byElement.get(id) ?? []))
  if (places.size === 0) return []
  const parameters = new Set(meantParameters(book, request.parameter).flatMap(({ id }) => book.parameters.boundBy(id)))
  return [...places]
    .sort((left, right) => left - right)
    .flatMap((place) => points[place] ?? [])
    .filter(
      ({ document, point: { parameter, editions, when } }) =>
        isAsked(document, request) &&
        (parameter.length === 0 || parameter.some((id) => parameters.has(id))) &&
        (editions.length === 0 || editions.includes(versionFor(document, request) ?? '')) &&
        holds(when, known, book.dimensions).result !== false,
    )
    .map(({ document: { slug }, point: { section, number, text } }) => ({ document: slug, section, number, text }))
}

interface Points {
  /** In the order of the documents and of their lists. */
  readonly points: readonly { readonly document: BookDocument; readonly point: NotHeld }[]
  /** Their places in that order by each element they limit. */
  readonly byElement: ReadonlyMap<string, readonly number[]>
}

const pointsOfBook = new WeakMap<Book, Points>()

/** All points that a book does not hold. Made once for each book. */
function pointsOf(book: Book): Points {
  const known = pointsOfBook.get(book)
  if (known !== undefined) return known
  const points = [...book.documents.values()].flatMap((document) => document.notHeld.map((point) => ({ document, point })))
  const named = points.flatMap(({ point }, place) => point.element.map((id) => ({ id, place })))
  const byElement = new Map([...Map.groupBy(named, ({ id }) => id)].map(([id, all]) => [id, all.map(({ place }) => place)]))
  const made = { points, byElement }
  pointsOfBook.set(book, made)
  return made
}

/** The printed places of rules whose figures wait for a reading: known to exist, not held as limits. */
export function gapsOfUnread(rules: readonly LoadedRule[]): Gap[] {
  return rules
    .filter(isUnread)
    .map(({ document, rule }) => ({ document, section: rule.cite.section, number: rule.cite.locator ?? rule.cite.section, text: rule.title }))
}

/** Those of `gapsOfUnread` that may bind a case. */
export function gapsOfUnreadIn(rules: readonly LoadedRule[], known: Known, { dimensions }: Pick<Book, 'dimensions'>): Gap[] {
  const result = (when: When) => holds(when, known, dimensions).result
  return gapsOfUnread(
    rules.filter(
      ({ rule, linked = {}, outside }) =>
        result(linked) !== false && result(rule.when) !== false && [...rule.exempt, ...outside].every(({ when }) => result(when) !== true),
    ),
  )
}

/**
 * The limits of later or earlier editions that may have bound on the day all the same: their document was in force or may have been,
 * and the base lacks its edition of that day, or holds it in part.
 */
export function gapsOfTheDay(book: Book, candidates: readonly LoadedRule[], request: Request, known: Known): Gap[] {
  const missing = candidates.filter(({ document: slug, rule, outside }) => {
    const document = book.documents.get(slug)
    if (document === undefined || !isDeciding(rule) || !isAsked(document, request) || isHeldOn(document, rule.editions, request)) return false
    const leaves = outside.some(({ when }) => holds(when, known, book.dimensions).result === true)
    return !leaves && holds(rule.when, known, book.dimensions).result !== false
  })
  const gaps = missing.map(({ document, rule: { cite, title } }) => {
    const text = `${title}, con la redacción que tuviera el ${spanishDay(request.asOf)}`
    return {
      document,
      section: cite.section,
      number: cite.locator ?? book.sections.get(`${document}/${cite.section}`)?.[0]?.number ?? cite.section,
      text,
    }
  })
  return gaps.filter((gap, index) => gaps.findIndex(({ document, section }) => document === gap.document && section === gap.section) === index)
}

/** True if the base knows whether a rule was there on the day: it holds the edition whole, or the document was not in force. */
function isHeldOn(document: BookDocument, editions: readonly string[], request: Request): boolean {
  const version = versionFor(document, request)
  if (version === undefined) return ['not-yet', 'repealed'].includes(lapseOn(document, request.asOf).reason)
  return editions.includes(version) || document.editions.find((one) => one.version === version)?.partial !== true
}

function isAsked(document: BookDocument, { codes, place }: Request): boolean {
  return (codes.length === 0 || codes.some(({ slug }) => slug === document.slug)) && bindsIn(document, place.record.ccaa)
}

function versionFor(document: BookDocument, { codes, asOf }: Request): string | undefined {
  return (
    codes.find(({ slug }) => slug === document.slug)?.version ??
    document.editions.find(({ from, to }) => from <= asOf && (to === null || asOf <= to))?.version
  )
}
