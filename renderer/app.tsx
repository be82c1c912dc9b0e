import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createClient, createFetchFile, problemOf } from './api.ts'
import { KeyPage } from './key-page.tsx'
import { SessionContext } from './session.tsx'
import { Shell } from './shell.tsx'
import { type Language, texts } from './text.ts'

/** The pages, or the key page if the service asks for a key. The key is kept in this component only, until the page is closed. */
export function App() {
  const [language, setLanguage] = useState<Language>(() => (localStorage.getItem('idioma') === 'en' ? 'en' : 'es'))
  const [key, setKey] = useState(keyFromAddress)
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
      client: createClient({ key, language, onBase }),
      fetchFile: createFetchFile({ key, language, onBase }),
      language,
      setLanguage: (next: Language) => {
        localStorage.setItem('idioma', next)
        setLanguage(next)
      },
    }),
    [key, language, base, onBase],
  )
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const enter = useCallback(
    (next: string) => {
      queries.clear()
      setKey(next)
      setLocked(false)
    },
    [queries],
  )
  // If a link with a key is opened in a tab that already shows the pages, only the hash changes.
  useEffect(() => {
    const follow = () => {
      const next = keyFromAddress()
      if (next !== undefined) enter(next)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [enter])
  return (
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>{isLocked ? <KeyPage refusal={refusal} text={texts[language]} onEnter={enter} /> : <Shell />}</SessionContext>
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

/** Reads the key from the link printed at first start and removes it from the address. It is in the hash, which browsers never send. */
function keyFromAddress(): string | undefined {
  const key = /^#clave=(\S+)$/.exec(location.hash)?.[1]
  if (key !== undefined) history.replaceState(null, '', `${location.pathname}${location.search}`)
  return key
}
