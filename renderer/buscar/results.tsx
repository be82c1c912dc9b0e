import type { Outputs } from '../api.ts'
import { Link, pageOfArticle } from '../route.tsx'
import { useText } from '../session.tsx'
import { useDocumentName } from '../shared/documents.ts'
import { Highlighted } from '../shared/highlighted.tsx'
import { numberBefore } from '../text.ts'
import type { Search } from './address.ts'

/** The articles found: number and title, two lines of the text, document and edition. */
export function Results({
  result,
  search,
  onShowMore,
  onChoose,
}: {
  readonly result: Outputs['search']
  readonly search: Search
  /** Undefined if no more can be shown. */
  readonly onShowMore: (() => void) | undefined
  onChoose(search: Search): void
}) {
  const words = useText().buscar
  const nameOf = useDocumentName()
  const isFiltered = search.collection !== '' || search.document !== ''
  return (
    <section>
      <p role="status" className="help">
        {result.total === 0 ? words.empty : words.total(result.total)}
      </p>
      {result.total === 0 && isFiltered ? (
        <button type="button" onClick={() => onChoose({ ...search, collection: '', document: '' })}>
          {words.everywhere}
        </button>
      ) : null}
      <ol className="results" lang="es">
        {result.items.map((item) => (
          <li key={item.url}>
            <h2>
              <Link to={pageOfArticle(item.url)}>
                <span className="number">{numberBefore(item)}</span> {item.title}
              </Link>
            </h2>
            <p className="lines">
              <Highlighted text={item.snippet} ranges={item.highlights} />
            </p>
            <p className="help" title={item.document_title}>
              {nameOf(item.document)} · {words.edition(item.version)}
            </p>
          </li>
        ))}
      </ol>
      {result.total > result.items.length && onShowMore !== undefined ? (
        <button type="button" onClick={onShowMore}>
          {words.more}
        </button>
      ) : null}
    </section>
  )
}
