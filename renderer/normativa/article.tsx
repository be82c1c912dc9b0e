import { Fragment, useEffect } from 'react'
import type { Outputs } from '../api.ts'
import { Link, navigate, pageOfArticle, showFragment } from '../route.tsx'
import { useAnswer, useSession, useText } from '../session.tsx'
import { Markdown } from '../shared/markdown.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { usePageTitle } from '../shared/page-title.ts'
import { PrintedTable } from '../shared/printed-table.tsx'
import { SelectField } from '../shared/select-field.tsx'
import { dayText, numberBefore } from '../text.ts'
import { addressOf, emptyCheck } from '../verificar/check.ts'
import { type ArticleAddress, addressOfArticle, addressOfDifference, articleId } from './address.ts'
import { articleCitation } from './article-citation.ts'
import { CopyCitation } from './copy-citation.tsx'
import { LiteralText } from './literal-text.tsx'
import { Outline, rulesId, tablesId } from './outline.tsx'
import { Provenance } from './provenance.tsx'

type ArticleBody = Outputs['getArticle']

/** An article: text, tables, the rules that can be checked, and links to the previous and next article. */
export function Article({ address }: { readonly address: ArticleAddress }) {
  const words = useText().normativa
  const { data, error, refetch } = useAnswer(['article', ...Object.values(address)], (client, signal) =>
    client.getArticle.query({ ...address }, { signal }),
  )
  usePageTitle(data === undefined ? undefined : `${numberBefore(data)} ${data.title}`.trim())
  useEffect(() => {
    if (data !== undefined) showFragment()
  }, [data])
  if (error !== null) return <ErrorNotice error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Waiting />
  return (
    <article id={articleId} tabIndex={-1}>
      <p className="trail" lang="es">
        {data.path.join(' › ')}
      </p>
      <h1 lang="es">
        <span className="number">{numberBefore(data)}</span> {data.title}
      </h1>
      <Neighbours article={data} label={words.neighbours} />
      <Head article={data} />
      <LiteralText document={data.document} section={data.section} version={data.version} />
      <Outline article={data} />
      <Markdown source={data.content} />
      {data.tables.length === 0 ? null : <h2 id={tablesId}>{words.tables}</h2>}
      {data.tables.map((table) => (
        <Fragment key={table.table}>
          <PrintedTable table={table} />
          <Citation article={data} table={table} />
        </Fragment>
      ))}
      <Rules article={data} />
      <Neighbours article={data} label={words.neighboursBelow} />
    </article>
  )
}

/** The previous and the next article: above the text too, because a long one has many links before its end. */
function Neighbours({ article, label }: { readonly article: ArticleBody; readonly label: string }) {
  const words = useText().normativa
  const { previous, next } = article
  return (
    <nav className="neighbours" aria-label={label}>
      {previous === null ? <span /> : <Link to={pageOfArticle(previous.url)}>{`← ${words.previous}: ${previous.number}`}</Link>}
      {next === null ? <span /> : <Link to={pageOfArticle(next.url)}>{`${words.next}: ${next.number} →`}</Link>}
    </nav>
  )
}

function Head({ article }: { readonly article: ArticleBody }) {
  const text = useText()
  const { language } = useSession()
  const words = text.normativa
  const { collection, document, section, version } = article
  const options = article.versions.map(({ version: name, in_force_from, in_force_to }) => ({
    value: name,
    label: `${name} · ${words.fromTo(dayText(in_force_from, language), in_force_to === null ? null : dayText(in_force_to, language))}`,
  }))
  const before = article.versions[article.versions.findIndex((one) => one.version === version) - 1]?.version
  return (
    <div className="article-head">
      <SelectField
        label={words.edition}
        none={words.current}
        value={version}
        options={options}
        onChange={(name) => navigate(addressOfArticle({ collection, document, section, ...(name === '' ? {} : { version: name }) }))}
      />
      {before === undefined ? null : (
        <Link to={addressOfDifference({ collection, document, from: before, to: version, section })}>{text.diferencia.compare}</Link>
      )}
      <Citation article={article} />
      <Provenance source={article.source} more={text.verification[article.source.verification] ?? article.source.verification} />
    </div>
  )
}

function Citation({ article, table }: { readonly article: ArticleBody; readonly table?: ArticleBody['tables'][number] }) {
  const text = useText()
  const { data } = useAnswer(['meta'], (client, signal) => client.getMeta.query({}, { signal }))
  // Its room is kept, so that nothing moves when it appears.
  if (data === undefined) return <div className="citation" />
  return <CopyCitation citation={articleCitation(article, table, data.kb, text)} about={table?.number ?? article.number} />
}

function Rules({ article }: { readonly article: ArticleBody }) {
  const words = useText().normativa
  const { language } = useSession()
  const rules = article.rules.filter(({ kind, verification }) => kind === 'limit' && verification !== 'unverified')
  if (rules.length === 0) return null
  return (
    <section className="panel" id={rulesId}>
      <h2>{words.rules}</h2>
      <ul>
        {rules.map(({ id, title, element, parameter, unit, reviewed }) => (
          <li key={id}>
            {title}{' '}
            <Link to={addressOf({ ...emptyCheck, element: element[0] ?? '', parameter, unit })}>
              {words.check}
              <span className="unseen"> {title}</span>
            </Link>
            {reviewed !== null && <small> · {words.reviewed(dayText(reviewed.date, language))}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}
