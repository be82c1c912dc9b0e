/** An article as it is indexed. */
export interface Indexed {
  readonly id: string
  readonly number: string
  readonly title: string
  readonly names: string
  readonly text: string
}

/** A field of an article, and how much a match in it counts. */
export const fieldBoosts = { number: 4, title: 3, names: 1.5, text: 1 } as const
export type Field = keyof typeof fieldBoosts
export const fields = Object.keys(fieldBoosts) as Field[]

/** An index form to look for, and how much it counts: less where it only stands for a mistyped word. */
export interface WeightedTerm {
  readonly term: string
  readonly weight: number
}

export interface Scored {
  readonly id: string
  readonly score: number
}

/** What a search engine must do; analysis, typing faults and the second look are the same for all. */
export interface SearchEngine {
  /** Articles with any of the terms, best first. */
  search(terms: readonly WeightedTerm[], most: number): Scored[]
  /** In how many articles an index form stands; 0 where it is unknown. */
  frequency(term: string): number
  readonly size: number
  terms(): Iterable<string>
}
