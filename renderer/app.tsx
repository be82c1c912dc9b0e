import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createClient, createFetchFile, problemOf } from './api.ts'
import { KeyPage } from './key-page.tsx'
import { SessionContext } from './session.tsx'
import { Shell } from './shell.tsx'
import { type Language, texts } from './text.ts'

/** The pages, behind a key where the service asks for one. The key lives in this component and goes when the page goes. */
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
    // With the cable out the service is still there: never wait for a network.
    const networkMode = 'always'
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      defaultOptions: { queries: { retry: false, staleTime: Infinity, networkMode }, mutations: { networkMode } },
    })
  }, [])
  const { base, onBase } = useBase(queries)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another base has other answers, so that it has a client of its own
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
  // A link with a key may be opened where the page is open already: the browser then changes the address alone.
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

/** Follows the base that answers; where it becomes another one, everything that the one before said is asked for again. */
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
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'page' })
    },
    [queries],
  )
  return { base, onBase }
}

/** The link that the first start prints carries the key after `#`, which no server is sent; it leaves the address at once. */
function keyFromAddress(): string | undefined {
  const key = /^#clave=(\S+)$/.exec(location.hash)?.[1]
  if (key !== undefined) history.replaceState(null, '', `${location.pathname}${location.search}`)
  return key
}
