import type { AnswerIndex } from '../kb/answer-index.ts'
import { addVector, vectorSize } from '../kb/word-vectors.ts'
import type { QueryTerm } from './retrieval.ts'

/** How near a question lies to each unit by the vectors of their words: another word for the same thing counts too. */
export interface Meaning {
  /** The cosine of the question with every unit, by its number; the same array each time. Zeros in a base without vectors. */
  find(query: readonly QueryTerm[]): Float32Array
  /** The cosine of the last question with the paragraphs of a unit's article, together. */
  ofArticle(unit: number): number
}

/** Opens the vectors of an index. */
export function meaningIn(index: AnswerIndex): Meaning {
  const [units, terms, scales] = ['unit-vectors', 'term-vectors', 'term-scales'].map((name) => index.arrays[name]) as [
    Int8Array,
    Int8Array,
    Float32Array,
  ]
  const lengths = Float32Array.from(index.units, (_, unit) => lengthOf(units.subarray(unit * vectorSize, (unit + 1) * vectorSize)))
  const articles = articlePoints(index, units, lengths)
  const cosines = new Float32Array(index.units.length)
  const [point, dots] = [new Float64Array(vectorSize), new Float64Array(cosines.length)]
  return {
    find(query) {
      point.fill(0)
      for (const { term, weight } of query)
        addVector(point, terms.subarray(term * vectorSize, (term + 1) * vectorSize), weight * (index.rarity[term] ?? 0) * (scales[term] ?? 0))
      const length = lengthOf(point)
      for (let at = 0; at < vectorSize; at++) point[at] = (point[at] ?? 0) / length
      dotsWith(point, units, dots)
      for (let unit = 0; unit < cosines.length; unit++) cosines[unit] = (dots[unit] ?? 0) / (lengths[unit] ?? 1)
      return cosines
    },
    ofArticle(unit) {
      const article = articles[unit]
      return article === undefined ? 0 : article.reduce((sum, value, at) => sum + value * (point[at] ?? 0), 0)
    },
  }
}

/** The product of a point with each of many vectors, four at a time: one addition need not wait for another, and each sum keeps its order. */
function dotsWith(point: Float64Array, vectors: Int8Array, dots: Float64Array): void {
  const whole = dots.length - (dots.length % 4)
  for (let unit = 0; unit < whole; unit += 4) {
    const start = unit * vectorSize
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let at = 0; at < vectorSize; at++) {
      const value = point[at] ?? 0
      first += value * (vectors[start + at] ?? 0)
      second += value * (vectors[start + at + vectorSize] ?? 0)
      third += value * (vectors[start + at + 2 * vectorSize] ?? 0)
      fourth += value * (vectors[start + at + 3 * vectorSize] ?? 0)
    }
    dots[unit] = first
    dots[unit + 1] = second
    dots[unit + 2] = third
    dots[unit + 3] = fourth
  }
  for (let unit = whole; unit < dots.length; unit++) {
    let sum = 0
    for (let at = 0; at < vectorSize; at++) sum += (point[at] ?? 0) * (vectors[unit * vectorSize + at] ?? 0)
    dots[unit] = sum
  }
}

/** The direction of the paragraphs of each unit's article; units of one article share it. */
function articlePoints(index: AnswerIndex, units: Int8Array, lengths: Float32Array): Float64Array[] {
  const keyOf = (unit: number): string => `${index.units[unit]?.document}/${index.units[unit]?.section}@${index.units[unit]?.editions.at(-1)}`
  const points = new Map<string, Float64Array>()
  for (const [unit, { kind }] of index.units.entries()) {
    const key = keyOf(unit)
    const point = points.get(key) ?? new Float64Array(vectorSize)
    points.set(key, point)
    if (kind === 'paragraph') addVector(point, units.subarray(unit * vectorSize, (unit + 1) * vectorSize), 1 / (lengths[unit] ?? 1))
  }
  for (const point of points.values()) {
    const length = lengthOf(point)
    for (let at = 0; at < vectorSize; at++) point[at] = (point[at] ?? 0) / length
  }
  return index.units.map((_, unit) => points.get(keyOf(unit)) as Float64Array)
}

/** The length of a vector; 1 for none, which then stays at 0. */
function lengthOf(values: Int8Array | Float64Array): number {
  let sum = 0
  for (let at = 0; at < vectorSize; at++) sum += (values[at] ?? 0) ** 2
  return Math.sqrt(sum) || 1
}
