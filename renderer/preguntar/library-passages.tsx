import { useState } from 'react'
import { Link } from '../route.tsx'
import { useAnswer, useText } from '../session.tsx'
import { useMayReadLibrary } from '../shared/library-scope.ts'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'

/** What the library of the office says about a question, once somebody asks for it: apart from the answer, and marked as what it is. */
export function LibraryPassages({ question }: { readonly question: string }) {
  const words = useText().biblioteca
  const isReader = useMayReadLibrary()
  const [isAsked, setAsked] = useState(false)
  if (!isReader) return null
  if (isAsked) return <Passages question={question} />
  return (
    <p className="unprinted">
      <button type="button" className="quiet" onClick={() => setAsked(true)}>
        {words.fromAnswer}
      </button>
    </p>
  )
}

function Passages({ question }: { readonly question: string }) {
  const text = useText()
  const words = text.biblioteca
  const { data, error, refetch } = useAnswer(['biblioteca', 'ask', question], (client, signal) =>
    client.ask.query({ query: question, collection: 'biblioteca' }, { signal }),
  )
  if (error !== null) return <ErrorNotice error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Waiting />
  if (data.library.length === 0) return <p role="status">{words.fromAnswerNothing}</p>
  return (
    <section className="panel">
      <h3>{text.pages.biblioteca}</h3>
      <p className="help">{words.notOfficial}</p>
      <ol className="plain" lang="es">
        {data.library.map(({ document, title, page, division, excerpt }) => (
          <li key={`${document} ${page}`}>
            <p>
              <Link to={`/biblioteca/${document}/${page}`}>{division === 'page' ? words.literalAt(title, page) : `${title}, ${page}`}</Link>
            </p>
            <blockquote>{excerpt}</blockquote>
          </li>
        ))}
      </ol>
    </section>
  )
}
