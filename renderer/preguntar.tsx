import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { Outputs } from './api.ts'
import { Link, navigate, pageOfArticle, useRoute } from './route.tsx'
import { useAnswer, useSession, useText } from './session.tsx'
import { Field } from './shared/field.tsx'
import { ErrorNotice, Notice, Stopped, Waiting } from './shared/notices.tsx'
import { figure, unitText } from './text.ts'

type Answer = Outputs['ask']

/** The question page: an answer with its sources, or a note that the knowledge base has no answer. */
export function PreguntarPage() {
  const text = useText()
  const words = text.preguntar
  const { query } = useRoute()
  const queries = useQueryClient()
  const { language } = useSession()
  const asked = query.get('q') ?? ''
  const [typed, setTyped] = useState(asked)
  useEffect(() => setTyped(asked), [asked])
  const answer = useAnswer(['ask', asked], (client, signal) => client.ask.query({ query: asked }, { signal }), asked === '' ? 'wait' : 'ask')
  const isStale = typed.trim() !== asked.trim() || answer.isFetching
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') navigate(questionAddress(typed.trim()))
  }
  return (
    <>
      <h1>{text.pages.preguntar}</h1>
      <form onSubmit={submit} className="ask">
        <Field label={words.label} help={words.help} value={typed} onChange={setTyped} className="wide" />
        <button type="submit" className="main">
          {words.ask}
        </button>
      </form>
      {asked === '' ? (
        <section className="panel">
          <h2>{words.examples}</h2>
          <ul>
            {words.samples.map((one) => (
              <li key={one}>
                <Link to={questionAddress(one)}>{one}</Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {answer.isPending && answer.isFetching ? <Waiting onStop={() => queries.cancelQueries({ queryKey: [language, 'ask', asked] })} /> : null}
      {asked !== '' && answer.isPending && !answer.isFetching ? <Stopped onRetry={() => answer.refetch()} /> : null}
      {answer.error === null ? null : <ErrorNotice error={answer.error} onRetry={() => answer.refetch()} />}
      {answer.data === undefined ? null : (
        <div className={isStale ? 'stale' : ''} inert={isStale}>
          <AnswerBody answer={answer.data} />
        </div>
      )}
    </>
  )
}

function questionAddress(question: string): string {
  return `/preguntar?${new URLSearchParams({ q: question })}`
}

function AnswerBody({ answer }: { readonly answer: Answer }) {
  const words = useText().preguntar
  const { language } = useSession()
  const lines = answer.answer.split('\n').filter((line) => line.trim() !== '')
  if (!answer.grounded) {
    return (
      <Notice kind="undecided" title={words.refusal}>
        <Lines lines={lines} />
        {answer.suggestions.length === 0 ? null : <h3>{words.nearest}</h3>}
        <ul>
          {answer.suggestions.map(({ title, url }) => (
            <li key={url}>
              <Link to={pageOfArticle(url)} lang="es">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    )
  }
  return (
    <>
      <section className="panel answer" aria-live="polite" lang="es">
        {answer.kind === 'missing' ? <h2 lang={language}>{words.missing}</h2> : null}
        <Lines lines={lines} />
      </section>
      <Figures answer={answer} />
      <Sources answer={answer} />
    </>
  )
}

/** The lines of an answer. Lines that begin with a dash are table rows: the figure for each value of the missing condition. */
function Lines({ lines }: { readonly lines: readonly string[] }) {
  const groups: { readonly isTable: boolean; readonly lines: string[] }[] = []
  for (const line of lines) {
    const isTable = line.startsWith('- ')
    const last = groups.at(-1)
    if (isTable && last?.isTable === true) last.lines.push(line)
    else groups.push({ isTable, lines: [line] })
  }
  return groups.map((group) =>
    group.isTable ? <Values key={group.lines.join()} lines={group.lines} /> : <p key={group.lines.join()}>{group.lines[0]?.trim()}</p>,
  )
}

function Values({ lines }: { readonly lines: readonly string[] }) {
  return (
    <table className="missing-values">
      <tbody>
        {lines
          .map((line) => line.slice(2).split(/:\s+(?=[^:]*$)/))
          .map(([name = '', value = '']) => (
            <tr key={`${name}${value}`}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

function Figures({ answer }: { readonly answer: Answer }) {
  const text = useText()
  const { language } = useSession()
  const settled = answer.figures.filter(({ bounds }) => bounds.length > 0)
  if (settled.length === 0) return null
  return (
    <section className="panel">
      <h2>{text.preguntar.figures}</h2>
      <ul>
        {settled.map((one) => (
          <li key={one.rule}>
            <span lang="es">{one.title}</span>:{' '}
            <strong>
              {one.bounds
                .map(({ comparison, value }) => `${text.verdict.bounds[comparison]} ${figure(value, language)} ${unitText(one.unit)}`.trim())
                .join(', ')}
            </strong>
            {one.verdict === null ? '' : ` · ${one.verdict === 'COMPLIANT' ? text.verdict.complies : text.verdict.fails}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sources({ answer }: { readonly answer: Answer }) {
  const words = useText().preguntar
  const { language } = useSession()
  const share = new Intl.NumberFormat(language, { style: 'percent' })
  return (
    <section className="panel">
      <h2>{words.sources}</h2>
      <ul>
        {answer.sources.map((source) => (
          <li key={source.url}>
            <Link to={pageOfArticle(source.url)} lang="es">
              {source.code_slug} ({source.version}), {source.section}
            </Link>{' '}
            <span className="help">{words.similarity(share.format(source.similarity_score))}</span>
            <p lang="es">{source.excerpt}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
