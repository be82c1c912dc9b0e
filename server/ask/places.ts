import { fold } from '../engine/fold.ts'
import { type Area, liesIn, qualifiersIn } from '../kb/area-names.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { foreignRegulation } from './foreign.ts'
import { isOrdinaryName } from './ordinary-names.ts'
import { type Head, headOf } from './place-heads.ts'
import { type FoundName, type PlaceIndex, placeIndex, type Token, tokensOf } from './place-index.ts'

/** What a question says of its place. */
export type PlaceReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'municipality'; readonly ine: string }
  | { readonly kind: 'area'; readonly area: Area }
  /** Several municipalities have the name, or a municipality and a country. */
  | { readonly kind: 'several'; readonly name: string; readonly ines: readonly string[]; readonly orCountry: boolean }
  /** Two places of which neither holds the other. */
  | { readonly kind: 'two'; readonly names: readonly string[] }
  /** No municipality of the name lies in the area of the bracket behind it. */
  | { readonly kind: 'outside'; readonly name: string; readonly ines: readonly string[]; readonly area: string }
  | { readonly kind: 'foreign'; readonly name: string }
  /** Asks by the plan or the ordinances of a municipality. */
  | { readonly kind: 'municipal-rules'; readonly name: string }
  | { readonly kind: 'foreign-regulation'; readonly name: string }

export interface Span {
  readonly start: number
  readonly end: number
}

/** The place of a question, and where it is named. */
export interface PlaceFound {
  readonly reading: PlaceReading
  readonly spans: readonly Span[]
}

/** Reads the place of questions. `terms`: where the question names elements and parameters; `isTerm`: whether words are of the base's own language. */
export interface PlaceReader {
  read(question: string, terms: readonly Span[], isTerm: (text: string) => boolean): PlaceFound
}

/** A name that the question uses as a place. */
export interface Mention extends Span {
  readonly name: string
  readonly ines: readonly string[]
  readonly areas: readonly Area[]
  readonly isForeign: boolean
  /** Where `y`, `o` or `entre` joins it to the name before. */
  readonly isJoined: boolean
  /** A bracket behind it names an area where no municipality of the name lies. */
  readonly outside: Pick<Extract<PlaceReading, { kind: 'outside' }>, 'name' | 'ines' | 'area'> | undefined
}

/** Builds the reader of a base; the names of all places are gathered once. */
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

/** `plan general de`, `ordenanzas municipales de`: what a municipality lays down itself. */
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

