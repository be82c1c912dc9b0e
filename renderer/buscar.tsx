import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Link, navigate, pageOfArticle, useRoute } from './route.tsx'
import { useSession, useText } from './session.tsx'
import { Field } from './shared/field.tsx'
import { Highlighted } from './shared/highlighted.tsx'
import { ErrorNotice, Waiting } from './shared/notices.tsx'
import { usePageTitle } from './shared/page-title.ts'
import { useDebounced } from './shared/use-debounced.ts'

const pageSize = 20

/** The search page. Searches articles while the user types. */
export function BuscarPage() {
  const text = useText()
  const words = text.buscar
  const { client, language } = useSession()
  const { query } = useRoute()
  const [typed, setTyped] = useState(query.get('q') ?? '')
  const document = query.get('documento') ?? ''
  const q = useDebounced(useDeferredValue(typed.trim()))
  usePageTitle(q)
  const [shown, setShown] = useState(pageSize)
  const filter = document === '' ? {} : { document }
  const found = useQuery({
    queryKey: [language, 'search', q, document, shown],
    queryFn: ({ signal }) => client.search.query({ q, limit: shown, ...filter }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const go = (next: { q: string; document: string }) => {
    const address = new URLSearchParams({ ...(next.q === '' ? {} : { q: next.q }), ...(next.document === '' ? {} : { documento: next.document }) })
    setShown(pageSize)
    navigate(`/buscar${address.size === 0 ? '' : `?${address}`}`, 'replace')
  }
  const type = (next: string) => {
    setTyped(next)
    go({ q: next, document: '' })
  }
  const result = q === '' ? undefined : found.data
  return (
    <>
      <h1>{text.pages.buscar}</h1>
      <Field label={words.label} help={words.help} type="search" value={typed} onChange={type} className="wide" isFirst={typed === ''} />
      {q === '' ? (
        <section className="panel">
          <p>{words.start}</p>
          <button type="button" className="quiet" onClick={() => type(words.query)}>
            {words.try}
          </button>
        </section>
      ) : null}
      {found.error === null ? null : <ErrorNotice error={found.error} onRetry={() => found.refetch()} />}
      {q !== '' && found.isPending ? <Waiting /> : null}
      {result === undefined ? null : (
        <div className="with-side">
          <aside aria-label={words.facets}>
            <h2>{words.document}</h2>
            <ul className="facets">
              {[{ value: '', count: undefined }, ...result.facets.documents].map(({ value, count }) => (
                <li key={value}>
                  <button type="button" aria-pressed={value === document} onClick={() => go({ q: typed, document: value })}>
                    <span>{value === '' ? words.all : value}</span>
                    <span>{count}</span>
                  </button>
                </li>
              ))}
            </ul>
          </aside>
          <section>
            <p role="status">{result.total === 0 ? words.empty : words.total(result.total)}</p>
            <ol className="results">
              {result.items.map((item) => (
                <li key={item.url}>
                  <h3>
                    <Link to={pageOfArticle(item.url)} lang="es">
                      {item.number} {item.title}
                    </Link>
                  </h3>
                  <p className="help" lang="es">
                    {item.document_title} · {item.version}
                  </p>
                  <p lang="es">
                    <Highlighted text={item.snippet} ranges={item.highlights} />
                  </p>
                </li>
              ))}
            </ol>
            {result.total > result.items.length && shown < 100 ? (
              <button type="button" onClick={() => setShown(Math.min(100, shown + pageSize))}>
                {words.more}
              </button>
            ) : null}
          </section>
        </div>
      )}
    </>
  )
}
