import { useState } from 'react'
import type { Inputs } from '../api.ts'
import { Link, pageOfArticle } from '../route.tsx'
import { useAnswer, useText } from '../session.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { OutcomeText } from './outcome-text.tsx'
import type { Sheet, Standing } from './sheet.tsx'
import { TakeCheck, targetsKey } from './take-check.tsx'

export type Requirement = Sheet['items'][number]

/** Where a check of a requirement is to be: an element of the project, or a part of the building (empty text: the building) and a kind of element. */
export interface Target {
  readonly elementId: string | null
  readonly part: string
  readonly type: string
}

/** How a project takes requirements as checks. */
export interface Taking {
  /** The state of the checks on a requirement, and where it has none yet; undefined if there is no check. */
  stateOf(requirement: Requirement): { readonly worst: 'complies' | 'fails' | 'undecided'; readonly missing: readonly string[] } | undefined
  /** The name of an element of the project. */
  nameOf(elementId: string): string
  take(requirement: Requirement, value: string, target: Target): void
}

/** The requirements of one document, read when it is opened. */
export function DocumentRequirements({
  document,
  request,
  shown,
  taking,
}: {
  readonly document: Sheet['documents'][number]
  readonly request: Inputs['listRequirements']
  readonly shown: readonly Standing[]
  readonly taking: Taking | undefined
}) {
  const words = useText().exigencias
  const [isOpen, setOpen] = useState(false)
  const counts = shown.filter((one) => document[one] > 0).map((one) => words.counted[one](document[one]))
  return (
    <details className="panel document" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span lang="es">{document.title}</span> ({document.version}){' '}
        <span className="help">{[...counts, ...(document.checked === 0 ? [] : [words.countedChecked(document.checked)])].join(' · ')}</span>
      </summary>
      {isOpen ? <Sections slug={document.slug} request={request} shown={shown} taking={taking} /> : null}
    </details>
  )
}

function Sections({
  slug,
  request,
  shown,
  taking,
}: {
  readonly slug: string
  readonly request: Inputs['listRequirements']
  readonly shown: readonly Standing[]
  readonly taking: Taking | undefined
}) {
  const { checks, ...building } = request
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    ['exigencias', slug, shown, building, checks],
    (client, signal) => client.listRequirements.query({ ...request, codes: [{ slug }], standings: [...shown], limit: 1000 }, { signal }),
    'keep',
  )
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />
  if (data === undefined) return <Waiting />
  const bySection = new Map<string, Requirement[]>()
  for (const one of data.items) bySection.set(one.section, [...(bySection.get(one.section) ?? []), one])
  return [...bySection].map(([section, all]) => (
    <section key={section} className={isPlaceholderData ? 'requirements stale' : 'requirements'}>
      <h2 lang="es">
        <Link to={pageOfArticle(all[0]?.url ?? '')}>{all[0]?.place_in_text.split(', Tabla')[0]}</Link> {all[0]?.section_title}
      </h2>
      <ul>
        {all.map((one) => (
          <li key={one.rule} className={`requirement ${one.standing}`}>
            <OneRequirement requirement={one} shown={shown} taking={taking} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function OneRequirement({
  requirement,
  shown,
  taking,
}: {
  readonly requirement: Requirement
  readonly shown: readonly Standing[]
  readonly taking: Taking | undefined
}) {
  const words = useText().exigencias
  const { outcomes, title } = requirement
  const told = outcomes.filter(({ standing }) => shown.includes(standing))
  const state = taking?.stateOf(requirement)
  return (
    <>
      <span lang="es">{title}</span>
      {state === undefined ? null : <CheckState {...state} />}
      {told.map((one) => (
        <div key={[...one.parts, ...one.elements.map(({ id }) => id)].join()} className="outcome">
          {outcomes.length > 1 ? (
            <b>{[...one.parts.map((name) => (name === '' ? words.wholeBuilding : name)), ...one.elements.map(({ name }) => name)].join(', ')}: </b>
          ) : null}
          <OutcomeText outcome={one} />
        </div>
      ))}
      {requirement.notices.length === 0 ? null : (
        <details className="help">
          <summary>{words.notices(requirement.notices.length)}</summary>
          <ul lang="es">
            {requirement.notices.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </details>
      )}
      {taking !== undefined && requirement.kind === 'limit' && requirement.standing !== 'does_not_apply' ? (
        <TakeCheck key={targetsKey(requirement)} requirement={requirement} taking={taking} />
      ) : null}
    </>
  )
}

/** `✓ cumple`, or with what is still to be checked: then it is not shown as complying. */
function CheckState({ worst, missing }: { readonly worst: 'complies' | 'fails' | 'undecided'; readonly missing: readonly string[] }) {
  const words = useText().exigencias
  const shown = worst === 'complies' && missing.length > 0 ? 'undecided' : worst
  return (
    <strong className={`result ${shown}`}>
      {' '}
      {missing.length === 0 ? words.state[worst] : words.statePartly(words.state[worst], missing.join(', '))}
    </strong>
  )
}
