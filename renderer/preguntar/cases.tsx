import { addressOfArticle, articleOf } from '../normativa/address.ts'
import { Link } from '../route.tsx'
import { useAnswer, useSession, useText } from '../session.tsx'
import { useDocumentName } from '../shared/documents.ts'
import { resultIcons } from '../shared/notices.tsx'
import { TableHead } from '../shared/table-head.tsx'
import type { Answer, Case, Figure } from './answer-parts.ts'
import { boundsText } from './bounds-text.ts'

/** The cases of an answer: what each is for, its limit, and the section that says so. */
export function Cases({ cases, answer }: { readonly cases: readonly Case[]; readonly answer: Answer }) {
  const text = useText()
  const { language } = useSession()
  const { what, limit, where } = text.preguntar.columns
  return (
    <table className="cases">
      <TableHead columns={[what, limit, where]} />
      <tbody>
        {cases.map(({ figure, notes }) => {
          const isSettled = figure.bounds.length > 0
          return (
            <tr key={figure.rule}>
              <th scope="row" lang="es">
                {figure.title}
                {isSettled ? <Notes notes={notes} /> : null}
              </th>
              <td>
                {isSettled ? boundsText(figure, { text, language }) : notes.length === 0 ? text.preguntar.missingFigure : <Notes notes={notes} />}
                {figure.verdict === answer.verdict ? null : <Outcome verdict={figure.verdict} />}
              </td>
              <td>
                <Section figure={figure} sources={answer.sources} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  return notes.map((one) => (
    <span key={one} className="help" lang="es">
      {one}
    </span>
  ))
}

/** The result of one case, where it is not that of the whole answer. */
function Outcome({ verdict }: { readonly verdict: Figure['verdict'] }) {
  const words = useText().verdict
  if (verdict === null) return null
  const kind = verdict === 'COMPLIANT' ? 'complies' : 'fails'
  return (
    <span className={`result ${kind}`}>
      <span aria-hidden="true">{resultIcons[kind]}</span> {words[kind]}
    </span>
  )
}

/** A link to the section of a figure, in the edition of the answer. */
function Section({ figure: { code_slug, section_slug }, sources }: { readonly figure: Figure; readonly sources: Answer['sources'] }) {
  const nameOf = useDocumentName()
  const source = sources.find((one) => one.code_slug === code_slug)
  const address = source === undefined ? undefined : { ...articleOf(source.url), section: section_slug }
  const page = address === undefined ? '' : addressOfArticle(address)
  const article = useAnswer(
    ['article', `/api/v1${page}`],
    (client, signal) => client.getArticle.query(address ?? articleOf(''), { signal }),
    address === undefined ? 'wait' : 'ask',
  )
  const label = `${nameOf(code_slug)}, ${article.data?.number ?? section_slug}`
  return address === undefined ? (
    <span lang="es">{label}</span>
  ) : (
    <Link to={page} lang="es">
      {label}
    </Link>
  )
}
