import { type FormEvent, useState } from 'react'
import { useAnswer, useSession, useText } from '../session.tsx'
import { ambiguities, byPointer } from '../shared/field-errors.ts'
import { PickField } from '../shared/pick-field.tsx'
import { searchKey } from '../text.ts'
import { wireContext } from '../verificar/check.ts'
import { Conditions } from '../verificar/conditions.tsx'
import type { Project } from './project.ts'
import { withCopies, withoutChecks, withSameConditions } from './project-changes.ts'

/** What can be done with the selected checks at once: duplicate, state the same conditions, remove. */
export function BulkActions(props: {
  readonly project: Project
  readonly selected: ReadonlySet<string>
  readonly onChange: (project: Project) => void
  readonly onDone: () => void
}) {
  const { project, selected, onChange, onDone } = props
  const words = useText().proyectos
  const [isStating, setStating] = useState(false)
  return (
    <section className="bulk" aria-label={words.selected(selected.size)}>
      <div className="actions">
        <strong role="status">{words.selected(selected.size)}</strong>
        <button type="button" onClick={() => onChange(withCopies(project, selected))}>
          {words.duplicate}
        </button>
        <button type="button" aria-expanded={isStating} onClick={() => setStating(!isStating)}>
          {words.sameConditions}
        </button>
        <button
          type="button"
          onClick={() => {
            onChange(withoutChecks(project, selected))
            onDone()
          }}
        >
          {words.removeShort}
        </button>
        <button type="button" className="quiet" onClick={onDone}>
          {words.selectNone}
        </button>
      </div>
      {isStating ? (
        <SameConditions
          onState={(context) => {
            onChange(withSameConditions(project, selected, context))
            setStating(false)
          }}
        />
      ) : null}
    </section>
  )
}

/** Form for conditions that several checks get at once. One left without a value is taken from them. */
function SameConditions({ onState }: { readonly onState: (context: Readonly<Record<string, string | number | boolean>>) => void }) {
  const words = useText().proyectos
  const { language } = useSession()
  const { data } = useAnswer(['condiciones'], (client, signal) => client.listConditions.query({}, { signal }))
  const [context, setContext] = useState<Readonly<Record<string, string>>>({})
  const [isTried, setTried] = useState(false)
  const unclear = ambiguities(byPointer(context), language)
  const all = data?.items ?? []
  const options = all
    .filter(({ field }) => context[field] === undefined)
    .map(({ field, label, help }) => ({ id: field, label, hint: help, search: searchKey(`${label} ${field}`) }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(unclear).length > 0) return
    const emptied = Object.fromEntries(Object.entries(context).filter(([, value]) => value === ''))
    onState({ ...emptied, ...wireContext(context) })
  }
  return (
    <form onSubmit={submit} className="panel" noValidate>
      <Conditions
        conditions={all.filter(({ field }) => context[field] !== undefined)}
        context={context}
        errors={isTried ? unclear : {}}
        onChange={setContext}
      />
      <PickField
        label={words.findDatum}
        help={words.addConditionHelp}
        options={options}
        onPick={(field) => setContext({ ...context, [field]: '' })}
      />
      <div className="actions">
        <button type="submit" className="main" disabled={Object.keys(context).length === 0}>
          {words.stateForAll}
        </button>
      </div>
    </form>
  )
}
