/** The fields of an article that are indexed. */
export interface Indexed {
  readonly id: string
  readonly number: string
  readonly title: string
  readonly names: string
  /** Questions that people ask of the article and its rules. */
  readonly asked: string
  readonly text: string
}

/** Weight of a match, by field of the article. */
export const fieldBoosts = { number: 4, title: 3, names: 1.5, asked: 1.5, text: 1 } as const
export type Field = keyof typeof fieldBoosts
export const fields = Object.keys(fieldBoosts) as Field[]

/** An index term to look for, with its weight: lower if it is a guess for a mistyped word. */
export interface WeightedTerm {
  readonly term: string
  readonly weight: number
}

export interface Scored {
  readonly id: string
  readonly score: number
}

/** Interface of a search engine. Text analysis, fuzzy matching and reranking happen outside it and are the same for all engines. */
export interface SearchEngine {
  /** Articles that contain any of the terms, best first. */
  search(terms: readonly WeightedTerm[], most: number): Scored[]
  /** Number of articles that contain the term; 0 if it is unknown. */
  frequency(term: string): number
  readonly size: number
  terms(): Iterable<string>
}
