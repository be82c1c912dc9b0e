import { useState } from 'react'
import type { Outputs } from '../api.ts'
import { useText } from '../session.tsx'
import { useCollections } from '../shared/documents.ts'
import type { Search } from './address.ts'

/** Documents shown before the rest is asked for. */
const firstDocuments = 8

/** Filters by collection and by document, each with its number of articles. Documents have their short titles. */
export function Facets({
  search,
  facets,
  onChoose,
}: {
  readonly search: Search
  readonly facets: Outputs['search']['facets']
  onChoose(search: Search): void
}) {
  const words = useText().buscar
  const [isWhole, setWhole] = useState(false)
  const collections = useCollections().data ?? []
  const titleOf = (collection: string) => collections.find((one) => one.collection === collection)?.title ?? collection
  const documentOf = (slug: string) => collections.flatMap(({ documents }) => documents).find(({ document }) => document === slug)
  const inCollection = facets.documents.filter(
    ({ value }) => search.collection === '' || value === search.document || documentOf(value)?.collection === search.collection,
  )
  const shown = inCollection.filter(({ value }, index) => isWhole || index < firstDocuments || value === search.document)
  const total = facets.collections.reduce((sum, { count }) => sum + count, 0)
  return (
    <aside aria-label={words.facets}>
      <ul className="facets">
        <Facet
          label={words.all}
          count={total}
          isChosen={search.collection === '' && search.document === ''}
          onChoose={() => onChoose(none(search))}
        />
        {facets.collections.map(({ value, count }) => (
          <Facet
            key={value}
            label={titleOf(value)}
            count={count}
            isChosen={value === search.collection && search.document === ''}
            onChoose={() => onChoose({ ...none(search), collection: value })}
          />
        ))}
      </ul>
      <h2>{words.document}</h2>
      <ul className="facets">
        {shown.map(({ value, count }) => (
          <Facet
            key={value}
            label={documentOf(value)?.short_title ?? value}
            title={documentOf(value)?.title}
            count={count}
            isChosen={value === search.document}
            onChoose={() => onChoose(value === search.document ? { ...search, document: '' } : { ...search, document: value })}
          />
        ))}
      </ul>
      {shown.length === inCollection.length ? null : (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          {words.moreDocuments(inCollection.length - shown.length)}
        </button>
      )}
    </aside>
  )
}

function none(search: Search): Search {
  return { ...search, collection: '', document: '' }
}

function Facet({
  label,
  title,
  count,
  isChosen,
  onChoose,
}: {
  readonly label: string
  readonly title?: string | undefined
  readonly count: number
  readonly isChosen: boolean
  onChoose(): void
}) {
  return (
    <li>
      <button type="button" aria-pressed={isChosen} title={title} onClick={onChoose}>
        <span lang="es">{label}</span>
        <span className="help">{count}</span>
      </button>
    </li>
  )
}
