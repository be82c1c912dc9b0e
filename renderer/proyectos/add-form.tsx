import { type FormEvent, useState } from 'react'
import { Link } from '../route.tsx'
import { useText } from '../session.tsx'
import { Choice } from '../shared/choice.tsx'
import { Field } from '../shared/field.tsx'
import { Notice, Trouble } from '../shared/states.tsx'
import { newCheck, type ProjectCheck, withCheck } from './project.ts'
import { useAmend, useCreate, useProjects } from './store.ts'

/** Puts a check into a project, one that is there or a new one at the place of the check. */
export function AddForm({
  check,
  geoId,
  onClose,
}: {
  readonly check: Omit<ProjectCheck, 'id'>
  readonly geoId: string
  readonly onClose: () => void
}) {
  const words = useText().proyectos
  const { data, error } = useProjects()
  const amend = useAmend()
  const create = useCreate()
  // A check goes to a building of its own place; the others are named all the same, so that nobody looks for them.
  const [wanted, setWanted] = useState<string>()
  const [name, setName] = useState('')
  const [origin, setOrigin] = useState('')
  const here = data?.items.filter((project) => project.geo_id === geoId) ?? []
  const chosen = wanted ?? here[0]?.id ?? ''
  const done = amend.data ?? create.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const added = newCheck({ ...check, origin })
    if (chosen !== '') amend.mutate({ id: chosen, change: (project) => withCheck(project, added) })
    else if (name.trim() !== '') create.mutate({ name, geo_id: geoId, checks: [added] })
  }
  if (done !== undefined)
    return (
      <Notice kind="complies" title={words.added(done.project.name)}>
        <Link to={`/proyectos/${done.id}`}>{words.openProject}</Link>
      </Notice>
    )
  const fault = error ?? amend.error ?? create.error
  return (
    <form onSubmit={submit} className="panel stack">
      {fault === null ? null : <Trouble error={fault} />}
      <Choice
        label={words.project}
        help={here.length < (data?.items.length ?? 0) ? words.onlyHere : undefined}
        none={words.newProject}
        value={chosen}
        options={here.map((project) => ({ value: project.id, label: project.name }))}
        onChange={setWanted}
      />
      {chosen === '' ? <Field label={words.name} value={name} onChange={setName} /> : null}
      <Field label={words.origin} help={words.originHelp} value={origin} onChange={setOrigin} />
      <div className="actions">
        <button type="submit" className="main">
          {words.add}
        </button>
        <button type="button" onClick={onClose}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
