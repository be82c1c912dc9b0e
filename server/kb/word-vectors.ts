/** Numbers in the vector of a word. */
export const vectorSize = 64

/** A word as a point: words that people use for the same thing lie near each other. Fitted by `npm run eval -- --vectors`, kept in `kb/vocabulary/word-vectors.tsv`. */
export interface WordVector {
  readonly stem: string
  /** `values` times `scale` are its coordinates. */
  readonly scale: number
  readonly values: Int8Array
}

/** A vector of whole numbers, for a point whose length does not matter; all zeros where there is none. */
export function shortVector(point: Float64Array | Float32Array): { readonly scale: number; readonly values: Int8Array } {
  let most = 0
  for (const one of point) most = Math.max(most, Math.abs(one))
  const scale = most === 0 ? 1 : most / 127
  return { scale, values: Int8Array.from(point, (one) => Math.round(one / scale)) }
}

/** Reads the lines that `vectorLine` writes; or says, as text, what is wrong with the first bad one. */
export function readVectors(text: string): WordVector[] | string {
  const vectors: WordVector[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [stem, scale, values] = line.split('\t')
    const bytes = Buffer.from(values ?? '', 'base64')
    if (stem === undefined || bytes.length !== vectorSize || !(Number(scale) > 0))
      return `«${stem}»: expected a stem, a scale and ${vectorSize} bytes in base64`
    vectors.push({ stem, scale: Number(scale), values: new Int8Array(bytes) })
  }
  return vectors
}

/** A word's vector as a line of text: stem, scale, and its bytes in base64. */
export function vectorLine({ stem, scale, values }: WordVector): string {
  return `${stem}\t${scale.toPrecision(4)}\t${Buffer.from(values.buffer, values.byteOffset, values.length).toString('base64')}`
}

/** How much a word counts that stands `count` times in a text. */
export function repeated(count: number): number {
  return (2 * count) / (count + 1)
}

/** How much the parts of a unit count for where it lies. */
export const partWeights = { name: 1, text: 0.5, context: 0.3 } as const

/** Adds `weight` times a vector to a point. */
export function addVector(point: Float64Array, values: Int8Array, weight: number): void {
  for (let at = 0; at < vectorSize; at++) point[at] = (point[at] ?? 0) + weight * (values[at] ?? 0)
}