/** What a found name means in its sentence; undefined where it names no place there. */
function mentionOf(found: FoundName, previous: Mention | undefined, reading: Reading): Mention | undefined {
  const { question, tokens, index, kb, isTerm } = reading
  const [start, end] = [tokens[found.from]?.start ?? 0, tokens[found.to]?.end ?? 0]
  const name = question.slice(start, end).replace(/^(?:del|al)\s+/i, '')
  const bracket = /^\s*\(\s*([^()]+)\)/u.exec(question.slice(end))
  const qualified = bracket?.[1] === undefined ? undefined : qualifiedBy(bracket[1], index, isTerm)
  const head = headOf(question, tokens, found.from)
  if (head === 'other') return undefined
  if (qualified === undefined && !isPlace(found, head, previous, reading)) return undefined
  const isBracketed = /\(\s*(?:[^()]*,\s*)?$/.test(question.slice(0, start))
  const readings = underHead(found, head, isBracketed && found.areas.length > 0)
  if (readings === undefined) return undefined
  const isJoined =
    previous !== undefined &&
    /^\s*(?:,|y|e|o|u|ni)\s+(?:en\s+|de\s+)?$/iu.test(question.slice(previous.end, start)) &&
    !/^\s*,/.test(question.slice(previous.end, start))
  const base = { start, end, name, outside: undefined, isForeign: found.isForeign, isJoined, ...readings }
  if (qualified === undefined) {
    const more = head === 'area' ? '' : continuation(question, end, index, isTerm)
    return more === '' ? base : { ...base, ines: [], areas: [], isForeign: true, name: `${name}${more}`, end: end + more.length }
  }
  const whole = { ...base, name: question.slice(start, end + (bracket?.[0].length ?? 0)), end: end + (bracket?.[0].length ?? 0) }
  if (qualified === 'foreign') return { ...whole, ines: [], areas: [], isForeign: true }
  const inside = found.municipalities.filter((ine) => isInside(ine, qualified, kb))
  if (inside.length > 0) return { ...whole, ines: inside, areas: [], isForeign: false }
  const outside = found.municipalities.length > 0 ? { name, ines: found.municipalities, area: bracket?.[1] ?? '' } : undefined
  return { ...whole, isForeign: false, ines: [], outside }
}

/** What is left of a name's meanings behind words such as `provincia de` or `un pueblo de`. */
function underHead({ municipalities, areas }: FoundName, head: Head, isArea: boolean): Pick<Mention, 'ines' | 'areas'> | undefined {
  const ofKind = (kind: Area['kind']): readonly Area[] => areas.filter((area) => area.kind === kind)
  if (head === 'province' && ofKind('province').length > 0) return { ines: [], areas: ofKind('province') }
  if (head === 'community' && ofKind('community').length > 0) return { ines: [], areas: ofKind('community') }
  if (head === 'island' && ofKind('island').length > 0) return { ines: [], areas: ofKind('island') }
  if (head === 'area' || head === 'province' || head === 'island' || isArea) return areas.length === 0 && !isArea ? undefined : { ines: [], areas }
  return { ines: municipalities, areas }
}

/** Whether a name stands as a place: introduced, or written with a capital, or last. One that is also an ordinary word needs introduction and capital. */
function isPlace(
  { from, to, key, municipalities }: FoundName,
  head: Head,
  previous: Mention | undefined,
  { question, tokens, terms, capitals }: Reading,
): boolean {
  const [start, end] = [tokens[from]?.start ?? 0, tokens[to]?.end ?? 0]
  const isOfTerm = terms.some((term) => term.start <= start && end <= term.end && term.end - term.start > end - start)
  // `en Altura una cubierta`: an article behind the name begins another phrase.
  if (isOfTerm && !/^\s+(?:un|una|unos|unas|el|la|los|las)\s/iu.test(question.slice(end))) return false
  if (head === 'municipality' || head === 'province' || head === 'island') return true
  const whole = tokens.slice(from, to + 1)
  const telling = whole.filter(({ folded }) => !little.has(folded))
  const named = telling.length > 0 ? telling : whole
  const isCapital = named.every(({ text }) => /^\p{Lu}/u.test(text)) && named.some(({ text }) => /\p{Ll}/u.test(text))
  const joins = previous !== undefined && /^\s*(?:,|y|e|o|u|ni)\s+$/iu.test(question.slice(previous.end, start))
  const isIntroduced = head === 'in' || joins
  const isContinued = /^\s+(?:(?:de|del|con|para)\s|\p{Lu}\p{Ll})/u.test(question.slice(end))
  // `Nueva Sevilla` is another place.
  if (/(?<!\p{L})(?:Nueva|Nuevo|Gran|New)\s+$/u.test(question.slice(0, start))) return false
  if (isOrdinaryName(key)) return isCapital && (isIntroduced || municipalities.some((ine) => capitals.has(ine))) && !isContinued
  if (isCapital || isIntroduced) return true
  return to === tokens.length - 1 && key.length > shortestLast
}

const little = new Set('de del d la las los lo el els les l a o as os es sa ses i y e en na n dels da do dos das al'.split(' '))
const shortestLast = 4

/** Where a bracket behind a name says it lies: areas of Spain, or abroad; undefined where it says nothing of that. */
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

/** What goes on from a known name to an unknown one: ` de Indias` behind `Cartagena`, ` la Vella` behind `Andorra`; '' where nothing does. */
function continuation(question: string, end: number, index: PlaceIndex, isTerm: (text: string) => boolean): string {
  const more = /^\s+(?:(?:de|del|do|da)\s+(?:(?:la|las|los|el)\s+)?|(?:la|las|los|el)\s+|d['’])(\p{Lu}\p{Ll}+)/u.exec(question.slice(end))
  if (more?.[1] === undefined || index.named(more[1]) !== undefined || isTerm(more[1])) return ''
  return more[0]
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

/** A place after "en" that the base does not know: nothing may be answered for it. */
function unknownPlace(question: string, index: PlaceIndex, isTerm: (text: string) => boolean): string | undefined {
  for (const [, name = ''] of question.matchAll(/(?<![\p{L}])(?:en|em|a)\s+(\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)*)/gu))
    if (!isTerm(name) && index.named(name) === undefined) return name
  return undefined
}

/** The one place that the names of a question agree upon, or why there is none. */
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

/** Whether a name is the province, island or community of another of the question: `Zaragoza` in `Orés, en Zaragoza`. */
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

const finest = ['island', 'province', 'community'] as const

/** The finest of areas that hold one another. */
function settleAreas(named: readonly { readonly areas: readonly Area[] }[], names: readonly string[], { geography }: KnowledgeBase): PlaceReading {
  const isShared = geography.spellings().some((row) => named.every(({ areas }) => areas.some((area) => liesIn(row, area))))
  if (!isShared) return { kind: 'two', names }
  // Spain as a whole says no more than no place.
  const all = named.flatMap(({ areas }) => areas)
  const [area] = finest.flatMap((kind) => all.filter((one) => one.kind === kind))
  return area === undefined ? { kind: 'none' } : { kind: 'area', area }
}
