import { fold } from './fold.ts'

/** One spelling for a place name: folded, one space between words. `Alacant/Alicante` → `alacant alicante`. */
export function nameKey(name: string): string {
  return fold(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** A text that `identifier` leaves as it is, which most are. */
const plainIdentifier = /^[a-z0-9.%]+(?:-[a-z0-9.%]+)*$/

/** One spelling for an identifier: case, accents, spaces, `_` and `-` do not count; Greek α is written out. `Cubierta_Plana` → `cubierta-plana`. */
export function identifier(text: string): string {
  if (plainIdentifier.test(text)) return text
  return fold(text)
    .replace(/α/g, 'alpha')
    .replace(/[^a-z0-9.%]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** Known names, made ready once to find those most like an unknown one, best first. */
export type Alike = (wanted: string, among?: ReadonlySet<string>) => string[]

interface KnownName {
  readonly text: string
  /** The value returned for it. */
  readonly result: string
  readonly gramCount: number
}

const mostAlike = 5
const leastScore = 0.3

/** Makes names ready; they are pairs of what is compared and what is returned. A search then looks only at names that share two letters with the wanted one: a request may ask for thousands. */
export function alikeAmong(names: Iterable<readonly [string, string]>): Alike {
  const known: KnownName[] = []
  const byGram = new Map<string, number[]>()
  for (const [name, result] of names) {
    const text = identifier(name)
    const grams = bigrams(text)
    for (const gram of grams) {
      const holders = byGram.get(gram)
      if (holders === undefined) byGram.set(gram, [known.length])
      else holders.push(known.length)
    }
    known.push({ text, result, gramCount: grams.size })
  }
  const gramCounts = Uint16Array.from(known, ({ gramCount }) => gramCount)
  return (wanted, among) => {
    const target = identifier(wanted)
    const grams = bigrams(target)
    const [shared, touched] = sharedGrams(grams, byGram, known.length)
    const scores = new Map<string, number>()
    for (const place of touched) {
      const count = shared[place] ?? 0
      // Most names share too little, and are not looked at.
      if ((2 * count) / ((gramCounts[place] ?? 0) + grams.size) <= leastScore && count < grams.size - 2) continue
      const name = known[place]
      if (name === undefined || among?.has(name.result) === false) continue
      const score = scoreOf(target, grams.size, name, count)
      if (score > (scores.get(name.result) ?? leastScore)) scores.set(name.result, score)
    }
    return [...scores]
      .sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1))
      .slice(0, mostAlike)
      .map(([result]) => result)
  }
}

/** How many of some grams each name has, by its place, and the places of those that have any. */
function sharedGrams(grams: ReadonlySet<string>, byGram: ReadonlyMap<string, readonly number[]>, names: number): [Uint16Array, readonly number[]] {
  const shared = new Uint16Array(names)
  const touched: number[] = []
  for (const gram of grams)
    for (const place of byGram.get(gram) ?? []) {
      const before = shared[place] ?? 0
      if (before === 0) touched.push(place)
      shared[place] = before + 1
    }
  return [shared, touched]
}

function scoreOf(target: string, gramCount: number, name: KnownName, shared: number): number {
  if (target === name.text) return 1
  const dice = (2 * shared) / (name.gramCount + gramCount)
  // A name that holds the text shares all its grams but those of its two ends.
  const contained = shared >= gramCount - 2 && target.length > 3 && name.text.includes(target) ? 0.35 : 0
  return Math.min(0.99, dice + contained)
}

function bigrams(text: string): Set<string> {
  const padded = ` ${text} `
  const grams = new Set<string>()
  for (let start = 0; start < padded.length - 1; start++) grams.add(padded.slice(start, start + 2))
  return grams
}

/** A label within a sentence: `compacidad V/A` of `Compacidad V/A`; one that begins with a symbol stays (`DnT,A`, `U global`). */
export function withinSentence(label: string): string {
  return /^\p{Lu}\p{Ll}+(?:\s|$)/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
