import { type NumberArray, packArrays, unpackArrays } from './packed-arrays.ts'
import { stem, words } from './text-analysis.ts'
import { addVector, partWeights, repeated, shortVector, vectorSize, type WordVector } from './word-vectors.ts'

/** A thing that can answer a question: a rule, or one paragraph of an article. */
export interface AnswerUnit {
  readonly kind: 'rule' | 'paragraph'
  readonly document: string
  readonly section: string
  readonly editions: readonly string[]
  /** The rule's id, or the paragraph's text. */
  readonly body: string
  /** Questions that people ask of the rule; none for a paragraph. */
  readonly asked: readonly string[]
  /** What it is called: its title, and the names of element and parameter. */
  readonly name: string
  readonly text: string
  /** Where it stands: titles of the sections around it, labels of its conditions. */
  readonly context: string
}

/** The questions of a whole article. */
export interface ArticleQuestions {
  readonly document: string
  readonly section: string
  readonly editions: readonly string[]
  readonly asked: readonly string[]
}

export const unitFields = ['name', 'text', 'context'] as const
export type UnitField = (typeof unitFields)[number]

/** The head of a stored index; everything with many numbers is in the arrays behind it. */
interface Head {
  readonly terms: readonly string[]
  readonly units: readonly (Pick<AnswerUnit, 'kind' | 'document' | 'section' | 'editions' | 'body'> & { readonly groups: readonly number[] })[]
}

/** BM25 constants: how fast repeated words stop counting, and how much long texts are held back. */
const saturation = 1.2
const lengthWeight = 0.6

/** Builds the index of everything that can answer a question, as bytes. The same units and vectors give the same bytes. */
export function buildAnswerIndex(
  units: readonly AnswerUnit[],
  articles: readonly ArticleQuestions[],
  vectors: readonly WordVector[] = [],
): Uint8Array {
  const { numbers, termsIn } = termNumbers()
  const groups: (readonly string[])[] = []
  const articleGroups = new Map<string, number>()
  for (const { document, section, editions, asked } of articles) {
    if (asked.length === 0) continue
    for (const edition of editions) articleGroups.set(`${document}/${section}@${edition}`, groups.length)
    groups.push(asked)
  }
  const described = units.map(({ kind, document, section, editions, body, asked }) => {
    const article = articleGroups.get(`${document}/${section}@${editions.at(-1)}`)
    if (asked.length > 0) groups.push(asked)
    return { kind, document, section, editions, body, groups: [asked.length > 0 ? groups.length - 1 : -1, article ?? -1] }
  })
  const arrays: Record<string, NumberArray> = {}
  // Rules share paragraphs, and all units of a section its titles.
  const read = new Map<string, readonly number[]>()
  const termsOf = (text: string): readonly number[] => {
    const terms = read.get(text) ?? termsIn(text)
    read.set(text, terms)
    return terms
  }
  const parts = units.map((unit) => ({ name: termsOf(unit.name), text: termsOf(unit.text), context: termsOf(unit.context) }))
  for (const field of unitFields)
    addPostings(
      arrays,
      field,
      parts.map((part) => part[field]),
    )
  const questions = groups.flatMap((asked, group) => asked.map((text) => ({ group, terms: [...new Set(termsIn(text))] })))
  addPostings(
    arrays,
    'question',
    questions.map(({ terms }) => terms),
  )
  addLists(
    arrays,
    'terms-of-question',
    questions.map(({ terms }) => terms),
  )
  arrays['group-of-question'] = Uint32Array.from(questions, ({ group }) => group)
  addLists(
    arrays,
    'title',
    units.map(({ kind, name }) => (kind === 'rule' ? [...new Set(termsOf(name.split('\n')[0] ?? ''))] : [])),
  )
  const head: Head = { terms: [...numbers.keys()], units: described }
  for (const field of [...unitFields, 'question']) arrays[`${field}-starts`] = padded(arrays[`${field}-starts`] as Uint32Array, numbers.size + 1)
  addVectors(arrays, parts, numbers, vectors)
  return packArrays(head, arrays)
}

/** Gives terms their numbers, in the order in which they are met. Each word is stemmed once. */
function termNumbers(): { readonly numbers: ReadonlyMap<string, number>; readonly termsIn: (text: string) => number[] } {
  const [numbers, ofWord] = [new Map<string, number>(), new Map<string, number>()]
  const numberOf = (word: string): number => {
    const term = stem(word)
    const number = term === undefined ? -1 : (numbers.get(term) ?? numbers.size)
    if (term !== undefined) numbers.set(term, number)
    ofWord.set(word, number)
    return number
  }
  const termsIn = (text: string): number[] => {
    const found: number[] = []
    for (const word of words(text)) {
      const number = ofWord.get(word) ?? numberOf(word)
      if (number >= 0) found.push(number)
    }
    return found
  }
  return { numbers, termsIn }
}

/** Where each unit lies among the vectors of words: `unit-vectors`, and those of the terms themselves: `term-vectors` and `term-scales`. */
function addVectors(
  arrays: Record<string, NumberArray>,
  parts: readonly Readonly<Record<UnitField, readonly number[]>>[],
  numbers: ReadonlyMap<string, number>,
  vectors: readonly WordVector[],
): void {
  const rarity = rarityOf(arrays, numbers.size, parts.length)
  const [terms, scales] = [new Int8Array(numbers.size * vectorSize), new Float32Array(numbers.size)]
  for (const { stem, scale, values } of vectors) {
    const term = numbers.get(stem)
    if (term === undefined) continue
    terms.set(values, term * vectorSize)
    scales[term] = scale
  }
  const units = new Int8Array(parts.length * vectorSize)
  for (const [unit, part] of parts.entries()) {
    const point = new Float64Array(vectorSize)
    for (const [term, weight] of weighed(part)) {
      // Most terms have no vector.
      if (scales[term] === 0) continue
      addVector(point, terms.subarray(term * vectorSize, (term + 1) * vectorSize), (rarity[term] ?? 0) * (scales[term] ?? 0) * weight)
    }
    units.set(shortVector(point).values, unit * vectorSize)
  }
  Object.assign(arrays, { 'term-vectors': terms, 'term-scales': scales, 'unit-vectors': units })
}

