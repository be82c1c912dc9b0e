import { type FormEvent, useState } from 'react'
import type { Inputs, Outputs } from '../api.ts'
import { Field } from '../shared/field.tsx'
import { ErrorNotice } from '../shared/notices.tsx'
import { ProjectChoice } from './project-choice.tsx'
import { useServerMutation } from './server-queries.ts'
import { useServidorWords } from './use-words.ts'

type Wanted = Inputs['issueKey']
type Scope = NonNullable<Wanted['scopes']>[number]
const scopes = ['read', 'verify', 'ask', 'library', 'admin', 'metrics'] as const satisfies readonly Scope[]

/** Form for a new key: name, scopes, the projects that it reaches, expiry and group. */
export function IssueKeyForm({ onGiven }: { readonly onGiven: (given: Outputs['issueKey']) => void }) {
  const words = useServidorWords()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(['read', 'verify', 'ask'])
  const [days, setDays] = useState('365')
  const [isReading, setReading] = useState(false)
  const [group, setGroup] = useState('')
  const [projects, setProjects] = useState<readonly string[]>()
  const [isTried, setTried] = useState(false)
  const issue = useServerMutation((client, wanted: Wanted) => client.issueKey.mutate(wanted))
  const term = days.trim() === '' ? null : /^\d{1,4}$/.test(days.trim()) ? Number(days) : Number.NaN
  const isTermRight = term === null || (term >= 1 && term <= 3650)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || chosen.length === 0 || !isTermRight || projects?.length === 0) return
    issue.mutate(
      {
        name,
        scopes: [...chosen],
        days: term,
        reading_only: isReading,
        group: group.trim() === '' ? null : group,
        projects: projects === undefined ? null : [...projects],
      },
      {
        onSuccess: (given) => {
          onGiven(given)
          setName('')
          setProjects(undefined)
          setTried(false)
        },
      },
    )
  }
  return (
    <details>
      <summary>{words.issue}</summary>
      <form onSubmit={submit} className="stack" noValidate>
        <Field label={words.issueName} value={name} onChange={setName} error={isTried && name.trim() === '' ? words.issueNameError : undefined} />
        <fieldset>
          <legend>{words.issueScopes}</legend>
          <div className="actions">
            {scopes.map((scope) => (
              <label key={scope} className="tick">
                <input
                  type="checkbox"
                  checked={chosen.includes(scope)}
                  onChange={({ target }) => setChosen(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
                />
                {words.scopeNames[scope]}
              </label>
            ))}
          </div>
          <label className="tick">
            <input type="checkbox" checked={isReading} onChange={({ target }) => setReading(target.checked)} />
            {words.issueReading}
          </label>
          {isTried && chosen.length === 0 ? <p className="field-error">{words.issueScopesError}</p> : null}
        </fieldset>
        <ProjectChoice chosen={projects} onChange={setProjects} error={isTried && projects?.length === 0 ? words.issueProjectsError : undefined} />
        <Field
          label={words.issueDays}
          help={words.issueDaysHelp}
          value={days}
          onChange={setDays}
          error={isTried && !isTermRight ? words.issueDaysError : undefined}
        />
        <Field label={words.issueGroup} help={words.issueGroupHelp} value={group} onChange={setGroup} />
        {issue.error === null ? null : <ErrorNotice error={issue.error} />}
        <button type="submit" className="main" disabled={issue.isPending}>
          {words.give}
        </button>
      </form>
    </details>
  )
}
