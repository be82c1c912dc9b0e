import { type Outcome, OutcomeText } from '../exigencias/outcome-text.tsx'
import { Link, pageOfArticle } from '../route.tsx'
import { useAnswer, useText } from '../session.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { addressOf, type Check, wireContext } from './check.ts'
import { NextCondition } from './next-condition.tsx'
import type { CheckIds } from './use-verdict.ts'

/** With more limits than this, the tables of their cases are folded: one datum settles most of them. */
const mostOpen = 2

/** The limits of a case without a value: each with its figure or the table of its cases, and the datum that decides most. */
export function Limits({
  check,
  ids,
  context,
  onChange,
  onChoose,
}: {
  readonly check: Check
  readonly ids: CheckIds
  /** The conditions as the form has them. */
  readonly context: Check['context']
  readonly onChange: (context: Check['context']) => void
  readonly onChoose: (context: Check['context']) => void
}) {
  const words = useText().verificar
  const { data, error, refetch } = useAnswer(
    ['limites', ids, addressOf(check)],
    (client, signal) =>
      client.listLimits.query(
        {
          element: ids.element,
          parameter: ids.parameter,
          geo_id: ids.geoId,
          context: wireContext(check.context),
          ...(check.date === '' ? {} : { as_of: check.date }),
        },
        { signal },
      ),
    'keep',
  )
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />
  if (data === undefined) return <Waiting />
  const { geo_context: place } = data
  return (
    <section className="panel limits" aria-live="polite">
      <h2>{words.limits}</h2>
      <p>
        <span lang="es">
          {data.element.label} · {data.parameter.label}
        </span>
        . {words.limitsAt(place.name, place.climate_zone ?? undefined)} {data.items.length === 0 ? words.noLimits : words.judge}
      </p>
      {data.open_data.length === 0 ? null : (
        <>
          <h3>{words.decidesMost}</h3>
          <NextCondition conditions={data.open_data} context={context} onChange={onChange} onChoose={onChoose} />
        </>
      )}
      <ul className="limit-list">
        {data.items.map(({ rule, title, standing, outcomes, url, place_in_text, document, version }) => (
          <li key={`${document} ${rule}`}>
            {standing === 'depends' && data.items.length > mostOpen ? (
              <details>
                <summary lang="es">{title}</summary>
                <Outcomes outcomes={outcomes} />
              </details>
            ) : (
              <>
                <p className="title" lang="es">
                  {title}
                </p>
                <Outcomes outcomes={outcomes} />
              </>
            )}
            <p className="help">
              <Link to={pageOfArticle(url)}>{place_in_text}</Link> · {version}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Outcomes({ outcomes }: { readonly outcomes: readonly Outcome[] }) {
  return outcomes.map((outcome) => (
    <div key={outcome.text} className="outcome">
      <OutcomeText outcome={outcome} />
    </div>
  ))
}
