import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createClient, createFetchFile, problemOf } from './api.ts'
import { KeyPage } from './key-page.tsx'
import { SessionContext } from './session.tsx'
import { Shell } from './shell.tsx'
import { useSignIn } from './sign-in.ts'
import { type Language, texts } from './text.ts'

/** The pages, or the key page if the service asks for a key. */
export function App() {
  const [language, setLanguage] = useState<Language>(() => (localStorage.getItem('idioma') === 'en' ? 'en' : 'es'))
  const { credential, isTabOnly, enter, drop, leave } = useSignIn()
  const [savedAt, setSavedAt] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [isLocked, setLocked] = useState(false)
  const queries = useMemo(() => {
    const onError = (error: unknown) => {
      const problem = problemOf(error)
      if (problem?.code.startsWith('key-') !== true) return
      setRefusal(problem.code === 'key-missing' ? undefined : problem.code)
      setLocked(true)
    }
    // The service may run on this machine, so never wait for a network connection.
    const networkMode = 'always'
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      defaultOptions: { queries: { retry: false, staleTime: Infinity, networkMode }, mutations: { networkMode } },
    })
  }, [])
  const { base, onBase } = useBase(queries)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another base needs another client, because its answers differ
  const session = useMemo(
    () => ({
      client: createClient({ credential, language, onBase, onCopy: setSavedAt }),
      fetchFile: createFetchFile({ credential, language, onBase, onCopy: setSavedAt }),
      isTabOnly,
      ...(credential === undefined ? {} : { signOut: leave }),
      language,
      setLanguage: (next: Language) => {
        localStorage.setItem('idioma', next)
        setLanguage(next)
      },
    }),
    [credential, isTabOnly, language, base, onBase, leave],
  )
  // The client stays the same when only the one who answers changes.
  const told = useMemo(() => ({ ...session, savedAt }), [session, savedAt])
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const signIn = useCallback(
    (key: string, isShared: boolean) => {
      queries.clear()
      enter(key, isShared)
      setLocked(false)
    },
    [queries, enter],
  )
  // Another tab, or a link with a key, may have signed in; or the session was ended.
  const last = useRef(credential)
  useEffect(() => {
    if (credential === last.current) return
    last.current = credential
    if (credential === undefined) queries.clear()
    setRefusal(undefined)
    setLocked(credential === undefined)
  }, [credential, queries])
  useEffect(() => {
    if (isLocked) drop()
  }, [isLocked, drop])
  return (
    <QueryClientProvider client={queries}>
      <SessionContext value={told}>{isLocked ? <KeyPage refusal={refusal} text={texts[language]} onEnter={signIn} /> : <Shell />}</SessionContext>
    </QueryClientProvider>
  )
}

/** Tracks the knowledge base in use. When it changes, all queries are renewed. */
function useBase(queries: QueryClient): { readonly base: string | undefined; onBase(next: string): void } {
  const last = useRef<string>(undefined)
  const [base, setBase] = useState<string>()
  const onBase = useCallback(
    (next: string) => {
      if (last.current === next) return
      const isFirst = last.current === undefined
      last.current = next
      if (isFirst) return
      setBase(next)
      // What is not shown is forgotten, so that nothing of the last base appears while it is asked for again.
      const isAnswer = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey[0] !== 'page'
      queries.removeQueries({ type: 'inactive', predicate: isAnswer })
      void queries.invalidateQueries({ predicate: isAnswer })
    },
    [queries],
  )
  return { base, onBase }
}
