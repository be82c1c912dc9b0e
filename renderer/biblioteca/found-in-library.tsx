import { Link } from '../route.tsx'
import { useText } from '../session.tsx'
import { Highlighted } from '../shared/highlighted.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { useFound } from './library-queries.ts'

/** The pages that have the words, best first: document and page, and the line with most of them. */
export function FoundInLibrary({ q }: { readonly q: string }) {
  const words = useText().biblioteca
  const found = useFound(q)
  if (found.error !== null) return <ErrorNotice error={found.error} onRetry={() => found.refetch()} />
  if (found.data === undefined) return <Waiting />
  const { items, total } = found.data
  return (
    <section>
      <p role="status" className="help">
        {total === 0 ? words.nothing : `${words.found(total)}. ${words.notOfficial}`}
      </p>
      <ol className="results" lang="es">
        {items.map((item) => (
          <li key={item.url}>
            <h2>
              <Link to={`/biblioteca/${item.document}/${item.section}`}>
                <span className="number">{item.document_title}</span> {item.number}
              </Link>
            </h2>
            <p className="lines">
              <Highlighted text={item.snippet} ranges={item.highlights} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
