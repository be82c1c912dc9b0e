import { writeFileSync } from 'node:fs'
import { answerUnits } from '../../kb/compiler/answer-units.ts'
import { compile } from '../../kb/compiler/compile.ts'
import { type AnswerIndex, type AnswerUnit, type ArticleQuestions, buildAnswerIndex, openAnswerIndex, weighed } from '../../server/kb/answer-index.ts'
import { stems } from '../../server/kb/text-analysis.ts'
import { repeated, shortVector, vectorLine, vectorSize } from '../../server/kb/word-vectors.ts'
import { learn, type Sparse } from './learn-vectors.ts'

/**
 * Fits a vector for each word of the knowledge base, so that a question lies near the rule or article that it was asked of, and far from others; writes
 * `kb/vocabulary/word-vectors.tsv`. The same sources give the same vectors.
 */
export function fitVectors(): void {
  const { compiled, problems } = compile('kb')
  if (compiled === undefined) throw new Error(`kb has problems: ${problems[0]?.file}: ${problems[0]?.message}`)
  const { units, articles } = answerUnits(compiled)
  const index = openAnswerIndex(buildAnswerIndex(units, articles))
  const { targets, pairs } = trainingPairs(index, units, articles)
  console.log(`${pairs.length} questions, ${targets.length} rules and articles, ${index.terms.size} words`)
  const points = learn(targets, pairs, index.terms.size, vectorSize, (round, loss) => console.log(`round ${round}: loss ${loss.toFixed(3)}`))
  const met = new Uint8Array(index.terms.size)
  for (const { terms } of [...targets, ...pairs.map(({ question }) => question)]) for (const term of terms) met[term] = 1
  const lines = [...index.terms]
    .filter(([stem, term]) => met[term] === 1 && !/\d/.test(stem))
    .map(([stem, term]) => vectorLine({ stem, ...shortVector(points.subarray(term * vectorSize, (term + 1) * vectorSize)) }))
    .sort()
  writeFileSync('kb/vocabulary/word-vectors.tsv', `${lines.join('\n')}\n`)
}

/** Each question with what it was asked of: a rule, or the paragraphs of an article. */
function trainingPairs(index: AnswerIndex, units: readonly AnswerUnit[], articles: readonly ArticleQuestions[]) {
  const sparse = (terms: ReadonlyMap<number, number>): Sparse => ({
    terms: Uint32Array.from(terms.keys()),
    weights: Float32Array.from(terms, ([term, weight]) => weight * (index.rarity[term] ?? 0)),
  })
  const numbers = (text: string): number[] => stems(text).flatMap((stem) => index.terms.get(stem) ?? [])
  const targets: Sparse[] = []
  const pairs: { question: Sparse; target: number }[] = []
  const add = (target: ReadonlyMap<number, number>, asked: readonly string[]): void => {
    for (const text of asked) pairs.push({ question: sparse(counted(numbers(text))), target: targets.length })
    targets.push(sparse(target))
  }
  const paragraphs = new Map<string, Map<number, number>>()
  for (const unit of units) {
    const own = weighed({ name: numbers(unit.name), text: numbers(unit.text), context: numbers(unit.context) })
    if (unit.kind === 'rule' && unit.asked.length > 0) add(own, unit.asked)
    if (unit.kind === 'rule') continue
    const key = `${unit.document}/${unit.section}@${unit.editions.at(-1)}`
    const all = paragraphs.get(key) ?? new Map<number, number>()
    for (const [term, weight] of own) all.set(term, (all.get(term) ?? 0) + weight)
    paragraphs.set(key, all)
  }
  for (const { document, section, editions, asked } of articles) {
    const own = paragraphs.get(`${document}/${section}@${editions.at(-1)}`)
    if (own !== undefined && asked.length > 0) add(own, asked)
  }
  return { targets, pairs }
}

function counted(terms: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return new Map([...counts].map(([term, count]) => [term, repeated(count)]))
}
