import type { Dimension, Element, Parameter } from './schema.ts'
import { type StoredTerms, storedTerms } from './vocabulary.ts'

/** What finds the terms of a book without reading them, as the pack keeps it. */
export interface StoredVocabulary {
  readonly elements: StoredTerms
  readonly parameters: StoredTerms
  /** The ids in order. */
  readonly dimensions: readonly string[]
}

/** Finds the terms of a whole vocabulary. */
export function storedVocabulary(terms: {
  readonly elements: readonly Element[]
  readonly parameters: readonly Parameter[]
  readonly dimensions: readonly Dimension[]
}): StoredVocabulary {
  return { elements: storedTerms(terms.elements), parameters: storedTerms(terms.parameters), dimensions: terms.dimensions.map(({ id }) => id) }
}
