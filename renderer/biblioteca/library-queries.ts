import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Outputs } from '../api.ts'
import { useSession } from '../session.tsx'

export type LibraryDocument = Outputs['listLibrary']['items'][number]
export type FoundPages = Outputs['search']

const libraryKey = 'biblioteca'
const pollMs = 700

/** The documents of the library, and those that are being read. Fetched again and again while something is read. */
export function useLibrary(isAdding: boolean) {
  const { client, language } = useSession()
  return useQuery({
    queryKey: [language, libraryKey],
    queryFn: ({ signal }) => client.listLibrary.query({}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isAdding || (state.data?.reading.length ?? 0) > 0 ? pollMs : false),
  })
}

/** Removes a document for good. */
export function useRemoval() {
  const { client } = useSession()
  const forget = useForgetLibrary()
  return useMutation({ mutationFn: (id: string) => client.removeFromLibrary.mutate({ id }), onSettled: forget })
}

/** Returns a function after which everything that the library says is asked for again. */
export function useForgetLibrary(): () => Promise<void> {
  const queries = useQueryClient()
  const { language } = useSession()
  return () => queries.invalidateQueries({ queryKey: [language, libraryKey] })
}

/** The pages that have the words; nothing is asked without words. */
export function useFound(q: string) {
  const { client, language } = useSession()
  return useQuery({
    queryKey: [language, libraryKey, 'search', q],
    queryFn: ({ signal }) => client.search.query({ q, collection: libraryKey, limit: 30 }, { signal }),
    enabled: q !== '',
    staleTime: 0,
  })
}

/** The text of one page. */
export function useLibraryPage(id: string, page: number) {
  const { client, language } = useSession()
  return useQuery({
    queryKey: [language, libraryKey, id, page],
    queryFn: ({ signal }) => client.getLibraryPage.query({ id, page }, { signal }),
  })
}
