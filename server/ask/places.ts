import { fold } from '../engine/fold.ts'
import { type Area, liesIn, qualifiersIn } from '../kb/area-names.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { isCommonWord } from './common-word-names.ts'
import { foreignRegulation } from './foreign-names.ts'
import { type FoundName, type PlaceIndex, placeIndex, type Token, tokensOf } from './place-index.ts'
import { type PlacePrefix, prefixOf } from './place-prefix.ts'

/** The place that a question is about, or why it is not clear. */
export type PlaceReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'municipality'; readonly ine: string }
  | { readonly kind: 'area'; readonly area: Area }
  /** The name belongs to several municipalities, or to a municipality and a country (`orCountry`). */
  | { readonly kind: 'several'; readonly name: string; readonly ines: readonly string[]; readonly orCountry: boolean }
  /** Several places, none inside another. */
  | { readonly kind: 'two'; readonly names: readonly string[] }
  /** No municipality of this name lies in the area in brackets after it. */
  | { readonly kind: 'outside'; readonly name: string; readonly ines: readonly string[]; readonly area: string }
  | { readonly kind: 'foreign'; readonly name: string }
  /** The question asks for the plan or the ordinances of a municipality. */
  | { readonly kind: 'municipal-rules'; readonly name: string }
  | { readonly kind: 'foreign-regulation'; readonly name: string }

export interface Span {
  readonly start: number
  readonly end: number
}

/** The place of a question, and the positions of its names in the text. */
export interface PlaceFound {
  readonly reading: PlaceReading
  readonly spans: readonly Span[]
}

/** Reads the place of a question. `terms`: positions of the elements and parameters it names. `isTerm`: true for words of the knowledge base's vocabulary. */
export interface PlaceReader {
  read(question: string, terms: readonly Span[], isTerm: (text: string) => boolean): PlaceFound
}

/** A name that the question uses as a place. */
export interface Mention extends Span {
  readonly name: string
  readonly ines: readonly string[]
  readonly areas: readonly Area[]
  readonly isForeign: boolean
  /** True if `y`, `o`, `ni` joins it to the previous name. */
  readonly isJoined: boolean
  /** Set if brackets after the name give an area that has no municipality of this name. */
  readonly outside: Pick<Extract<PlaceReading, { kind: 'outside' }>, 'name' | 'ines' | 'area'> | undefined
}

/** Builds the reader of a knowledge base, with its index of place names. */
export function placeReader(kb: KnowledgeBase): PlaceReader {
  const index = placeIndex(kb)
  const capitals = new Set(kb.geography.provinces.map(({ capital }) => capital))
  return {
    read(question, terms, isTerm) {
      const regulation = foreignRegulation(question)
      if (regulation !== undefined) return { reading: { kind: 'foreign-regulation', name: regulation }, spans: [] }
      const mentions = mentionsIn({ question, tokens: tokensOf(question), index, kb, terms, isTerm, capitals })
      const town = mentions.find(({ start }) => municipalRules.test(fold(question.slice(0, start))))
      if (town !== undefined) return { reading: { kind: 'municipal-rules', name: town.name }, spans: [] }
      const spans = mentions.map(({ start, end }) => ({ start, end }))
      const unknown = mentions.length === 0 ? unknownPlace(question, index, isTerm) : undefined
      return { reading: unknown === undefined ? settle(mentions, kb) : { kind: 'foreign', name: unknown }, spans }
    },
  }
}

/** Rules that a municipality makes itself: `plan general de`, `ordenanzas municipales de`. */
const municipalRules =
  /\b(?:plan (?:general|parcial|especial)|pgou|pgom|planeamiento|ordenanzas?|normas subsidiarias)\b(?: (?!en\b)[a-z]+){0,4} (?:del? )?$/

interface Reading {
  readonly question: string
  readonly tokens: readonly Token[]
  readonly index: PlaceIndex
  readonly kb: KnowledgeBase
  readonly terms: readonly Span[]
  readonly isTerm: (text: string) => boolean
  /** Capitals of provinces, by INE code. */
  readonly capitals: ReadonlySet<string>
}

function mentionsIn(reading: Reading): Mention[] {
  const { question, tokens, index } = reading
  const mentions: Mention[] = []
  for (let from = 0; from < tokens.length; from++) {
    const found = index.at(question, tokens, from)
    if (found === undefined) continue
    const mention = mentionOf(found, mentions.at(-1), reading)
    if (mention !== undefined) mentions.push(mention)
    const end = mention?.end ?? 0
    while ((tokens[from + 1]?.start ?? end) < end) from++
  }
  return mentions
}

