import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Client } from '../api.ts'
import { useSession } from '../session.tsx'

const serverKey = ['servidor']
const keysKey = ['claves']
const auditKey = ['auditoria']

/** What is running. It changes under the page: it is asked for each time it is shown. */
export function useServer() {
  const { client, language } = useSession()
  return useQuery({ queryKey: [...serverKey, language], queryFn: ({ signal }) => client.getServer.query({}, { signal }), staleTime: 0 })
}

/** Every key, in the order they were issued. */
export function useKeys() {
  const { client } = useSession()
  return useQuery({ queryKey: keysKey, queryFn: ({ signal }) => client.listKeys.query({}, { signal }), staleTime: 0 })
}

/** The audit, newest first, a page more at each `fetchNextPage`. */
export function useAudit() {
  const { client } = useSession()
  return useInfiniteQuery({
    queryKey: auditKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => client.listAudit.query({ limit: 20, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: 0,
  })
}

/** Something an administrator does: what is shown of the server, its keys and its audit is asked for again. */
export function useAct<Wanted, Given>(act: (client: Client, wanted: Wanted) => Promise<Given>) {
  const { client } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wanted: Wanted) => act(client, wanted),
    onSettled: () => Promise.all([serverKey, keysKey, auditKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
