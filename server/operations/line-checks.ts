import { boundsText } from '../engine/bounds-text.ts'
import { toNumber, withComma } from '../engine/decimal.ts'
import type { Place } from '../engine/place.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { said } from '../kb/wording.ts'
import { citationOf } from './citation.ts'
import type { LinePair } from './line-pairs.ts'
import type { LineReading } from './line-schema.ts'
import type { LineValue } from './line-value.ts'
import { type LimitsAnswer, limitsAnswer } from './list-limits.ts'
import { verifyCase } from './verify-case.ts'

/** The case that a line tells, besides what is checked. */
export interface LineCase {
  readonly place: Place
  readonly altitude: string | undefined
  readonly value: LineValue | undefined
  readonly mayVerify: boolean
  /** The base in the words of the answer. */
  readonly words: KnowledgeBase
}

interface Ranked {
  readonly reading: LineReading
  /** Compared in order, the lowest first. */
  readonly rank: readonly number[]
}

/** Most readings that are given, and most pairs whose limit is looked at for them. */
const [mostGiven, mostLimits] = [5, 12]
/** A value within this ratio of a figure of a limit is like the values that it limits. */
const likeRatio = Math.log(3)
const namedBy = ['both', 'element', 'parameter', 'part', 'neighbour'] as const

/** The checks of a value that the pairs of a line come to, the likeliest first. `onlyLike`: only those of which it is like the figures. */
export function checksMeant(
  kb: KnowledgeBase,
  pairs: readonly LinePair[],
  told: LineCase & { readonly value: LineValue },
  onlyLike: boolean,
): LineReading[] {
  const distances = pairs.map((pair) => ({ pair, distance: distanceOf(kb, pair, told, told.value) }))
  return best(
    distances.filter(({ distance }) => !onlyLike || distance <= likeRatio).flatMap(({ pair, distance }) => checkOf(kb, pair, told, distance)),
  )
}

/** The limits of the pairs of a line without a value, the likeliest first. */
export function limitsMeant(kb: KnowledgeBase, pairs: readonly LinePair[], told: LineCase): LineReading[] {
  return best(pairs.slice(0, mostLimits).flatMap((pair) => limitOf(kb, pair, told)))
}

function best(all: readonly Ranked[]): LineReading[] {
  return all
    .toSorted((left, right) => compared(left.rank, right.rank))
    .slice(0, mostGiven)
    .map(({ reading }) => reading)
}

function compared(left: readonly number[], right: readonly number[]): number {
  for (const [at, one] of left.entries()) if (one !== right[at]) return one - (right[at] ?? 0)
  return 0
}

function limitOf(kb: KnowledgeBase, pair: LinePair, told: LineCase): Ranked[] {
  const limits = limitsIn(kb, pair, told)
  if (limits === undefined) return []
  const standing = limits.items[0]?.standing
  const applying = limits.items.filter((one) => one.standing === 'applies')
  const texts = [...new Set(applying.map(({ outcomes }) => outcomes[0]?.text ?? ''))].filter(Boolean)
  const needs = limits.open_data.map(({ label }) => label)
  const [first] = limits.items
  const cited = first === undefined ? '' : citedText(kb, first.document, first.place_in_text)
  const firstNeeds = needs.slice(0, 3).join(', ').toLowerCase()
  const depends = { es: `Según ${firstNeeds}`, en: `Depends on ${firstNeeds}` }
  const answer = texts.length > 0 ? texts.join('; ') : needs.length > 0 ? said(told.words, depends) : (first?.outcomes[0]?.why ?? '')
  return [
    {
      reading: { ...headOf(kb, pair, told), kind: 'limit', detail: [answer, cited].filter(Boolean).join(' · '), needs },
      rank: [namedBy.indexOf(pair.by), Number(!isOfPlace(kb, pair)), Number(standing === 'does_not_apply'), collectionRank(kb, pair), needs.length],
    },
  ]
}

function checkOf(kb: KnowledgeBase, pair: LinePair, told: LineCase & { readonly value: LineValue }, distance: number): Ranked[] {
  const { value } = told
  // People leave out the unit that everybody knows: a number without one is rather of a quantity that has one.
  const isBare = value.unit === undefined && !value.isClass && pair.rule.rule.unit === '1'
  const head = headOf(kb, pair, told)
  const rank = (decided: number): readonly number[] => [
    namedBy.indexOf(pair.by),
    Number(distance > likeRatio),
    Number(!isOfPlace(kb, pair)),
    decided,
    Number(isBare),
    distance,
  ]
  // A thing that the line does not name gets no verdict from it: it is only offered.
  if (!told.mayVerify || pair.by === 'neighbour') return [{ reading: { ...head, kind: 'check', detail: '', needs: [] }, rank: rank(1) }]
  try {
    const { element, parameter, unit, geo_id, context } = head.check
    const verdict = verifyCase({ kb, language: told.words.language }, { element, parameter, value: value.text, unit, geo_id, context, codes: [] })
    const [governing] = verdict.findings
    if (governing === undefined) return []
    const status = governing.complies ? 'COMPLIANT' : 'NON_COMPLIANT'
    const { section } = citationOf(governing, verdict, kb)
    const detail = `${boundsText(governing.bounds, governing.loaded.rule.unit, told.words.language)} · ${citedText(kb, governing.loaded.document, section)}`
    return [{ reading: { ...head, kind: 'check', detail, status, needs: [] }, rank: rank(0) }]
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return undecided(error, head, { isNamed: pair.by === 'both', words: told.words }).map((reading) => ({ reading, rank: rank(1) }))
  }
}

