import { stemmer } from '@orama/stemmers/spanish'
import { fold } from '../engine/fold.ts'

const stopWords = new Set(
  `a al algo algun alguna algunas alguno algunos ante antes aquel aquella aquello asi aun aunque bajo bien cabe cada casi como con contra cual cuales cualquier cualquiera cuan cuando cuanta cuantas cuanto cuantos
  de debe deben del desde donde dos e el ella ellas ello ellos en entre era eran es esa esas ese eso esos esta estan estar estas este esto estos fue fueron ha haber habia han hasta hay la las le les lo los
  mas me mi mientras muy nada ni no nos nosotros o os otra otras otro otros para pero poco por porque pues puede pueden que quien quienes se sea sean segun ser si sido siempre sin sino sobre solo son su sus
  tal tales tambien tan tanto te tiene tienen toda todas todo todos tras tu u un una unas uno unos vosotros y ya yo cumple cumplir tener dar`.split(
    /\s+/,
  ),
)

/** Splits a text into lower-case words without accents. Numbers with points or commas stay whole: `3.1.1`. */
export function words(text: string): string[] {
  return fold(text).match(/[a-z0-9α]+(?:[.,][0-9a-z]+)*/g) ?? []
}

/** The Spanish Snowball stem of a word. Restores the accent of -ción and -sión first, because the stemmer's rules need it. */
export function snowball(word: string): string {
  return stemmer(word.replace(/([cs])ion$/, '$1ión'))
}

/** Stems that are kept: texts and questions repeat their words. */
const mostKept = 50_000
const kept = new Map<string, string>()

/** The index term of a folded word; undefined for a stop word. The stem is folded again, so that accents never matter. */
export function stem(word: string): string | undefined {
  if (stopWords.has(word)) return undefined
  if (/\d/.test(word) || word.length < 3) return word
  const known = kept.get(word)
  if (known !== undefined) return known
  const found = fold(snowball(word))
  // A word of a mistyped or endless text is not worth keeping.
  if (kept.size < mostKept && word.length < 40) kept.set(word, found)
  return found
}

/** The index terms of a text, in order. */
export function stems(text: string): string[] {
  return words(text).flatMap((word) => stem(word) ?? [])
}
