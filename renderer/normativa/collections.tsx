import { Link } from '../route.tsx'
import { useCollections } from '../shared/documents.ts'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'

/** Every document of the knowledge base, grouped by collection. */
export function Collections() {
  const { data, error, refetch } = useCollections()
  if (error !== null) return <ErrorNotice error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Waiting />
  return (
    <div className="columns">
      {data.map(({ collection, title, documents }) => (
        <section key={collection} className="panel">
          <h2>{title}</h2>
          <ul className="plain">
            {documents.map((one) => (
              <li key={one.document}>
                <Link to={`/normativa/${one.collection}/${one.document}`}>{one.short_title}</Link> <span className="help">{one.title}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
