import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Client, FetchFile } from './api.ts'
import { type Language, type Text, texts } from './text.ts'

export interface Session {
  /** The moment when the copy that answers was saved, while the server is not reached; undefined while it is. */
  readonly savedAt: string | undefined
  /** True if the key is kept for this tab only, as on a shared machine. */
  readonly isTabOnly: boolean
  readonly client: Client
  readonly fetchFile: FetchFile
  readonly language: Language
  setLanguage(language: Language): void
  /** Ends the session of this browser; absent where the pages need no key, as on the desktop. */
  readonly signOut?: () => Promise<void>
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** The current session: client and language. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('useSession needs a SessionContext around it')
  return session
}

/** The texts of the pages in the current language. */
export function useText(): Text {
  return texts[useSession().language]
}

/** Queries the service. Answers are cached until the page is closed or the knowledge base changes. `keep`: the answer to a key that differs only in its last item is shown until the new one is there. */
export function useAnswer<T>(
  key: QueryKey,
  ask: (client: Client, signal: AbortSignal) => Promise<T>,
  isWanted: 'ask' | 'wait' | 'keep' = 'ask',
): UseQueryResult<T> {
  const { client, language } = useSession()
  const queryKey = [language, ...key]
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(client, signal),
    enabled: isWanted !== 'wait',
    placeholderData: (before, query) => (isWanted === 'keep' && isSameButLast(query?.queryKey, queryKey) ? before : undefined),
  })
}

function isSameButLast(one: QueryKey | undefined, other: QueryKey): boolean {
  return one !== undefined && JSON.stringify(one.slice(0, -1)) === JSON.stringify(other.slice(0, -1))
}
