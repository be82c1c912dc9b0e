import { useEffect, useState } from 'react'
import type { Outputs } from '../api.ts'
import { Link, navigate, pageOfArticle, showFragment } from '../route.tsx'
import { useAnswer, useText } from '../session.tsx'
import { Choice } from '../shared/choice.tsx'
import { Markdown } from '../shared/markdown.tsx'
import { PrintedTable } from '../shared/printed-table.tsx'
import { Trouble, Waiting } from '../shared/states.tsx'
import { addressOf, emptyCheck } from '../verificar/check.ts'
import type { ArticleAddress } from './address.ts'

type ArticleBody = Outputs['getArticle']

/** An article, whole: text, tables, what can be checked by it, and its neighbours. */
export function Article({ address }: { readonly address: ArticleAddress }) {
  const words = useText().normativa
  const { data, error, refetch } = useAnswer(['article', ...Object.values(address)], (client, signal) =>
    client.getArticle.query({ ...address }, { signal }),
  )
  useEffect(() => {
    if (data !== undefined) showFragment()
  }, [data])
  if (error !== null) return <Trouble error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Waiting />
  return (
    <article>
      <p className="trail">{data.path.join(' › ')}</p>
      <h1>
        {data.number} {data.title}
      </h1>
      <Head article={data} />
      <Markdown source={data.content} />
      {data.tables.length === 0 ? null : <h2>{words.tables}</h2>}
      {data.tables.map((table) => (
        <PrintedTable key={table.table} table={table} />
      ))}
      <Rules article={data} />
      <nav className="neighbours" aria-label={`${words.previous} / ${words.next}`}>
        {data.previous === null ? <span /> : <Link to={pageOfArticle(data.previous.url)}>{`← ${words.previous}: ${data.previous.number}`}</Link>}
        {data.next === null ? <span /> : <Link to={pageOfArticle(data.next.url)}>{`${words.next}: ${data.next.number} →`}</Link>}
      </nav>
    </article>
  )
}

function Head({ article }: { readonly article: ArticleBody }) {
  const text = useText()
  const words = text.normativa
  const [isCopied, setCopied] = useState(false)
  const here = `/normativa/${article.collection}/${article.document}/${article.section}`
  const options = article.versions.map(({ version, in_force_from, in_force_to }) => ({
    value: version,
    label: `${version} · ${words.fromTo(in_force_from, in_force_to)}`,
  }))
  const copy = async () => {
    await navigator.clipboard.writeText(`${article.document_title}, ${article.number} ${article.title} (${article.version})`)
    setCopied(true)
  }
  return (
    <div className="article-head">
      <Choice
        label={words.edition}
        none={words.current}
        value={article.version}
        options={options}
        onChange={(version) => navigate(version === '' ? here : `${here}?version=${encodeURIComponent(version)}`)}
      />
      <button type="button" className="quiet" onClick={copy}>
        {isCopied ? words.copied : words.copy}
      </button>
      <p className="help">
        {words.source}: {article.source.authority} · {text.verification[article.source.verification] ?? article.source.verification}
      </p>
    </div>
  )
}

function Rules({ article }: { readonly article: ArticleBody }) {
  const words = useText().normativa
  const rules = article.rules.filter(({ kind, verification }) => kind === 'limit' && verification !== 'unverified')
  if (rules.length === 0) return null
  return (
    <section className="panel">
      <h2>{words.rules}</h2>
      <ul>
        {rules.map(({ id, title, element, parameter, unit }) => (
          <li key={id}>
            {title}{' '}
            <Link to={addressOf({ ...emptyCheck, element: element[0] ?? '', parameter, unit })}>
              {words.check}
              <span className="unseen"> {title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
