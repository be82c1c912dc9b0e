import { type FormEvent, useState } from 'react'
import { Link } from '../route.tsx'
import { useText } from '../session.tsx'
import { Field } from '../shared/field.tsx'
import { ErrorNotice, Notice } from '../shared/notices.tsx'
import { SelectField } from '../shared/select-field.tsx'
import { newCheck, type ProjectCheck, withCheck } from './project.ts'
import { useCreate, useProjects, useUpdateLatest } from './project-queries.ts'

/** Form that adds a check to an existing project or to a new one at the same place. */
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
  const amend = useUpdateLatest()
  const create = useCreate()
  // Only projects at the place of the check are offered. A note explains why the others are missing.
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
  const failure = error ?? amend.error ?? create.error
  return (
    <form onSubmit={submit} className="panel stack">
      {failure === null ? null : <ErrorNotice error={failure} />}
      <SelectField
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
