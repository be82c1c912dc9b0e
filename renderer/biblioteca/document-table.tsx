import { useState } from 'react'
import { Link } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { ErrorNotice, Notice } from '../shared/notices.tsx'
import { TableHead } from '../shared/table-head.tsx'
import { momentText } from '../text.ts'
import { type LibraryDocument, useRemoval } from './library-queries.ts'
import { OriginalButton } from './original-button.tsx'
import { rangesOf } from './page-ranges.ts'

const mib = 1024 * 1024

/** The documents of the library with their pages, state and size. */
export function DocumentTable({ documents }: { readonly documents: readonly LibraryDocument[] }) {
  const words = useText().biblioteca
  const [leaving, setLeaving] = useState<LibraryDocument>()
  const removal = useRemoval()
  return (
    <section>
      <h2>{words.documents}</h2>
      {removal.error === null ? null : <ErrorNotice error={removal.error} />}
      {leaving === undefined ? null : (
        <Notice kind="undecided" title={words.confirmRemove(leaving.title)}>
          <div className="actions">
            <button type="button" className="main" onClick={() => removal.mutate(leaving.id, { onSettled: () => setLeaving(undefined) })}>
              {words.confirm}
            </button>
            <button type="button" onClick={() => setLeaving(undefined)}>
              {words.cancel}
            </button>
          </div>
        </Notice>
      )}
      <div className="scroll">
        <table className="library cards">
          <TableHead columns={[words.title, words.pages, words.state, words.size, words.addedAt, words.actions]} />
          <tbody>
            {documents.map((document) => (
              <DocumentRow key={document.id} document={document} onRemove={() => setLeaving(document)} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** `820 kB`, or `1,4 MB` from a tenth of a megabyte on. */
function sizeText(bytes: number, language: string): string {
  if (bytes < mib / 10) return `${Math.max(1, Math.round(bytes / 1024)).toLocaleString(language)} kB`
  return `${(bytes / mib).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`
}

function DocumentRow({ document, onRemove }: { readonly document: LibraryDocument; onRemove(): void }) {
  const words = useText().biblioteca
  const { language } = useSession()
  const { id, title, name, pages, division, bytes, added_at, url } = document
  const size = sizeText(bytes, language)
  return (
    <tr>
      <th scope="row">
        <Link to={`/biblioteca/${id}/1`}>{title}</Link>
        <p className="help">{name}</p>
      </th>
      <td data-label={words.pages}>{division === 'page' ? pages : words.parts(pages)}</td>
      <td data-label={words.state}>
        <UnreadPages document={document} />
      </td>
      <td data-label={words.size}>{size}</td>
      <td data-label={words.addedAt}>{momentText(added_at, language)}</td>
      <td>
        <div className="actions">
          <OriginalButton url={url} name={name} description={words.openNamed(title)} />
          <button type="button" className="quiet" aria-label={words.removeNamed(title)} onClick={onRemove}>
            {words.remove}
          </button>
        </div>
      </td>
    </tr>
  )
}

/** The pages without text, by what they hold. */
function UnreadPages({ document: { unread } }: { readonly document: LibraryDocument }) {
  const words = useText().biblioteca
  if (unread.length === 0) return words.whole
  return [...Map.groupBy(unread, ({ content }) => content)].map(([content, pages]) => (
    <p key={content}>{words.unreadPages(rangesOf(pages.map(({ page }) => page)), pages.length === 1, words.unread[content])}</p>
  ))
}
