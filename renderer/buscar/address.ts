/** A search: words, and the collection or the document to search in, each empty if there is none. */
export interface Search {
  readonly q: string
  readonly collection: string
  readonly document: string
}

/** Reads a search from the query of its address. */
export function searchFrom(query: URLSearchParams): Search {
  return { q: query.get('q') ?? '', collection: query.get('coleccion') ?? '', document: query.get('documento') ?? '' }
}

/** The address of a search. */
export function addressOfSearch({ q, collection, document }: Search): string {
  const fields = Object.entries({ q, coleccion: collection, documento: document }).filter(([, value]) => value !== '')
  return fields.length === 0 ? '/buscar' : `/buscar?${new URLSearchParams(fields)}`
}