/** The meaning of a name in its sentence; undefined if it is not a place there. */
function mentionOf(found: FoundName, previous: Mention | undefined, reading: Reading): Mention | undefined {
  const { question, tokens, index, kb, isTerm } = reading
  const [start, end] = [tokens[found.from]?.start ?? 0, tokens[found.to]?.end ?? 0]
  const name = question.slice(start, end).replace(/^(?:del|al)\s+/i, '')
  const bracket = /^\s*\(\s*([^()]+)\)/u.exec(question.slice(end))
  const qualified = bracket?.[1] === undefined ? undefined : qualifiedBy(bracket[1], index, isTerm)
  const prefix = prefixOf(question, tokens, found.from)
  if (prefix === 'other') return undefined
  if (qualified === undefined && !isPlace(found, prefix, previous, reading)) return undefined
  const isBracketed = /\(\s*(?:[^()]*,\s*)?$/.test(question.slice(0, start))
  const readings = meaningsAfter(found, prefix, isBracketed && found.areas.length > 0)
  if (readings === undefined) return undefined
  const isJoined =
    previous !== undefined &&
    /^\s*(?:,|y|e|o|u|ni)\s+(?:en\s+|de\s+)?$/iu.test(question.slice(previous.end, start)) &&
    !/^\s*,/.test(question.slice(previous.end, start))
  const base = { start, end, name, outside: undefined, isForeign: found.isForeign, isJoined, ...readings }
  if (qualified === undefined) {
    const continued = prefix === 'area' ? '' : continuation(question, end, index, isTerm)
    return continued === '' ? base : { ...base, ines: [], areas: [], isForeign: true, name: `${name}${continued}`, end: end + continued.length }
  }
  const whole = { ...base, name: question.slice(start, end + (bracket?.[0].length ?? 0)), end: end + (bracket?.[0].length ?? 0) }
  if (qualified === 'foreign') return { ...whole, ines: [], areas: [], isForeign: true }
  const inside = found.municipalities.filter((ine) => isInside(ine, qualified, kb))
  if (inside.length > 0) return { ...whole, ines: inside, areas: [], isForeign: false }
  const outside = found.municipalities.length > 0 ? { name, ines: found.municipalities, area: bracket?.[1] ?? '' } : undefined
  return { ...whole, isForeign: false, ines: [], outside }
}

/** The meanings of a name that remain after a prefix such as `provincia de` or `un pueblo de`. */
function meaningsAfter(
  { municipalities, areas, isRatherIsland }: FoundName,
  prefix: PlacePrefix,
  isArea: boolean,
): Pick<Mention, 'ines' | 'areas'> | undefined {
  const ofKind = (kind: Area['kind']): readonly Area[] => areas.filter((area) => area.kind === kind)
  if (prefix === 'province' && ofKind('province').length > 0) return { ines: [], areas: ofKind('province') }
  if (prefix === 'community' && ofKind('community').length > 0) return { ines: [], areas: ofKind('community') }
  if ((prefix === 'island' || (isRatherIsland && prefix !== 'municipality')) && ofKind('island').length > 0)
    return { ines: [], areas: ofKind('island') }
  if (prefix === 'area' || prefix === 'province' || prefix === 'island' || isArea)
    return areas.length === 0 && !isArea ? undefined : { ines: [], areas }
  return { ines: municipalities, areas }
}

/** True if a name is used as a place: after `en` or a title, with a capital, or at the end. A name that is also a common word needs both introduction and capital. */
function isPlace(
  { from, to, key, municipalities }: FoundName,
  prefix: PlacePrefix,
  previous: Mention | undefined,
  { question, tokens, terms, capitals }: Reading,
): boolean {
  const [start, end] = [tokens[from]?.start ?? 0, tokens[to]?.end ?? 0]
  const isOfTerm = terms.some((term) => term.start <= start && end <= term.end && term.end - term.start > end - start)
  // `en Altura una cubierta`: an article after the name begins another phrase.
  if (isOfTerm && !/^\s+(?:un|una|unos|unas|el|la|los|las)\s/iu.test(question.slice(end))) return false
  if (prefix === 'municipality' || prefix === 'province' || prefix === 'island') return true
  const whole = tokens.slice(from, to + 1)
  const significant = whole.filter(({ folded }) => !particles.has(folded))
  const named = significant.length > 0 ? significant : whole
  const isCapital = named.every(({ text }) => /^\p{Lu}/u.test(text)) && named.some(({ text }) => /\p{Ll}/u.test(text))
  const joins = previous !== undefined && /^\s*(?:,|y|e|o|u|ni)\s+$/iu.test(question.slice(previous.end, start))
  const isIntroduced = prefix === 'in' || joins
  const isContinued = /^\s+(?:(?:de|del|con|para)\s|\p{Lu}\p{Ll})/u.test(question.slice(end))
  // `Nueva Sevilla` is not Sevilla.
  if (/(?<!\p{L})(?:Nueva|Nuevo|Gran|New)\s+$/u.test(question.slice(0, start))) return false
  if (isCommonWord(key)) return isCapital && (isIntroduced || municipalities.some((ine) => capitals.has(ine))) && !isContinued
  if (isCapital || isIntroduced) return true
  return to === tokens.length - 1 && key.length > minLastLength
}

const particles = new Set('de del d la las los lo el els les l a o as os es sa ses i y e en na n dels da do dos das al'.split(' '))
const minLastLength = 4

/** The location given in brackets after a name: areas of Spain, or abroad; undefined if the brackets hold something else. */
function qualifiedBy(bracket: string, index: PlaceIndex, isTerm: (text: string) => boolean): readonly Area[] | 'foreign' | undefined {
  const parts = qualifiersIn(bracket)
  const meant = parts.map((part) => index.named(part))
  if (meant.some((one) => one?.isForeign === true)) return 'foreign'
  const areas = meant.flatMap((one) => one?.areas ?? [])
  if (areas.length > 0) return areas
  const isName =
    parts.length > 0 &&
    parts.every(
      (part) => /^\p{Lu}\p{Ll}+(?:[\s'-]+(?:\p{Lu}?\p{Ll}+))*$/u.test(part) && (part.match(/\p{Lu}\p{Ll}+/gu) ?? []).some((word) => !isTerm(word)),
    )
  return isName && meant.every((one) => one === undefined) && !/^(?:capital|ciudad|centro)$/i.test(bracket.trim()) ? 'foreign' : undefined
}

/** The words that make a known name part of an unknown one: ` de Indias` after `Cartagena`, ` la Vella` after `Andorra`; '' if there are none. */
function continuation(question: string, end: number, index: PlaceIndex, isTerm: (text: string) => boolean): string {
  const continued = /^\s+(?:(?:de|del|do|da)\s+(?:(?:la|las|los|el)\s+)?|(?:la|las|los|el)\s+|d['’])(\p{Lu}\p{Ll}+)/u.exec(question.slice(end))
  if (continued?.[1] === undefined || index.named(continued[1]) !== undefined || isTerm(continued[1])) return ''
  return continued[0]
}

function isInside(ine: string, areas: readonly Area[], { geography }: KnowledgeBase): boolean {
  const row = geography.municipality(ine)
  const kinds = new Set(areas.map(({ kind }) => kind))
  return (
    row !== undefined &&
    areas.some((area) => liesIn(row, area)) &&
    [...kinds].every((kind) => kind === 'community' || areas.some((area) => area.kind === kind && liesIn(row, area)))
  )
}

/** A name after "en" that the knowledge base does not know. Nothing may be answered for it. */
function unknownPlace(question: string, index: PlaceIndex, isTerm: (text: string) => boolean): string | undefined {
  for (const [, name = ''] of question.matchAll(/(?<![\p{L}])(?:en|em|a)\s+(\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)*)/gu))
    if (!isTerm(name) && index.named(name) === undefined) return name
  return undefined
}

/** The place that all names of a question agree on, or the reason why there is none. */
function settle(mentions: readonly Mention[], kb: KnowledgeBase): PlaceReading {
  const abroad = mentions.find(({ isForeign, ines }) => isForeign && ines.length === 0)
  if (abroad !== undefined) return { kind: 'foreign', name: abroad.name }
  const outside = mentions.flatMap((mention) => mention.outside ?? [])[0]
  if (outside !== undefined) return { kind: 'outside', ...outside }
  const towns = mentions.filter((mention) => mention.ines.length > 0 && !isAreaOfAnother(mention, mentions, kb))
  const areas = mentions.filter((mention) => !towns.includes(mention)).map(({ name, areas: own }) => ({ name, areas: own }))
  const names = [...new Set(mentions.map(({ name }) => name))]
  const [first] = towns
  if (first === undefined) return settleAreas(areas, names, kb)
  const all = new Set(towns.map(({ ines }) => ines).reduce((left, right) => left.filter((ine) => right.includes(ine))))
  const inside = [...all].filter((ine) => {
    const row = kb.geography.municipality(ine)
    return row !== undefined && areas.every(({ areas: own }) => own.some((area) => liesIn(row, area)))
  })
  const [only] = inside
  if (only === undefined) return { kind: 'two', names }
  const orCountry = first.isForeign && areas.length === 0
  return inside.length === 1 && !orCountry ? { kind: 'municipality', ine: only } : { kind: 'several', name: first.name, ines: inside, orCountry }
}

/** True if a name is the province, island or community of another name in the question: `Zaragoza` in `Orés, en Zaragoza`. */
function isAreaOfAnother(mention: Mention, mentions: readonly Mention[], { geography }: KnowledgeBase): boolean {
  const place = mentions.indexOf(mention)
  return mentions.some((other, position) => {
    if (other === mention || other.ines.length === 0 || other.ines.some((ine) => mention.ines.includes(ine))) return false
    const later = position > place ? other : mention
    if (Math.abs(position - place) === 1 && later.isJoined) return false
    return other.ines.some((ine) => {
      const row = geography.municipality(ine)
      return row !== undefined && mention.areas.some((area) => liesIn(row, area))
    })
  })
}

const smallestFirst = ['island', 'province', 'community'] as const

/** The smallest of nested areas. */
function settleAreas(named: readonly { readonly areas: readonly Area[] }[], names: readonly string[], { geography }: KnowledgeBase): PlaceReading {
  const isShared = geography.spellings().some((row) => named.every(({ areas }) => areas.some((area) => liesIn(row, area))))
  if (!isShared) return { kind: 'two', names }
  // Naming Spain as a whole is the same as naming no place.
  const all = named.flatMap(({ areas }) => areas)
  const [area] = smallestFirst.flatMap((kind) => all.filter((one) => one.kind === kind))
  return area === undefined ? { kind: 'none' } : { kind: 'area', area }
}
