import { useAnswer } from '../session.tsx'

/** Every document of the knowledge base, grouped by collection. */
export function useCollections() {
  return useAnswer(['normativa'], async (client, signal) => {
    const { items } = await client.listCollections.query({}, { signal })
    const lists = await Promise.all(items.map(({ collection }) => client.listDocuments.query({ collection }, { signal })))
    return items.map((collection, index) => ({ ...collection, documents: lists[index]?.items ?? [] }))
  })
}

/** Returns a function that gives the short title of a document, or its slug until the titles are loaded. */
export function useDocumentName(): (slug: string) => string {
  const documents = useCollections().data?.flatMap((collection) => collection.documents) ?? []
  return (slug) => documents.find(({ document }) => document === slug)?.short_title ?? slug
}
