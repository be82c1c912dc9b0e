import type { Quantity } from '../engine/quantities.ts'
import { stems } from '../kb/text-analysis.ts'
import { type Magnitude, magnitudeSaid } from './magnitudes.ts'
import type { Word } from './phrase-index.ts'
import type { Span } from './places.ts'

/** The classes that a question names, with their places in it: resistance and reaction to fire, and what follows `clase`. */
export function classesIn(question: string): (Span & { readonly text: string })[] {
  return [
    ...question.matchAll(/\b(?:REI|RE|EI|R|E)[12]?[ -]?\d{2,3}(?:-?C\d)?\b/g),
    ...question.matchAll(/\b[A-F][12]?(?:fl|FL)?-s[123](?:,? ?d[012])?\b|\bA[12](?:fl|FL)?\b/g),
    ...question.matchAll(/(?<=\bclase\s+)\p{L}{0,4}\d{0,2}[a-z]?\b/giu),
  ].flatMap(({ 0: text, index }) => (text === '' ? [] : [{ text, start: index, end: index + text.length }]))
}

/** The index terms of the words near a quantity, in its own clause: most of what it measures is said before it. */
function wordsAround({ start, end, isWord }: Quantity, words: readonly Word[], question: string): Map<string, number> {
  const [first, last] = [words.findIndex((word) => word.start >= start), words.findLastIndex((word) => word.start < end)]
  if (isWord) return new Map(words.slice(last + 1, last + 2).flatMap(({ stem }) => (stem === undefined ? [] : [[stem, 1] as const])))
  const isApart = (one: number, other: number): boolean =>
    /[.,;:?!¿()]\s|[¿()]/.test(question.slice((words[one]?.start ?? 0) + (words[one]?.text.length ?? 0), words[other]?.start))
  let [from, to] = [first, last]
  while (from > 0 && first - from < farBefore && !isApart(from - 1, from)) from--
  while (to < words.length - 1 && to - last < farBehind && !isApart(to, to + 1)) to++
  const near = new Map<string, number>()
  for (let position = from; position <= to; position++) {
    const { stem } = words[position] as Word
    if (stem === undefined) continue
    const steps = wordsBetween(words, Math.min(position, last), Math.max(position, first))
    near.set(stem, Math.max(near.get(stem) ?? 0, 1 / Math.max(1, steps)))
  }
  return near
}

/** The index terms of the sentence that a quantity stands in. */
function wordsOfSentence({ start, end }: Quantity, words: readonly Word[], question: string): Set<string> {
  const begin = Math.max(0, ...[...question.slice(0, start).matchAll(/[.;:?!]\s|¿/g)].map(({ index }) => index))
  const stop = end + (/[.;:?!](?:\s|$)/.exec(question.slice(end))?.index ?? question.length)
  return new Set(words.flatMap((word) => (word.start >= begin && word.start < stop ? (word.stem ?? []) : [])))
}

interface Described {
  readonly around: ReadonlyMap<string, number>
  readonly sentence: ReadonlySet<string>
  readonly magnitude: Magnitude | undefined
}

/** What the words beside a quantity say it is: a kind of length, which counts as a word beside it; and those of its sentence. */
export function describedQuantity(quantity: Quantity, words: readonly Word[], question: string): Described {
  const magnitude = quantity.isWord ? undefined : magnitudeSaid(question.slice(0, quantity.start), question.slice(quantity.end))
  const around = wordsAround(quantity, words, question)
  for (const stem of stems(magnitude ?? '')) around.set(stem, 1)
  return { around, sentence: wordsOfSentence(quantity, words, question), magnitude }
}

/** Steps between two words that mean something; `de` and `el` do not count. */
function wordsBetween(words: readonly Word[], from: number, to: number): number {
  return words.slice(from, to).filter(({ stem }) => stem !== undefined).length
}

/** How many words before and behind a quantity may say what it measures. */
const [farBefore, farBehind] = [9, 5]
