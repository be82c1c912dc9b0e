import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session.tsx'
import { ErrorNotice, Waiting } from '../shared/notices.tsx'
import { useServidorWords } from './use-words.ts'

/** Which projects a key reaches: all of them (undefined), or those that are ticked. */
export function ProjectChoice({
  chosen,
  onChange,
  error,
}: {
  readonly chosen: readonly string[] | undefined
  readonly onChange: (chosen: readonly string[] | undefined) => void
  readonly error: string | undefined
}) {
  const words = useServidorWords()
  return (
    <fieldset>
      <legend>{words.issueProjects}</legend>
      <div className="actions">
        <label className="tick">
          <input type="radio" name="key-projects" checked={chosen === undefined} onChange={() => onChange(undefined)} />
          {words.issueAllProjects}
        </label>
        <label className="tick">
          <input type="radio" name="key-projects" checked={chosen !== undefined} onChange={() => onChange(chosen ?? [])} />
          {words.issueSomeProjects}
        </label>
      </div>
      {chosen === undefined ? null : <ProjectTicks chosen={chosen} onChange={onChange} />}
      {error === undefined ? null : <p className="field-error">{error}</p>}
    </fieldset>
  )
}

function ProjectTicks({ chosen, onChange }: { readonly chosen: readonly string[]; readonly onChange: (chosen: readonly string[]) => void }) {
  const words = useServidorWords()
  const { client } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['proyectos', 'de una clave'],
    queryFn: ({ signal }) => client.listProjects.query({}, { signal }),
    staleTime: 0,
  })
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />
  if (data === undefined) return <Waiting />
  if (data.items.length === 0) return <p className="help">{words.issueNoProjects}</p>
  return (
    <ul className="plain ticks">
      {data.items.map(({ id, name, reference }) => (
        <li key={id}>
          <label className="tick">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
            {reference === '' ? name : `${name} · ${reference}`}
          </label>
        </li>
      ))}
    </ul>
  )
}
