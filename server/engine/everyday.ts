import type { EverydaySource } from './everyday-source.ts'
import { nameWords, wordsKey } from './name-words.ts'

/** The words of everyday speech, ready to read names with. */
export interface Everyday {
  /** The words of a name of the vocabulary. */
  canonical(text: string): readonly string[]
  /** What a text that a person wrote may say, each as words: first as it stands, then by its other meanings. */
  readings(text: string): readonly (readonly string[])[]
  /** True for a word of place or use. */
  isScene(word: string): boolean
  /** What the words of place say of the case. */
  sceneSets(words: Iterable<string>): ReadonlyMap<string, string>
  isWeak(word: string): boolean
  /** The elements or parameters that words stand for beside their own. */
  standIns(kind: 'element' | 'parameter', words: readonly string[]): readonly StandIn[]
  /** The names that in speech say several things. */
  readonly several: readonly Several[]
}

/** Words that name one of several elements or parameters, and do not tell which. */
export interface Several {
  /** What `mean` lists. */
  readonly kind: 'element' | 'parameter'
  readonly mean: readonly string[]
  /** The ids of the other half of the pairs. */
  readonly of: readonly string[]
  /** The keys of the words, without weak ones. */
  readonly say: ReadonlySet<string>
}

/** An element or a parameter that words stand for. */
export interface StandIn {
  readonly id: string
  /** The ids of the other half of the pairs in which it is meant by definition; none: it is never more than likely. */
  readonly of: readonly string[]
}

/** No words of everyday speech. */
export const plainEveryday: EverydaySource = { words: [], scene: [], weak: [], stand_ins: [], several: [] }

const mostReadings = 24

/** Makes the words of everyday speech ready. */
export function everydayFrom(source: EverydaySource): Everyday {
  const [sameAs, several] = [newPhrases(), newPhrases()]
  for (const { say, mean } of source.words)
    for (const said of say) {
      const key = nameWords(said).join(' ')
      if (mean.length === 1) sameAs.set(key, [nameWords(mean[0] ?? '')])
    }
  const canonical = (text: string): readonly string[] => replaced(nameWords(text), sameAs)[0] ?? []
  for (const { say, mean } of source.words.filter((one) => one.mean.length > 1))
    for (const said of say) {
      const words = canonical(said)
      several.set(words.join(' '), [words, ...mean.map(canonical)])
    }
  const scene = new Map<string, Readonly<Record<string, string>>>()
  for (const { say, sets = {} } of source.scene) for (const said of say) scene.set(wordsKey(canonical(said)), sets)
  const weak = new Set(source.weak.flatMap(nameWords))
  const standIns = Map.groupBy(
    source.stand_ins.flatMap((one) => one.say.map((text) => ({ one, key: wordsKey(canonical(text)) }))),
    ({ key }) => key,
  )
  return {
    canonical,
    standIns: (kind, words) =>
      (standIns.get(wordsKey(words)) ?? []).flatMap(({ one }) => {
        const { of = [] } = one
        if ('element' in one) return kind === 'element' ? [{ id: one.element, of }] : []
        return kind === 'parameter' ? [{ id: one.parameter, of }] : []
      }),
    readings: (text) => replaced(canonical(text), several),
    isScene: (word) => scene.has(word),
    sceneSets: (words) => new Map([...words].flatMap((word) => Object.entries(scene.get(word) ?? {}))),
    isWeak: (word) => weak.has(word),
    several: source.several.map((one) => ({
      kind: 'elements' in one ? 'element' : 'parameter',
      mean: 'elements' in one ? one.elements : one.parameters,
      of: one.of,
      say: new Set(one.say.map((text) => wordsKey(canonical(text).filter((word) => !weak.has(word))))),
    })),
  }
}

/** What phrases mean, each meaning as words. */
interface Phrases {
  get(phrase: string): readonly (readonly string[])[] | undefined
  set(phrase: string, meanings: readonly (readonly string[])[]): void
  /** The number of words of the longest phrase that begins with a word; 0 if none does. */
  longestFrom(word: string): number
}

function newPhrases(): Phrases {
  const [meaningsOf, longest] = [new Map<string, readonly (readonly string[])[]>(), new Map<string, number>()]
  return {
    get: (phrase) => meaningsOf.get(phrase),
    set(phrase, meanings) {
      const [first = '', ...others] = phrase.split(' ')
      meaningsOf.set(phrase, meanings)
      longest.set(first, Math.max(longest.get(first) ?? 0, others.length + 1))
    },
    longestFrom: (word) => longest.get(word) ?? 0,
  }
}

/** Words with each phrase that has other readings replaced, the longest first; every combination, up to a number. */
function replaced(words: readonly string[], phrases: Phrases): string[][] {
  let all: string[][] = [[]]
  for (let at = 0; at < words.length; ) {
    let [length, found] = [1, undefined as readonly (readonly string[])[] | undefined]
    for (let size = Math.min(phrases.longestFrom(words[at] ?? ''), words.length - at); size > 0 && found === undefined; size--) {
      found = phrases.get(words.slice(at, at + size).join(' '))
      if (found !== undefined) length = size
    }
    const parts = found ?? [[words[at] ?? '']]
    all = parts.flatMap((part) => all.map((before) => [...before, ...part])).slice(0, mostReadings)
    at += length
  }
  return all
}
