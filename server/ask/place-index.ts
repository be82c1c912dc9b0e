import { fold } from '../engine/fold.ts'
import { nameKey } from '../engine/text.ts'
import { type Area, areasByName } from '../kb/area-names.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { stem } from '../kb/text-analysis.ts'
import { foreignNames } from './foreign-names.ts'

/** The possible meanings of a name. */
export interface Readings {
  /** INE codes of the municipalities of this name. */
  readonly municipalities: readonly string[]
  readonly areas: readonly Area[]
  readonly isForeign: boolean
  /** True for the common name of an island, such as Ibiza, which its town goes by too. */
  readonly isRatherIsland: boolean
}

/** A word of a question, with its position in the text. */
export interface Token {
  readonly text: string
  readonly folded: string
  readonly start: number
  readonly end: number
}

/** A name found in a question, from `tokens[from]` to `tokens[to]` inclusive. */
export interface FoundName extends Readings {
  readonly key: string
  readonly from: number
  readonly to: number
}

/** Index of place names: municipalities and areas of Spain, and foreign countries and cities. */
export interface PlaceIndex {
  /** The longest name that begins at `tokens[from]`. */
  at(question: string, tokens: readonly Token[], from: number): FoundName | undefined
  named(text: string): Readings | undefined
}

/** Names that stay ambiguous between Spain and abroad. For all others the Spanish place wins. */
const shared = new Set(['andorra'])

/** Builds the index of a knowledge base. */
export function placeIndex({ geography }: KnowledgeBase): PlaceIndex {
  const { provinces, communities } = geography
  const islands = new Set<string>()
  const municipalities = new Map<string, string[]>()
  for (const { island } of geography.spellings()) if (island) islands.add(island)
  const areas = areasByName(provinces, communities, islands)
  const islandNames = new Set<string>()
  for (const { ine, keys } of geography.spellings())
    for (const key of new Set(keys)) {
      municipalities.set(key, [...(municipalities.get(key) ?? []), ine])
      if (key !== keys[0] && areas.get(key)?.some(({ kind }) => kind === 'island') === true) islandNames.add(key)
    }
  const foreign = foreignNames()
  const longest = Math.max(...[...municipalities.keys(), ...areas.keys(), ...foreign].map((key) => key.split(' ').length))
  const readingsOf = (key: string): Readings | undefined => {
    const found = { municipalities: municipalities.get(key) ?? [], areas: areas.get(key) ?? [] }
    const isSpanish = found.municipalities.length > 0 || found.areas.length > 0
    const isForeign = foreign.has(key) && (!isSpanish || shared.has(key))
    return isSpanish || isForeign ? { ...found, isForeign, isRatherIsland: islandNames.has(key) } : undefined
  }
  return {
    named: (text) => readingsOf(nameKey(text)),
    at(question, tokens, from) {
      let found: FoundName | undefined
      const words: string[] = []
      for (let to = from; to < Math.min(tokens.length, from + longest); to++) {
        const token = tokens[to]
        if (token === undefined || (to > from && !isJoined(question, tokens[to - 1], token))) break
        words.push(to === from ? (withoutContraction.get(token.folded) ?? token.folded) : token.folded)
        const key = words.join(' ')
        const readings = readingsOf(key)
        if (readings !== undefined && (to > from || readings.municipalities.length === 0 || hasOwnLetters(token, readings, geography)))
          found = { ...readings, key, from, to }
      }
      return found
    },
  }
}

/** Article inside a contraction: `del Molar` is `de El Molar`. */
const withoutContraction = new Map([
  ['del', 'el'],
  ['al', 'el'],
])

/** True if two words may belong to one name: `Vitoria-Gasteiz`, `d'Uixó`, `Zarza, La`; false for `Madrid. La Unión` and `Zarza, la`. */
function isJoined(question: string, before: Token | undefined, after: Token): boolean {
  const gap = question.slice(before?.end ?? 0, after.start)
  if (gap.includes(',')) return /^\s*,\s*$/.test(gap) && (!articles.has(after.folded) || /^\p{Lu}/u.test(after.text))
  return /^[\s'’`´\-–/·]*$/u.test(gap) && !gap.includes('\n')
}

const articles = new Set(['el', 'la', 'los', 'las', 'els', 'les', 'a', 'o', 'as', 'os', 'es', 'sa', 'ses'])

/** False for `una` as Uña: a name that is a stop word without its ñ must be written with it. */
function hasOwnLetters({ text, folded }: Token, { municipalities }: Readings, { municipality }: KnowledgeBase['geography']): boolean {
  if (stem(folded) !== undefined || /ñ/iu.test(text.normalize('NFC'))) return true
  return municipalities.some((ine) => !/ñ/iu.test(municipality(ine)?.name ?? ''))
}

/** The words of a question. */
export function tokensOf(question: string): Token[] {
  return [...question.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: text, index }) => ({
    text,
    folded: fold(text),
    start: index,
    end: index + text.length,
  }))
}
