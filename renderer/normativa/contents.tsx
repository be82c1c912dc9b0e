import { List } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, pageOfArticle } from '../route.tsx'
import { useAnswer, useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { usePageTitle } from '../shared/page-title.ts'
import { numberBefore, searchKey } from '../text.ts'
import { type ArticleAddress, articleId } from './address.ts'
import { Editions } from './editions.tsx'
import { Provenance } from './provenance.tsx'
import { childrenOf, type Section, sectionsOf } from './sections.ts'

/** The table of contents of a document, as a page or beside an article. */
export function Contents({ address }: { readonly address: ArticleAddress }) {
  const text = useText()
  const words = text.normativa
  const { collection, document, section } = address
  const [filter, setFilter] = useState('')
  const { data, error, refetch } = useAnswer(['document', collection, document], (client, signal) =>
    client.getDocument.query({ collection, document }, { signal }),
  )
  usePageTitle(section === '' ? data?.short_title : undefined)
  const [isOpen, setOpen] = useState(false)
  const side = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section closes the contents of a narrow window
  useEffect(() => setOpen(false), [section])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section means another entry to scroll to
  useEffect(() => {
    const entry = side.current?.querySelector<HTMLElement>('.tree [aria-current]')
    if (side.current !== null && entry !== null && entry !== undefined) side.current.scrollTop = entry.offsetTop - side.current.clientHeight / 2
  }, [section, data])
  if (error !== null) return <ErrorNotice error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Waiting />
  const edition = address.version ?? data.version
  const wanted = searchKey(filter)
  const sections = sectionsOf(data.sections, edition, section)
  const shown = sections.filter((one) => wanted === '' || searchKey(`${one.number} ${one.title}`).includes(wanted))
  const isSide = section !== ''
  return (
    <nav ref={side} aria-label={words.contents} className={isSide ? `side${isOpen ? ' opened' : ''}` : ''}>
      <p className="trail">
        <Link to="/normativa">{text.pages.normativa}</Link> ›{' '}
        {isSide ? <Link to={`/normativa/${collection}/${document}`}>{data.short_title}</Link> : data.short_title}
      </p>
      {isSide ? (
        <a className="skip" href={`#${articleId}`}>
          {words.skip}
        </a>
      ) : null}
      {isSide ? (
        <button type="button" className="open-contents" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <List /> {words.contents}
        </button>
      ) : null}
      {isSide ? null : (
        <>
          <h1>{data.title}</h1>
          <Provenance
            source={{ ...data, url: data.official_url }}
            more={data.held.in_full >= data.held.sections ? words.wholeDocument : words.partOfDocument(data.held.in_full, data.held.sections)}
          />
          <Editions document={data} />
          <h2>{words.contents}</h2>
        </>
      )}
      <div className="contents-body">
        <Field label={words.filter} type="search" value={filter} onChange={setFilter} className="wide" />
        {wanted === '' ? <Tree sections={sections} parent={null} current={section} /> : <Found sections={shown} current={section} />}
      </div>
    </nav>
  )
}

function Tree({ sections, parent, current }: { readonly sections: readonly Section[]; readonly parent: string | null; readonly current: string }) {
  const children = childrenOf(sections, parent)
  if (children.length === 0) return null
  return (
    <ul className="tree">
      {children.map((one) => (
        <li key={one.section}>
          <Entry section={one} current={current} />
          <Tree sections={sections} parent={one.section} current={current} />
        </li>
      ))}
    </ul>
  )
}

function Found({ sections, current }: { readonly sections: readonly Section[]; readonly current: string }) {
  return (
    <ul className="tree">
      {sections.map((one) => (
        <li key={one.section}>
          <Entry section={one} current={current} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ section, current }: { readonly section: Section; readonly current: string }) {
  return (
    <Link to={pageOfArticle(section.url)} current={section.section === current ? 'page' : undefined}>
      <strong>{numberBefore(section)}</strong> {section.title}
    </Link>
  )
}
