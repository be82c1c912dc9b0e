import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Client } from '../api.ts'
import { useSession } from '../session.tsx'

const serverKey = ['servidor']
const keysKey = ['claves']
const auditKey = ['auditoria']

/** The state of the server. Fetched each time it is shown, because it may change at any time. */
export function useServer() {
  const { client, language } = useSession()
  return useQuery({ queryKey: [...serverKey, language], queryFn: ({ signal }) => client.getServer.query({}, { signal }), staleTime: 0 })
}

/** All keys, in the order of issue. */
export function useKeys() {
  const { client } = useSession()
  return useQuery({ queryKey: keysKey, queryFn: ({ signal }) => client.listKeys.query({}, { signal }), staleTime: 0 })
}

/** The audit, newest first; `fetchNextPage` loads older lines. */
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

/** A mutation by an administrator. Afterwards the server state, keys and audit are fetched again. */
export function useServerMutation<Wanted, Given>(act: (client: Client, wanted: Wanted) => Promise<Given>) {
  const { client } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wanted: Wanted) => act(client, wanted),
    onSettled: () => Promise.all([serverKey, keysKey, auditKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
