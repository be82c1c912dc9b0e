import { type FormEvent, useEffect, useState } from 'react'
import { useDesktopCommand } from '../desktop.tsx'
import { Link, navigate, useRoute } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { ComboField } from '../shared/combo-field.tsx'
import { Field } from '../shared/field.tsx'
import { FileButton } from '../shared/file-button.tsx'
import { ErrorNotice, Notice, Waiting } from '../shared/notices.tsx'
import { openedFile } from '../shared/opened-file.ts'
import { optionNamed } from '../shared/options.ts'
import { usePlaces } from '../shared/places.ts'
import { TableHead } from '../shared/table-head.tsx'
import { momentText } from '../text.ts'
import { Bin } from './bin.tsx'
import { example } from './example-project.ts'
import type { Project, StoredProject } from './project.ts'
import { mostFileBytes, RefusedPhoto, readProjectFile } from './project-file.ts'
import { useCreate, useImport, useProjects } from './project-queries.ts'

/** The list of projects, with forms to create one: empty, from a file, or the example. */
export function ProjectList() {
  const text = useText()
  const words = text.proyectos
  const { language } = useSession()
  const { data, error, refetch } = useProjects()
  const create = useCreate()
  const [fileError, setFileError] = useState<string>()
  const [transfer, setTransfer] = useState<readonly [number, number]>()
  const imported = useImport((done, total) => setTransfer([done, total]))
  const show = ({ id }: StoredProject) => navigate(`/proyectos/${id}`)
  const open = (project: Project) => create.mutate(project, { onSuccess: show })
  const opened = useRoute().query.get('abierto')
  const [given, setGiven] = useState<File>()
  useDesktopCommand(({ name }) => {
    if (name !== 'new') return false
    document.querySelector<HTMLInputElement>('#nuevo input')?.focus()
    return true
  })
  useEffect(() => {
    if (opened === null) return
    openedFile(mostFileBytes).then(
      (file) => setGiven(file instanceof File ? file : undefined),
      () => undefined,
    )
  }, [opened])
  const read = async (file: File) => {
    setFileError(undefined)
    const content = await readProjectFile(file)
    if (content === undefined) setFileError(words.notAProject(file.name))
    else imported.mutate(content, { onSuccess: show, onSettled: () => setTransfer(undefined) })
  }
  return (
    <>
      <h1>{text.pages.proyectos}</h1>
      {create.error === null ? null : <ErrorNotice error={create.error} />}
      {imported.error === null ? null : <ImportError error={imported.error} />}
      {transfer === undefined ? null : <p role="status">{words.transferring(...transfer)}</p>}
      {fileError === undefined ? null : <Notice kind="undecided" title={fileError} />}
      {given === undefined ? null : (
        <Notice kind="undecided" title={words.importGiven(given.name)}>
          <div className="actions">
            <button type="button" className="main" onClick={() => [setGiven(undefined), void read(given)]}>
              {words.import}
            </button>
            <button type="button" onClick={() => setGiven(undefined)}>
              {words.cancel}
            </button>
          </div>
        </Notice>
      )}
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Waiting /> : null}
      {data === undefined ? null : data.items.length === 0 ? (
        <section className="panel">
          <p>{words.intro}</p>
          <button type="button" className="quiet" onClick={() => open(example)}>
            {words.example}
          </button>
        </section>
      ) : (
        <div className="scroll">
          <table className="projects cards">
            <TableHead columns={[words.name, words.reference, text.verificar.place, words.checks, words.changed]} />
            <tbody>
              {data.items.map((project) => (
                <tr key={project.id}>
                  <th scope="row">
                    <Link to={`/proyectos/${project.id}`}>{project.name}</Link>
                  </th>
                  <td data-label={words.reference}>{project.reference}</td>
                  <td data-label={text.verificar.place}>{project.place}</td>
                  <td data-label={words.checks}>{project.checks}</td>
                  <td data-label={words.changed}>{momentText(project.updated_at, language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <NewProject onCreate={open} />
      <Bin />
      <section className="panel">
        <h2>{words.import}</h2>
        <p>{words.importHelp}</p>
        <FileButton label={words.importFile} types={['.json', 'application/json']} onFile={read} />
      </section>
    </>
  )
}

function ImportError({ error }: { readonly error: Error }) {
  const words = useText().proyectos
  if (!(error instanceof RefusedPhoto)) return <ErrorNotice error={error} />
  return (
    <>
      <Notice kind="undecided" title={words.refusedPhoto(error.number, error.caption)} />
      <ErrorNotice error={error.cause} />
    </>
  )
}

/** Form for a new project: name and place. */
function NewProject({ onCreate }: { readonly onCreate: (project: Project) => void }) {
  const text = useText()
  const words = text.proyectos
  const places = usePlaces()
  const [name, setName] = useState('')
  const [place, setPlace] = useState('')
  const [isTried, setTried] = useState(false)
  const chosen = optionNamed(places ?? [], place)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() !== '' && chosen !== undefined) onCreate({ name, geo_id: chosen.id })
  }
  return (
    <section className="panel" id="nuevo">
      <h2>{words.new}</h2>
      <form onSubmit={submit} className="stack" noValidate>
        <Field label={words.name} error={isTried && name.trim() === '' ? text.verificar.required : undefined} value={name} onChange={setName} />
        <ComboField
          label={text.verificar.place}
          help={text.verificar.placeHelp}
          error={isTried && chosen === undefined ? text.verificar.unknownPlace : undefined}
          text={place}
          options={places ?? []}
          onChange={setPlace}
        />
        <button type="submit" className="main">
          {words.create}
        </button>
      </form>
    </section>
  )
}
