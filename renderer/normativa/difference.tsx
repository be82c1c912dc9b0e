import type { Outputs } from '../api.ts'
import { Link, navigate, pageOfArticle } from '../route.tsx'
import { useAnswer, useText } from '../session.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { SelectField } from '../shared/select-field.tsx'
import { addressOfDifference, type DifferenceAddress } from './address.ts'
import { ChangedLimits } from './changed-limits.tsx'
import { ComparedText } from './compared-text.tsx'

type Section = Outputs['diffDocument']['sections'][number]

/** The changes between two editions of a document. The address holds the editions and the open section. */
export function Difference({ address }: { readonly address: DifferenceAddress }) {
  const words = useText().diferencia
  const { collection, document } = address
  const { data, error, refetch } = useAnswer(['document', collection, document], (client, signal) =>
    client.getDocument.query({ collection, document }, { signal }),
  )
  if (error !== null) return <ErrorNotice error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Waiting />
  const versions = data.editions.map(({ version }) => version)
  const to = address.to ?? data.version
  const from = address.from ?? versions[versions.indexOf(to) - 1] ?? versions.find((version) => version !== to) ?? ''
  const chosen = { ...address, from, to }
  const options = data.editions.map(({ version, label }) => ({ value: version, label }))
  return (
    <article>
      <h1>{words.title(data.short_title)}</h1>
      {versions.length < 2 ? (
        <p>{words.single(data.version)}</p>
      ) : (
        <>
          <div className="two-editions">
            <SelectField
              label={words.from}
              none={words.choose}
              value={from}
              options={options}
              onChange={(version) => navigate(addressOfDifference({ ...chosen, from: version }))}
            />
            <SelectField
              label={words.to}
              none={words.choose}
              value={to}
              options={options}
              onChange={(version) => navigate(addressOfDifference({ ...chosen, to: version }))}
            />
          </div>
          {from === '' || to === '' || from === to ? (
            <p>{words.two}</p>
          ) : (
            <Changes address={chosen} numbers={new Map(data.sections.map(({ section, number }) => [section, number]))} />
          )}
        </>
      )}
    </article>
  )
}

type Chosen = DifferenceAddress & { readonly from: string; readonly to: string }

function Changes({ address, numbers }: { readonly address: Chosen; readonly numbers: ReadonlyMap<string, string> }) {
  const words = useText().diferencia
  const { collection, document, from, to } = address
  const { data, error, refetch } = useAnswer(['diff', collection, document, from, to], (client, signal) =>
    client.diffDocument.query({ collection, document, from, to }, { signal }),
  )
  if (error !== null) return <ErrorNotice error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Waiting />
  const kinds = (['reworded', 'added', 'removed'] as const).map((change) => ({
    change,
    sections: data.sections.filter((one) => one.change === change),
  }))
  return (
    <>
      <h2>{words.limits(data.limits.length)}</h2>
      <ChangedLimits difference={data} numbers={numbers} />
      {data.sections.length === 0 ? <p>{words.noSections}</p> : null}
      {kinds.map(({ change, sections }) =>
        sections.length === 0 ? null : (
          <section key={change}>
            <h2>{words.changes[change](sections.length)}</h2>
            <ul className="plain">
              {sections.map((section) => (
                <Entry key={section.section} section={section} address={address} />
              ))}
            </ul>
          </section>
        ),
      )}
      <p className="help">{words.normalised}</p>
    </>
  )
}

function Entry({ section, address }: { readonly section: Section; readonly address: Chosen }) {
  const words = useText().diferencia
  const isOpen = address.section === section.section
  const { section: _open, ...closed } = address
  const toggle = () => navigate(addressOfDifference(isOpen ? closed : { ...address, section: section.section }), 'replace')
  return (
    <li id={section.section}>
      <Link to={pageOfArticle(section.url)}>
        {section.number} {section.title}
      </Link>
      {section.change === 'reworded' ? (
        <>
          {' '}
          <button type="button" className="quiet" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? words.hide : words.show}
            <span className="unseen"> {section.number}</span>
          </button>
          {isOpen ? <Wordings address={address} section={section.section} /> : null}
        </>
      ) : null}
    </li>
  )
}

function Wordings({ address, section }: { readonly address: Chosen; readonly section: string }) {
  const words = useText().diferencia
  const { collection, document, from, to } = address
  const { data, error, refetch } = useAnswer(['wordings', collection, document, section, from, to], (client, signal) =>
    Promise.all([from, to].map((version) => client.getArticle.query({ collection, document, section, version }, { signal }))),
  )
  if (error !== null) return <ErrorNotice error={error} onRetry={() => refetch()} />
  const [before, after] = data ?? []
  if (before === undefined || after === undefined) return <Waiting />
  const only = (one: typeof before, other: typeof before): string =>
    one.tables
      .filter(({ table }) => !other.tables.some((known) => known.table === table))
      .map(({ number, title }) => `${number} ${title}`)
      .join('; ')
  const [gone, come] = [only(before, after), only(after, before)]
  return (
    <section className="panel" aria-label={words.wording(before.number)}>
      <p className="help">
        <del>{words.inEdition(from)}</del> <ins>{words.inEdition(to)}</ins>
      </p>
      <ComparedText before={before.content} after={after.content} />
      {gone === '' ? null : <p>{words.tablesOnly(from, gone)}</p>}
      {come === '' ? null : <p>{words.tablesOnly(to, come)}</p>}
    </section>
  )
}
