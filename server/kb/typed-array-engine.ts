import { fieldBoosts, fields, type Indexed, type SearchEngine } from './search-engine.ts'
import { stems } from './text-analysis.ts'

/**
 * An inverted index on typed arrays, scored with BM25F, for knowledge bases too large for MiniSearch. A posting is an article
 * and the weighted count of the term in it: field boosts and length normalization are already applied.
 */
interface TypedIndex {
  readonly ids: readonly string[]
  readonly terms: readonly string[]
  /** Index of each term's first posting; one more entry marks the end. */
  readonly starts: Uint32Array
  readonly articles: Uint32Array
  readonly counts: Float32Array
}

const saturation = 1.2
const lengthWeight = 0.7

/** Builds the index of a large knowledge base. The same articles give the same bytes on every little-endian machine. */
export function buildTypedArrays(all: readonly Indexed[]): Uint8Array {
  const lengths = all.map((article) => fields.map((field) => stems(article[field])))
  const average = fields.map((_, field) => lengths.reduce((sum, article) => sum + (article[field]?.length ?? 0), 0) / Math.max(1, all.length) || 1)
  const postings = new Map<string, Map<number, number>>()
  for (const [article, byField] of lengths.entries()) {
    for (const [field, terms] of byField.entries()) {
      const boost = fieldBoosts[fields[field] ?? 'text']
      const norm = 1 - lengthWeight + (lengthWeight * terms.length) / (average[field] ?? 1)
      for (const term of terms) {
        const own = postings.get(term) ?? new Map<number, number>()
        own.set(article, (own.get(article) ?? 0) + boost / norm)
        postings.set(term, own)
      }
    }
  }
  const terms = [...postings.keys()].sort()
  const total = terms.reduce((sum, term) => sum + (postings.get(term)?.size ?? 0), 0)
  const [starts, articles, counts] = [new Uint32Array(terms.length + 1), new Uint32Array(total), new Float32Array(total)]
  let at = 0
  for (const [index, term] of terms.entries()) {
    starts[index] = at
    for (const [article, count] of postings.get(term) ?? []) {
      articles[at] = article
      counts[at++] = count
    }
  }
  starts[terms.length] = at
  const head = Buffer.from(JSON.stringify({ ids: all.map(({ id }) => id), terms }), 'utf8')
  const sizes = new Uint32Array([head.length, starts.length, total])
  return Buffer.concat([bytes(sizes), head, Buffer.alloc((4 - (head.length % 4)) % 4), bytes(starts), bytes(articles), bytes(counts)])
}

/** Opens an index written by `buildTypedArrays`. */
export function openTypedArrays(data: Uint8Array): SearchEngine {
  const { ids, terms, starts, articles, counts } = read(data)
  const numbers = new Map(terms.map((term, index) => [term, index]))
  const frequency = (term: string): number => {
    const number = numbers.get(term)
    return number === undefined ? 0 : (starts[number + 1] ?? 0) - (starts[number] ?? 0)
  }
  const scores = new Float64Array(ids.length)
  return {
    size: ids.length,
    frequency,
    terms: () => numbers.keys(),
    search(wanted, most) {
      const touched: number[] = []
      for (const { term, weight } of wanted) {
        const number = numbers.get(term)
        if (number === undefined) continue
        const common = frequency(term)
        const rarity = weight * Math.log(1 + (ids.length - common + 0.5) / (common + 0.5))
        for (let at = starts[number] ?? 0; at < (starts[number + 1] ?? 0); at++) {
          const article = articles[at] ?? 0
          const count = counts[at] ?? 0
          if (scores[article] === 0) touched.push(article)
          scores[article] = (scores[article] ?? 0) + (rarity * count * (saturation + 1)) / (count + saturation)
        }
      }
      const best = pickBest(touched, scores, most)
      for (const article of touched) scores[article] = 0
      return best.map(({ article, score }) => ({ id: ids[article] ?? '', score }))
    },
  }
}

const histogramSteps = 1024

/** The best articles in order; ties keep the order of the knowledge base. A histogram of scores limits sorting to the articles near the top. */
function pickBest(touched: readonly number[], scores: Float64Array, most: number): { article: number; score: number }[] {
  let highest = 0
  for (const article of touched) highest = Math.max(highest, scores[article] ?? 0)
  const stepOf = (article: number): number => Math.floor(((scores[article] ?? 0) / highest) * (histogramSteps - 1))
  const histogram = new Uint32Array(histogramSteps)
  for (const article of touched) histogram[stepOf(article)] = (histogram[stepOf(article)] ?? 0) + 1
  let least = histogramSteps - 1
  for (let kept = histogram[least] ?? 0; kept < most && least > 0; kept += histogram[least] ?? 0) least--
  const best: { article: number; score: number }[] = []
  for (const article of touched) if (stepOf(article) >= least) best.push({ article, score: scores[article] ?? 0 })
  return best.sort(byScore).slice(0, most)
}

function byScore(left: { article: number; score: number }, right: { article: number; score: number }): number {
  return right.score - left.score || left.article - right.article
}

function bytes(array: Uint32Array | Float32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength)
}

function read(data: Uint8Array): TypedIndex {
  const copy = new Uint8Array(data).buffer
  const [headLength = 0, startCount = 0, total = 0] = new Uint32Array(copy, 0, 3)
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(copy, 12, headLength))) as { ids: string[]; terms: string[] }
  let at = 12 + headLength + ((4 - (headLength % 4)) % 4)
  const starts = new Uint32Array(copy, at, startCount)
  at += starts.byteLength
  const articles = new Uint32Array(copy, at, total)
  at += articles.byteLength
  return { ...head, starts, articles, counts: new Float32Array(copy, at, total) }
}
