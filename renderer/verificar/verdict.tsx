import { type ReactNode, useEffect, useRef } from 'react'
import { Link, pageOfArticle } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { CopyButton } from '../shared/copy-button.tsx'
import { resultIcons } from '../shared/notices.tsx'
import { quantity } from '../text.ts'
import { CitedTable, useCitedArticle } from './cited-table.tsx'
import { LimitScale } from './limit-scale.tsx'
import { limitText } from './limit-text.ts'
import { Reasons } from './reasons.tsx'
import type { VerdictBody } from './use-verdict.ts'
import { verdictCitation } from './verdict-citation.ts'

/** A verdict with its sources and reasons. `subject`: element and parameter as shown to the user; `date`: the day of the check. */
export function Verdict({
  verdict,
  subject,
  date,
  isStale,
  children,
}: {
  readonly verdict: VerdictBody
  readonly subject: string
  readonly date: string
  /** True if the form has changed since, or an update is loading. */
  readonly isStale: boolean
  /** Shown right below the verdict. */
  readonly children: ReactNode
}) {
  const text = useText()
  const { language } = useSession()
  const words = text.verdict
  const withUnit = (value: number | string): string => quantity(value, verdict.unit, language)
  const [source] = verdict.sources
  const document = useCitedArticle(verdict).data?.document_title ?? source?.code_slug ?? ''
  const citation = verdictCitation(verdict, { subject, document, date }, { text, language })
  const { geo_context: place } = verdict
  const sentence = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new verdict is brought into view
  useEffect(() => {
    sentence.current?.scrollIntoView({ block: 'nearest' })
  }, [verdict])
  return (
    <div className={isStale ? 'verdict stale' : 'verdict'} inert={isStale}>
      <section ref={sentence} className={`notice ${verdict.is_compliant ? 'complies' : 'fails'}`} aria-live="polite">
        <h2>
          <span aria-hidden="true">{resultIcons[verdict.is_compliant ? 'complies' : 'fails']}</span>{' '}
          {verdict.is_compliant ? words.complies : words.fails}
        </h2>
        <p lang="es">{subject}</p>
        <LimitScale verdict={verdict} />
        <dl className="facts">
          <dt>{words.value}</dt>
          <dd>{withUnit(verdict.normalized_value)}</dd>
          <dt>{words.limit}</dt>
          <dd>
            <strong>{limitText(verdict, { text, language })}</strong>
          </dd>
          {verdict.margin === undefined ? null : (
            <>
              <dt>{verdict.margin < 0 ? words.excess : words.spare}</dt>
              <dd>{withUnit(Math.abs(verdict.margin))}</dd>
            </>
          )}
          <dt>{words.zone}</dt>
          <dd>
            {place.climate_zone ?? words.noZone} · {place.name}
            {place.altitude_m === null ? '' : `, ${quantity(place.altitude_m, 'm', language)}`}
          </dd>
        </dl>
        {verdict.what_if === undefined ? null : <p>{words.nearest(withUnit(verdict.what_if.closest_compliant_value))}</p>}
        <div className="actions">
          <CopyButton text={citation} label={words.copy} done={words.copied} />
        </div>
        <p className="printed-only">{citation}</p>
      </section>
      {children}
      <section className="panel cited">
        {source === undefined ? null : (
          <>
            <h3 lang="es">{source.section}</h3>
            <p>
              <span lang="es">{document}</span> · {words.edition(source.version)} · {text.verification[source.verification]}
            </p>
            {source.statement === undefined ? null : (
              <blockquote lang="es">
                {source.statement.split('\n').map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </blockquote>
            )}
            <CitedTable verdict={verdict} />
            <p className="unprinted">
              <Link to={pageOfArticle(source.url)}>{words.open}</Link>
            </p>
          </>
        )}
      </section>
      <Reasons verdict={verdict} />
    </div>
  )
}
