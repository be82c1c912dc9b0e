/** A text as its terms, each with its weight. */
export interface Sparse {
  readonly terms: Uint32Array
  readonly weights: Float32Array
}

/** Questions that are told apart at once, rounds over all questions, first step, and how sharply the nearest counts. */
const [batch, rounds, rate, temperature] = [256, 15, 0.002, 0.07]
/** Share of the words of a text left out each time, so that no single one decides. */
const leftOut = 0.15
const [keepFirst, keepSecond] = [0.9, 0.999]

interface Pair {
  readonly question: Sparse
  readonly target: number
}

/**
 * Learns a point for each term, so that the sum of a question's points lies in the direction of its own target and not of the others in its batch
 * (softmax over cosines, Adam). Deterministic. `size`: numbers in a point. Returns the points one behind the other.
 */
export function learn(
  targets: readonly Sparse[],
  pairs: readonly Pair[],
  terms: number,
  size: number,
  report: (round: number, loss: number) => void,
): Float32Array {
  const random = generator(1)
  const points = Float32Array.from({ length: terms * size }, () => normal(random) / Math.sqrt(size))
  const gradient = new Float32Array(points.length)
  const [first, second] = [new Float32Array(points.length), new Float32Array(points.length)]
  let step = 0
  for (let round = 1; round <= rounds; round++) {
    const order = shuffled(pairs, random)
    let loss = 0
    for (let at = 0; at + batch <= order.length; at += batch) {
      const own = order.slice(at, at + batch)
      gradient.fill(0)
      loss += tellApart(own, targets, { points, gradient, size, random })
      step++
      const [firstShare, secondShare] = [1 - keepFirst ** step, 1 - keepSecond ** step]
      for (let index = 0; index < points.length; index++) {
        const slope = gradient[index] ?? 0
        const mean = keepFirst * (first[index] ?? 0) + (1 - keepFirst) * slope
        const square = keepSecond * (second[index] ?? 0) + (1 - keepSecond) * slope * slope
        first[index] = mean
        second[index] = square
        points[index] = (points[index] ?? 0) - (rate * (mean / firstShare)) / (Math.sqrt(square / secondShare) + 1e-8)
      }
    }
    report(round, loss / Math.floor(order.length / batch))
  }
  return points
}

interface State {
  readonly points: Float32Array
  readonly gradient: Float32Array
  readonly size: number
  readonly random: () => number
}

/** One batch: adds the slope of its loss to the gradient, and returns the loss. */
function tellApart(pairs: readonly Pair[], targets: readonly Sparse[], state: State): number {
  const { size } = state
  const questions = pairs.map(({ question }) => place(question, state))
  const answers = pairs.map(({ target }) => place(targets[target] as Sparse, state))
  const [questionSlopes, answerSlopes] = [questions, answers].map((all) => all.map(() => new Float64Array(size))) as [Float64Array[], Float64Array[]]
  let loss = 0
  for (const [row, question] of questions.entries()) {
    const powers = answers.map((answer, column) =>
      // The same target twice in a batch is no wrong answer.
      column !== row && pairs[column]?.target === pairs[row]?.target ? 0 : Math.exp((dot(question.unit, answer.unit) - 1) / temperature),
    )
    const sum = powers.reduce((total, power) => total + power, 0)
    loss -= Math.log((powers[row] ?? 0) / sum)
    for (const [column, answer] of answers.entries()) {
      const slope = ((powers[column] ?? 0) / sum - (column === row ? 1 : 0)) / temperature / pairs.length
      if (slope === 0) continue
      const [left, right] = [questionSlopes[row] as Float64Array, answerSlopes[column] as Float64Array]
      for (let at = 0; at < size; at++) {
        left[at] = (left[at] ?? 0) + slope * (answer.unit[at] ?? 0)
        right[at] = (right[at] ?? 0) + slope * (question.unit[at] ?? 0)
      }
    }
  }
  for (const [row, question] of questions.entries()) spread(question, questionSlopes[row] as Float64Array, state)
  for (const [row, answer] of answers.entries()) spread(answer, answerSlopes[row] as Float64Array, state)
  return loss / pairs.length
}

/** Where a text lies: its direction, its distance, and the words that put it there. */
interface Placed {
  readonly unit: Float64Array
  readonly length: number
  readonly terms: number[]
  readonly weights: number[]
}

function place({ terms, weights }: Sparse, { points, size, random }: State): Placed {
  const unit = new Float64Array(size)
  const kept: Placed = { unit, length: 0, terms: [], weights: [] }
  for (const [position, term] of terms.entries()) {
    if (random() < leftOut) continue
    const weight = weights[position] ?? 0
    kept.terms.push(term)
    kept.weights.push(weight)
    for (let at = 0; at < size; at++) unit[at] = (unit[at] ?? 0) + weight * (points[term * size + at] ?? 0)
  }
  const length = Math.sqrt(dot(unit, unit)) + 1e-9
  for (let at = 0; at < size; at++) unit[at] = (unit[at] ?? 0) / length
  return { ...kept, length }
}

/** Passes the slope of a text's direction on to its words. */
function spread({ unit, length, terms, weights }: Placed, slope: Float64Array, { gradient, size }: State): void {
  const along = dot(slope, unit)
  for (let at = 0; at < size; at++) slope[at] = ((slope[at] ?? 0) - along * (unit[at] ?? 0)) / length
  for (const [position, term] of terms.entries()) {
    const weight = weights[position] ?? 0
    for (let at = 0; at < size; at++) gradient[term * size + at] = (gradient[term * size + at] ?? 0) + weight * (slope[at] ?? 0)
  }
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0)
  return sum
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const order = [...all]
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [here, there] = [order[at] as T, order[other] as T]
    order[at] = there
    order[other] = here
  }
  return order
}

/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
