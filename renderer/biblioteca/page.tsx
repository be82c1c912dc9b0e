import { useState } from 'react'
import { problemOf } from '../api.ts'
import { navigate, useRoute } from '../route.tsx'
import { useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import { ErrorNotice, Notice, Waiting } from '../shared/notices.tsx'
import { usePageTitle } from '../shared/page-title.ts'
import { useDebounced } from '../shared/use-debounced.ts'
import { AddDocuments } from './add-documents.tsx'
import { DocumentTable } from './document-table.tsx'
import { FoundInLibrary } from './found-in-library.tsx'
import { useLibrary } from './library-queries.ts'
import { PageReader } from './page-reader.tsx'
import { useAdding } from './use-adding.ts'

/** The library: its documents, or one page of one of them. */
export function BibliotecaPage() {
  const { path } = useRoute()
  const [, id, page] = /^\/biblioteca\/([0-9a-f]+)\/(\d+)\/?$/.exec(path) ?? []
  return id === undefined ? <LibraryPage /> : <PageReader key={id} id={id} page={Number(page)} />
}

function LibraryPage() {
  const text = useText()
  const words = text.biblioteca
  const q = useRoute().query.get('q') ?? ''
  const [typed, setTyped] = useState(q)
  const adding = useAdding()
  const library = useLibrary(adding.isAdding)
  usePageTitle(q)
  const wanted = useDebounced(typed.trim())
  const type = (next: string) => {
    setTyped(next)
    navigate(next.trim() === '' ? '/biblioteca' : `/biblioteca?${new URLSearchParams({ q: next.trim() })}`, 'replace')
  }
  if (problemOf(library.error)?.code === 'scope-missing') return <NoScope />
  const items = library.data?.items ?? []
  return (
    <>
      <h1>{text.pages.biblioteca}</h1>
      <p className="help">{words.intro}</p>
      {library.error === null ? null : <ErrorNotice error={library.error} onRetry={() => library.refetch()} />}
      {library.isPending && library.error === null ? <Waiting /> : null}
      {items.length === 0 ? null : (
        <search>
          <Field label={words.search} help={words.searchHelp} type="search" value={typed} onChange={type} className="wide lead" />
          {wanted === '' ? null : <FoundInLibrary q={wanted} />}
        </search>
      )}
      {library.data === undefined ? null : (
        <>
          <AddDocuments adding={adding} reading={library.data.reading} />
          {items.length === 0 && !adding.isAdding ? <p>{words.empty}</p> : null}
          {items.length === 0 ? null : <DocumentTable documents={items} />}
        </>
      )}
    </>
  )
}

/** What a key without the scope sees. */
function NoScope() {
  const text = useText()
  return (
    <>
      <h1>{text.pages.biblioteca}</h1>
      <Notice kind="undecided" title={text.biblioteca.noScope}>
        <p>
          <code>{text.biblioteca.noScopeCommand}</code>
        </p>
      </Notice>
    </>
  )
}
