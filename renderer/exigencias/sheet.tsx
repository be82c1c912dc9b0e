import { useState } from 'react'
import type { Inputs, Outputs } from '../api.ts'
import { useAnswer, useSession, useText } from '../session.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { dayText } from '../text.ts'
import { Conditions } from '../verificar/conditions.tsx'
import type { Building } from './building.ts'
import { DocumentRequirements, type Taking } from './document-requirements.tsx'
import { SaveButtons } from './save-buttons.tsx'

export type Sheet = Outputs['listRequirements']
export type Standing = Sheet['items'][number]['standing']

const standings = ['applies', 'depends', 'not_held', 'does_not_apply'] as const satisfies readonly Standing[]
/** Data that are asked for above the sheet. */
const mostAsked = 6

/** The requirements of a building: how many, the data that would settle most, and each document. */
export function RequirementsSheet({
  request,
  building: stated,
  onChange,
  taking,
}: {
  readonly request: Inputs['listRequirements']
  readonly building: Building
  readonly onChange: (building: Building) => void
  readonly taking?: Taking | undefined
}) {
  const words = useText().exigencias
  const { language } = useSession()
  const { checks, ...building } = request
  const { data, error, refetch } = useAnswer(
    ['exigencias', building, checks],
    (client, signal) => client.listRequirements.query({ ...request, limit: 1 }, { signal }),
    'keep',
  )
  const [shown, setShown] = useState<readonly Standing[]>(['applies', 'depends', 'not_held'])
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />
  if (data === undefined) return <Waiting />
  const toggle = (one: Standing): void => setShown(shown.includes(one) ? shown.filter((other) => other !== one) : [...shown, one])
  const asked = data.open_data.filter(({ field }) => stated.context[field] === undefined).slice(0, mostAsked)
  return (
    <section aria-label={words.sheet}>
      <p className="lead" aria-live="polite">
        {words.total(data.summary.total, data.geo_context.name, dayText(data.as_of, language))}
      </p>
      {taking === undefined ? null : <p aria-live="polite">{words.checked(data.summary.checked, data.summary.partly)}</p>}
      <fieldset className="standings">
        <legend>{words.show}</legend>
        {standings.map((one) => (
          <label key={one} className={`standing ${one}`}>
            <input type="checkbox" checked={shown.includes(one)} onChange={() => toggle(one)} /> {words.standing[one]} ({data.summary[one]})
          </label>
        ))}
      </fieldset>
      {asked.length === 0 ? null : (
        <details className="panel">
          <summary>{words.openData}</summary>
          <p className="help">{words.openDataHelp}</p>
          <Conditions
            conditions={asked}
            context={stated.context}
            onChange={(context) => onChange({ ...stated, context: Object.fromEntries(Object.entries(context).filter(([, value]) => value !== '')) })}
          />
        </details>
      )}
      {data.documents
        .filter((document) => shown.some((one) => document[one] > 0))
        .map((document) => (
          <DocumentRequirements key={document.slug} document={document} request={request} shown={shown} taking={taking} />
        ))}
      <NotHeld sheet={data} />
      <SaveButtons request={request} shown={shown} place={data.geo_context.name} />
    </section>
  )
}

/** What may bind and the base does not hold. */
function NotHeld({ sheet: { not_held, norms_not_held, editions_not_held } }: { readonly sheet: Sheet }) {
  const words = useText().exigencias
  const lines = [
    ...norms_not_held.map(({ title, matters }) => `${title} (${matters.join(', ')})`),
    ...editions_not_held.map(({ title }) => words.editionOf(title)),
    ...not_held.map(({ document, place_in_text, text }) => `${document}, ${place_in_text}: ${text}`),
  ]
  if (lines.length === 0) return null
  return (
    <details className="panel">
      <summary>{words.notHeld(lines.length)}</summary>
      <ul lang="es">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}
