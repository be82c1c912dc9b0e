import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
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
  const session = useMemo(
    () => ({
      client: createClient(key, language),
      fetchFile: createFetchFile(key, language),
      language,
      setLanguage: (next: Language) => {
        localStorage.setItem('idioma', next)
        setLanguage(next)
      },
    }),
    [key, language],
  )
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const enter = (next: string) => {
    queries.clear()
    setKey(next)
    setLocked(false)
  }
  return (
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>{isLocked ? <KeyPage refusal={refusal} text={texts[language]} onEnter={enter} /> : <Shell />}</SessionContext>
    </QueryClientProvider>
  )
}

/** The link that the first start prints carries the key after `#`, which no server is sent; it leaves the address at once. */
function keyFromAddress(): string | undefined {
  const key = /^#clave=(\S+)$/.exec(location.hash)?.[1]
  if (key !== undefined) history.replaceState(null, '', `${location.pathname}${location.search}`)
  return key
}
