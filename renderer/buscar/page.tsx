import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { Link, navigate, useRoute } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import { useMayReadLibrary } from '../shared/library-scope.ts'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { usePageTitle } from '../shared/page-title.ts'
import { useDebounced } from '../shared/use-debounced.ts'
import { addressOfSearch, type Search, searchFrom } from './address.ts'
import { Facets } from './facets.tsx'
import { Results } from './results.tsx'

const pageSize = 20

/** The search page. Searches articles while the user types; the address holds words and filter. */
export function BuscarPage() {
  const text = useText()
  const words = text.buscar
  const { client, language } = useSession()
  const isReader = useMayReadLibrary()
  const { query } = useRoute()
  const search = searchFrom(query)
  const [typed, setTyped] = useState(search.q)
  useEffect(() => setTyped((now) => (now.trim() === search.q ? now : search.q)), [search.q])
  const q = useDebounced(useDeferredValue(search.q))
  usePageTitle(q)
  const { collection, document } = search
  const [shown, setShown] = useState(pageSize)
  const filter = { ...(collection === '' ? {} : { collection }), ...(document === '' ? {} : { document }) }
  const found = useQuery({
    queryKey: [language, 'search', q, collection, document, shown],
    queryFn: ({ signal }) => client.search.query({ q, limit: shown, ...filter }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const go = (next: Search) => {
    setShown(pageSize)
    navigate(addressOfSearch(next), 'replace')
  }
  const type = (next: string) => {
    setTyped(next)
    go({ ...search, q: next.trim() })
  }
  const page = useRef<HTMLElement>(null)
  useEffect(() => {
    const move = (event: KeyboardEvent) => moveThroughResults(event, page.current)
    const within = page.current
    within?.addEventListener('keydown', move)
    return () => within?.removeEventListener('keydown', move)
  }, [])
  const result = q === '' ? undefined : found.data
  return (
    <search ref={page}>
      <h1>{text.pages.buscar}</h1>
      <Field label={words.label} help={words.help} type="search" value={typed} onChange={type} className="wide lead" isFirst={typed === ''} />
      {q === '' ? <Start /> : null}
      {q === '' || !isReader ? null : (
        <p>
          <Link to={`/biblioteca?${new URLSearchParams({ q })}`}>{text.biblioteca.fromSearch}</Link>
        </p>
      )}
      {found.error === null ? null : <ErrorNotice error={found.error} onRetry={() => found.refetch()} />}
      {q !== '' && found.isPending ? <Waiting /> : null}
      {result === undefined ? null : (
        <div className="with-side search">
          <Facets search={search} facets={result.facets} onChoose={go} />
          <Results
            result={result}
            search={search}
            onShowMore={shown < 100 ? () => setShown(Math.min(100, shown + pageSize)) : undefined}
            onChoose={go}
          />
        </div>
      )}
    </search>
  )
}

function Start() {
  const words = useText().buscar
  return (
    <>
      <h2>{words.start}</h2>
      <ul className="plain starts">
        {words.samples.map((one) => (
          <li key={one}>
            <Link to={addressOfSearch({ q: one, collection: '', document: '' })} lang="es">
              {one}
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/normativa">{words.index}</Link>
      </p>
    </>
  )
}

/** The arrows go from the field through the results and back; Enter opens a result, because it is a link. */
function moveThroughResults(event: KeyboardEvent, page: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const stops = [...(page?.querySelectorAll<HTMLElement>('input[type="search"], .results h2 a') ?? [])]
  const at = stops.indexOf(event.target as HTMLElement)
  const next = stops[at + step]
  if (step === 0 || at === -1 || next === undefined) return
  event.preventDefault()
  next.focus()
}