/** What is said of a check without a verdict: what is missing; of a pair that the line names in full, any other reason too. */
function undecided(
  error: ServiceError,
  head: ReturnType<typeof headOf>,
  { isNamed, words }: { readonly isNamed: boolean; readonly words: KnowledgeBase },
): LineReading[] {
  const missing = (error.extras.missing ?? []).map(({ label }) => label)
  const needs = error.code === 'geo-too-coarse' ? [said(words, { es: 'Municipio', en: 'Municipality' })] : missing
  const first = needs.slice(0, 3).join(', ').toLowerCase()
  const detail = said(words, needs.length > 0 ? { es: `Falta: ${first}`, en: `Missing: ${first}` } : error.detail)
  return needs.length > 0 || isNamed ? [{ ...head, kind: 'check', status: 'UNDECIDED', detail, needs }] : []
}

function headOf(kb: KnowledgeBase, { element, parameter, rule }: LinePair, { place, altitude, value, words }: LineCase) {
  const named = ({ label, en = label }: { readonly label: string; readonly en?: string | undefined }): string =>
    said(words, { es: label, en: `${en.charAt(0).toUpperCase()}${en.slice(1)}` })
  const number = (text: string): string => said(words, { es: withComma(text), en: text })
  const isMetres = altitude !== undefined
  const unit = value === undefined || value.unit === undefined ? (rule.rule.bound === 'class' ? '' : rule.rule.unit) : value.unit
  const measured = value === undefined ? '' : ` · ${value.isClass ? value.text : number(value.text)} ${unit === '1' ? '' : unit}`.trimEnd()
  const where = place.level === 'country' ? '' : ` · ${place.name}${isMetres ? `, ${number(altitude)} m` : ''}`
  return {
    title: `${named(element)} · ${named(parameter)}${measured}${where}`,
    check: {
      element: element.id,
      parameter: parameter.id,
      ...(value === undefined ? {} : { value: value.isClass ? value.text : withComma(value.text) }),
      unit: value?.isClass === true ? '' : (kb.book.units.parse(unit)?.text ?? unit),
      geo_id: place.geoId,
      context: isMetres ? { altitud_m: Number(altitude) } : {},
    },
  }
}

function limitsIn(kb: KnowledgeBase, { element, parameter }: LinePair, { place, altitude, words }: LineCase): LimitsAnswer | undefined {
  try {
    const context: Record<string, number> = altitude === undefined ? {} : { altitud_m: Number(altitude) }
    return limitsAnswer(kb, { element: element.id, parameter: parameter.id, geo_id: place.geoId, context, codes: [] }, words)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

/** How far a value is from the nearest figure of a limit, as the logarithm of their ratio; 0 for a class. */
function distanceOf(kb: KnowledgeBase, pair: LinePair, told: LineCase, { measured, unit }: LineValue): number {
  if (typeof measured === 'string') return 0
  const [from, to] = [kb.book.units.parse(unit ?? pair.rule.rule.unit), kb.book.units.parse(pair.rule.rule.unit)]
  const value = from === undefined || to === undefined ? toNumber(measured) : toNumber(measured.mul(from.factor).div(to.factor))
  const figures = (limitsIn(kb, pair, told)?.items ?? []).flatMap(({ outcomes }) =>
    outcomes.flatMap(({ limits, cases }) => [...limits, ...(cases ?? []).flatMap((one) => one.limits)].map((one) => Number(one.value))),
  )
  const distances = figures.filter((one) => one * value > 0).map((one) => Math.abs(Math.log(value / one)))
  return Math.min(Number.MAX_VALUE, ...distances)
}

/** True if the limit hangs on the place: whoever names one is likely to mean it. */
function isOfPlace({ book }: KnowledgeBase, { rule }: LinePair): boolean {
  return [...rule.uses].some((name) => book.dimensions.byId.get(name)?.source === 'place')
}

function collectionRank({ book }: KnowledgeBase, { rule }: LinePair): number {
  return book.documents.get(rule.document)?.collection === 'cte' ? 0 : 1
}

/** `DB-HE, HE 1, 3.1.1`; a section that begins with the name of its document says it once. */
function citedText({ book }: KnowledgeBase, slug: string, section: string): string {
  const title = book.documents.get(slug)?.shortTitle ?? slug
  return section.startsWith(title) ? section : `${title}, ${section}`
}
