import { useState } from 'react'
import type { Outputs } from '../api.ts'
import { Link } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { useCollections } from '../shared/documents.ts'
import { Field } from '../shared/field.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { dayText, searchKey } from '../text.ts'

type Document = Outputs['listDocuments']['items'][number]

/** Collections in the order in which people need them. */
const order = ['cte', 'estatal', 'autonomica']

/** The index of the regulations: every document with its edition and how much of it the base holds, those that decide most first. */
export function Collections() {
  const words = useText().normativa
  const { data, error, refetch } = useCollections()
  const [filter, setFilter] = useState('')
  if (error !== null) return <ErrorNotice error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Waiting />
  const wanted = searchKey(filter)
  const collections = data
    .toSorted((one, other) => order.indexOf(one.collection) - order.indexOf(other.collection))
    .map((collection) => ({
      ...collection,
      documents: collection.documents
        .filter((one) => searchKey(`${one.short_title} ${one.title} ${one.identifier ?? ''}`).includes(wanted))
        .toSorted((one, other) => other.held.deciding_rules - one.held.deciding_rules),
    }))
    .filter(({ documents }) => documents.length > 0)
  return (
    <>
      <Field label={words.filterIndex} type="search" value={filter} onChange={setFilter} className="wide" />
      {collections.length === 0 ? <p role="status">{words.noDocument}</p> : null}
      {collections.map(({ collection, title, documents }) => (
        <section key={collection}>
          <h2 lang="es">{title}</h2>
          <ul className="documents">
            {documents.map((one) => (
              <Entry key={one.document} document={one} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Entry({ document }: { readonly document: Document }) {
  const words = useText().normativa
  const { language } = useSession()
  const { sections, in_full, deciding_rules } = document.held
  return (
    <li>
      <h3 lang="es">
        <Link to={`/normativa/${document.collection}/${document.document}`}>{document.short_title}</Link>
      </h3>
      {document.title === document.short_title ? null : <p lang="es">{document.title}</p>}
      <p className="help">
        {document.in_force_from === null ? null : <span>{words.editionFrom(document.version, dayText(document.in_force_from, language))}</span>}
        <span>{in_full >= sections ? words.wholeDocument : words.partOfDocument(in_full, sections)}</span>
        <span>{words.decides(deciding_rules)}</span>
      </p>
    </li>
  )
}
