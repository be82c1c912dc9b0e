import { Link } from '../route.tsx'
import { useText } from '../session.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { usePageTitle } from '../shared/page-title.ts'
import { useLibraryPage } from './library-queries.ts'
import { OriginalButton } from './original-button.tsx'

/** The text of one page of a document, with the pages before and after it. */
export function PageReader({ id, page }: { readonly id: string; readonly page: number }) {
  const text = useText()
  const words = text.biblioteca
  const read = useLibraryPage(id, page)
  usePageTitle(read.data?.document.title ?? '')
  const { data } = read
  const place = (total: number) => (data?.document.division === 'part' ? words.part(page, total) : words.page(page, total))
  return (
    <>
      <p>
        <Link to="/biblioteca">{words.back}</Link>
      </p>
      <h1>{data?.document.title ?? text.pages.biblioteca}</h1>
      {read.error === null ? null : <ErrorNotice error={read.error} onRetry={() => read.refetch()} />}
      {read.isPending && read.error === null ? <Waiting /> : null}
      {data === undefined ? null : (
        <>
          <p className="help">
            {place(data.document.pages)}. {words.notOfficial}
          </p>
          <div className="actions">
            {page > 1 ? <Link to={`/biblioteca/${id}/${page - 1}`}>{words.previous}</Link> : null}
            {page < data.document.pages ? <Link to={`/biblioteca/${id}/${page + 1}`}>{words.next}</Link> : null}
            <OriginalButton url={data.url} name={data.document.name} />
          </div>
          <section className="panel library-text" lang="es">
            {data.content === 'text' ? (
              data.text.split('\n').map((paragraph, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a page has the same paragraph more than once, and never changes
                <p key={at}>{paragraph}</p>
              ))
            ) : (
              <p>{words.without[data.content]}</p>
            )}
          </section>
        </>
      )}
    </>
  )
}
