import type { CasesOf } from './try-cases.ts'

/** A counter that threads share: whose turn it is takes the next document. */
export type Turns = Int32Array<SharedArrayBuffer>

/** Begins a round in which threads take documents in turns. */
export function casesInTurns(): Turns {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** The documents that fall to this thread: it takes the next one when it is done with one. Those with the most cases come first, so that both end together. */
export function* shareOf<T extends CasesOf>(documents: readonly T[], turns: Turns): Generator<T> {
  const count = ({ cases }: CasesOf): number => cases.reduce((sum, { value }) => sum + value.cases.length, 0)
  const ordered = documents.map((document) => ({ document, cases: count(document) })).sort((left, right) => right.cases - left.cases)
  for (let next = ordered[Atomics.add(turns, 0, 1)]; next !== undefined; next = ordered[Atomics.add(turns, 0, 1)]) yield next.document
}
