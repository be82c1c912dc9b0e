import { PanelRightOpen } from 'lucide-react'
import { useContext } from 'react'
import { Link, pageOfArticle } from '../route.tsx'
import { useText } from '../session.tsx'
import { useDocumentName } from '../shared/documents.ts'
import { resultIcons } from '../shared/notices.tsx'
import { type Answer, answerParts, reasonOf } from './answer-parts.ts'
import { Cases } from './cases.tsx'
import { ReadBeside } from './read-beside.ts'
import { VerifyThis } from './verify-this.tsx'

/** A refusal names the best three articles. */
const mostSuggestions = 3

/** An answer: the verdict first, then the text with its cases, the quoted paragraph and the sources; or the reason why there is none. */
export function AnswerBody({ answer, question }: { readonly answer: Answer; readonly question: string }) {
  return (
    <>
      <TookOver questions={answer.took_over} />
      {answer.grounded ? <Grounded answer={answer} question={question} /> : <Refusal answer={answer} />}
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
            {answer.suggestions.slice(0, mostSuggestions).map(({ title, url, snippet }) => (
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

function Grounded({ answer, question }: { readonly answer: Answer; readonly question: string }) {
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
        <VerifyThis answer={answer} question={question} />
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

/** What the answer rests on. The first source has the paragraph that the answer quotes; each opens beside the conversation. */
function Sources({ answer, quote }: { readonly answer: Answer; readonly quote: readonly string[] }) {
  const words = useText().preguntar
  const nameOf = useDocumentName()
  const read = useContext(ReadBeside)
  return (
    <section className="sources">
      <h3>{words.sources}</h3>
      <ol className="plain">
        {answer.sources.map((source, index) => (
          <li key={source.url}>
            <p className="source">
              <Link to={pageOfArticle(source.url)} lang="es">
                {nameOf(source.code_slug)} ({source.version}), {source.section}
              </Link>
              <button type="button" className="quiet unprinted" onClick={() => read(source.url)}>
                <PanelRightOpen /> {words.beside}
                <span className="unseen"> {source.section}</span>
              </button>
            </p>
            <blockquote lang="es">
              {(index === 0 && quote.length > 0 ? quote : source.excerpt.split('\n')).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </blockquote>
          </li>
        ))}
      </ol>
    </section>
  )
}
