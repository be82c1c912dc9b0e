import { Link, pageOfArticle } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { useDocumentName } from '../shared/documents.ts'
import { resultIcons } from '../shared/notices.tsx'
import { type Answer, answerParts, reasonOf } from './answer-parts.ts'
import { Cases } from './cases.tsx'

/** An answer: the verdict first, then the text with its cases, the quoted paragraph and the sources; or the reason why there is none. */
export function AnswerBody({ answer }: { readonly answer: Answer }) {
  return (
    <>
      <TookOver questions={answer.took_over} />
      {answer.grounded ? <Grounded answer={answer} /> : <Refusal answer={answer} />}
    </>
  )
}

function TookOver({ questions }: { readonly questions: readonly string[] }) {
  const words = useText().preguntar
  return questions.length === 0 ? null : (
    <p className="help">
      {words.tookOver} <span lang="es">{questions.map((one) => `«${one}»`).join(', ')}</span>
    </p>
  )
}

function Refusal({ answer }: { readonly answer: Answer }) {
  const words = useText().preguntar
  return (
    <section className="notice undecided answer">
      <h3 className="outcome">
        <span aria-hidden="true">{resultIcons.undecided}</span> {words.refusal}
      </h3>
      <p lang="es">{reasonOf(answer.answer)}</p>
      {answer.suggestions.length === 0 ? null : (
        <>
          <h4>{words.nearest}</h4>
          <ul className="nearest" lang="es">
            {answer.suggestions.map(({ title, url, snippet }) => (
              <li key={url}>
                <Link to={pageOfArticle(url)}>{title}</Link>
                <p>{snippet}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Grounded({ answer }: { readonly answer: Answer }) {
  const text = useText()
  const { parts, quote } = answerParts(answer)
  const kind = answer.verdict === null ? undefined : answer.verdict === 'COMPLIANT' ? 'complies' : 'fails'
  return (
    <>
      <section className={kind === undefined ? 'panel answer' : `notice ${kind} answer`}>
        {kind === undefined ? null : (
          <h3 className="outcome">
            <span aria-hidden="true">{resultIcons[kind]}</span> {text.verdict[kind]}
          </h3>
        )}
        {answer.kind === 'missing' ? <h3>{text.preguntar.missing}</h3> : null}
        {parts.map((part) =>
          part.kind === 'text' ? (
            <p key={part.text} lang="es">
              {part.text}
            </p>
          ) : part.kind === 'cases' ? (
            <Cases key={part.cases[0]?.figure.rule} cases={part.cases} answer={answer} />
          ) : (
            <Values key={part.rows[0]?.[0]} rows={part.rows} />
          ),
        )}
      </section>
      <Sources answer={answer} quote={quote} />
    </>
  )
}

/** The figure for each value of the missing condition. */
function Values({ rows }: { readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <table className="missing-values" lang="es">
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={`${name}${value}`}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What the answer rests on. The first source has the paragraph that the answer quotes. */
function Sources({ answer, quote }: { readonly answer: Answer; readonly quote: readonly string[] }) {
  const words = useText().preguntar
  const { language } = useSession()
  const nameOf = useDocumentName()
  const share = new Intl.NumberFormat(language, { style: 'percent' })
  return (
    <section className="panel">
      <h3>{words.sources}</h3>
      <ul className="plain">
        {answer.sources.map((source, index) => (
          <li key={source.url}>
            <Link to={pageOfArticle(source.url)} lang="es">
              {nameOf(source.code_slug)} ({source.version}), {source.section}
            </Link>{' '}
            <span className="help">{words.similarity(share.format(source.similarity_score))}</span>
            <blockquote lang="es">
              {(index === 0 && quote.length > 0 ? quote : source.excerpt.split('\n')).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </blockquote>
          </li>
        ))}
      </ul>
    </section>
  )
}
