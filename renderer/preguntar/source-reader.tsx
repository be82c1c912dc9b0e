import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { addressOfArticle, articleOf } from '../normativa/address.ts'
import { Link } from '../route.tsx'
import { useAnswer, useText } from '../session.tsx'
import { Markdown } from '../shared/markdown.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { PrintedTable } from '../shared/printed-table.tsx'

/** The article of a source, read beside the conversation. */
export function SourceReader({ url, onClose }: { readonly url: string; onClose(): void }) {
  const text = useText()
  const words = text.preguntar
  const address = articleOf(url)
  const { data, error, refetch } = useAnswer(['article', ...Object.values(address)], (client, signal) => client.getArticle.query(address, { signal }))
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another article is read from its title
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'nearest' })
  }, [data])
  return (
    <aside className="reader" aria-label={words.reader}>
      <button type="button" className="quiet" aria-label={words.closeReader} onClick={onClose}>
        <X />
      </button>
      {error === null ? null : <ErrorNotice error={error} onRetry={() => refetch()} />}
      {data === undefined ? (
        <Waiting />
      ) : (
        <>
          <p className="help" lang="es">{`${data.document_title} · ${data.version}`}</p>
          <h2 ref={title} tabIndex={-1} lang="es">
            {data.number} {data.title}
          </h2>
          <Markdown source={data.content} />
          {data.tables.map((table) => (
            <PrintedTable key={table.table} table={table} />
          ))}
          <p>
            <Link to={addressOfArticle(address)}>{text.verdict.open}</Link>
          </p>
        </>
      )}
    </aside>
  )
}