/** The terms of a unit, each with how much it counts for where the unit lies. */
export function weighed(part: Readonly<Record<UnitField, readonly number[]>>): Map<number, number> {
  const all = new Map<number, number>()
  for (const field of unitFields) {
    for (const [term, count] of countsOf(part[field])) all.set(term, (all.get(term) ?? 0) + partWeights[field] * repeated(count))
  }
  return all
}

/** Posting lists by term: `<name>-starts`, `<name>-items`, `<name>-weights`; a weight is the term's BM25 factor in the item, without rarity. */
function addPostings(arrays: Record<string, NumberArray>, name: string, items: readonly (readonly number[])[]): void {
  const average = items.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, items.filter((terms) => terms.length > 0).length) || 1
  const starts = startsOf(items)
  const next = starts.slice()
  const [all, weights] = [new Uint32Array(starts.at(-1) ?? 0), new Float32Array(starts.at(-1) ?? 0)]
  for (const [item, terms] of items.entries()) {
    const norm = saturation * (1 - lengthWeight + (lengthWeight * terms.length) / average)
    for (const [term, count] of countsOf(terms)) {
      const at = next[term] ?? 0
      next[term] = at + 1
      all[at] = item
      weights[at] = (count * (saturation + 1)) / (count + norm)
    }
  }
  Object.assign(arrays, { [`${name}-starts`]: starts, [`${name}-items`]: all, [`${name}-weights`]: weights })
}

/** Where the postings of each term begin, and at last where they end: one for each item that has the term. */
function startsOf(items: readonly (readonly number[])[]): Uint32Array {
  let terms = 0
  for (const list of items) for (const term of list) terms = Math.max(terms, term + 1)
  const starts = new Uint32Array(terms + 1)
  const lastItem = new Int32Array(terms).fill(-1)
  for (const [item, list] of items.entries())
    for (const term of list) {
      if (lastItem[term] === item) continue
      lastItem[term] = item
      starts[term + 1] = (starts[term + 1] ?? 0) + 1
    }
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0)
  return starts
}

/** How often each term stands in a list. */
function countsOf(terms: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

/** Lists of numbers one behind the other: `<name>-starts` and `<name>-items`. */
function addLists(arrays: Record<string, NumberArray>, name: string, lists: readonly (readonly number[])[]): void {
  const starts = new Uint32Array(lists.length + 1)
  for (const [index, list] of lists.entries()) starts[index + 1] = (starts[index] ?? 0) + list.length
  Object.assign(arrays, { [`${name}-starts`]: starts, [`${name}-items`]: Uint32Array.from(lists.flat()) })
}

/** Makes a list of starts as long as there are terms: terms of other fields have no postings here. */
function padded(starts: Uint32Array, length: number): Uint32Array {
  const whole = new Uint32Array(length).fill(starts.at(-1) ?? 0)
  whole.set(starts)
  return whole
}

export type StoredUnit = Head['units'][number]

/** An index opened for reading. */
export interface AnswerIndex {
  readonly units: readonly StoredUnit[]
  readonly terms: ReadonlyMap<string, number>
  /** Inverse document frequency of a term by its number. */
  readonly rarity: Float64Array
  /** Posting lists are in `<field>-starts`, `-items` and `-weights`, by term. */
  readonly arrays: Readonly<Record<string, NumberArray>>
  /** The numbers of a stored list. */
  list(name: string, index: number): Uint32Array
}

/** Opens an index written by `buildAnswerIndex`, without copying its arrays. */
export function openAnswerIndex(data: Uint8Array): AnswerIndex {
  const { head, arrays } = unpackArrays<Head>(data)
  const array = (name: string): Uint32Array => arrays[name] as Uint32Array
  const list = (name: string, index: number): Uint32Array => {
    const starts = array(`${name}-starts`)
    return array(`${name}-items`).subarray(starts[index] ?? 0, starts[index + 1] ?? 0)
  }
  const rarity = rarityOf(arrays, head.terms.length, head.units.length)
  return { units: head.units, terms: new Map(head.terms.map((term, index) => [term, index])), rarity, arrays, list }
}

/** Inverse document frequency of each term. */
function rarityOf(arrays: Readonly<Record<string, NumberArray>>, terms: number, size: number): Float64Array {
  const starts = ['name', 'text', 'question'].map((name) => arrays[`${name}-starts`] as Uint32Array)
  return Float64Array.from({ length: terms }, (_, term) => {
    const common = Math.max(...starts.map((own) => (own[term + 1] ?? 0) - (own[term] ?? 0)))
    return Math.log(1 + (size - Math.min(size, common) + 0.5) / (common + 0.5))
  })
}

/** Most words that stand before the first stop of a paragraph and are its heading: `Recinto protegido.` */
const mostHeadingWords = 6

/** The heading that a paragraph begins with; empty if it begins with a sentence. */
export function paragraphHeading(text: string): string {
  const heading = /^[^.:\n]+(?=[.:])/.exec(text)?.[0] ?? ''
  return heading.split(' ').length <= mostHeadingWords ? heading : ''
}
