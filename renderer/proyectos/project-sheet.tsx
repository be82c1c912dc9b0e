import { useCallback, useState } from 'react'
import { useDesktopCommand } from '../desktop.tsx'
import { Link, navigate } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { ErrorNotice, Notice, resultIcons, Waiting } from '../shared/notices.tsx'
import { optionNamed } from '../shared/options.ts'
import { usePageTitle } from '../shared/page-title.ts'
import { usePlaces } from '../shared/places.ts'
import { fileName, saveFile } from '../shared/save-file.ts'
import { momentText } from '../text.ts'
import { AddCheck } from './add-check.tsx'
import { AddTable } from './add-table.tsx'
import { BuildingForm } from './building-form.tsx'
import { Checks } from './checks.tsx'
import { Elements } from './elements.tsx'
import { type Project, type ProjectCheck, resultOf, type StoredProject, withCheck } from './project.ts'
import { projectFile } from './project-file.ts'
import { useProject, useRemove, useSave } from './project-queries.ts'
import { Revisions } from './revisions.tsx'
import { useHistory } from './use-history.ts'
import { useOutcomes } from './use-outcomes.ts'

/** One project: its checks and results, documents to download, and forms to change it. */
export function ProjectSheet({ id }: { readonly id: string }) {
  const text = useText()
  const { data, error, refetch } = useProject(id)
  if (error !== null && data === undefined)
    return (
      <>
        <h1>{text.pages.proyectos}</h1>
        <ErrorNotice error={error} onRetry={refetch} />
      </>
    )
  return data === undefined ? <Waiting /> : <LoadedProject stored={data} onReload={refetch} />
}

function LoadedProject({ stored, onReload }: { readonly stored: StoredProject; readonly onReload: () => void }) {
  const text = useText()
  const words = text.proyectos
  const project: Project = stored.project
  usePageTitle(project.name)
  const save = useSave(stored)
  const { mutate } = save
  const store = useCallback((next: Project, onSaved?: () => void) => mutate(next, { onSuccess: () => onSaved?.() }), [mutate])
  const { change, undo, canUndo } = useHistory(project, store)
  const places = usePlaces()
  const place = optionNamed(places ?? [], project.geo_id)?.label ?? project.geo_id
  const outcomes = useOutcomes(project)
  const addCheck = useCallback((check: ProjectCheck, onSaved: () => void) => change(withCheck(project, check), onSaved), [change, project])
  const results = outcomes.list.flatMap((one) => (one === undefined ? [] : [resultOf(one)]))
  const count = (wanted: string): number => results.filter((one) => one === wanted).length
  return (
    <article className="project">
      <h1>{project.name}</h1>
      <p className="help">{[project.reference, place, project.site].filter((one) => one !== undefined && one !== '').join(' · ')}</p>
      <ul className="tally" aria-live="polite">
        <li className="complies">
          <span aria-hidden="true">{resultIcons.complies}</span> {words.tally.complies(count('complies'))}
        </li>
        <li className="fails">
          <span aria-hidden="true">{resultIcons.fails}</span> {words.tally.fails(count('fails'))}
        </li>
        <li className="undecided">
          <span aria-hidden="true">{resultIcons.undecided}</span> {words.tally.undecided(count('undecided'))}
        </li>
      </ul>
      <SaveState stored={stored} isSaving={save.isPending} isFailed={save.isError} />
      <Progress outcomes={outcomes} />
      {save.error === null ? null : (
        <>
          <ErrorNotice error={save.error} />
          <button type="button" onClick={() => [save.reset(), onReload()]}>
            {words.reload}
          </button>
        </>
      )}
      <ProjectActions stored={stored} />
      <BuildingForm project={project} projectId={stored.id} onSave={change} />
      <Elements project={project} outcomes={outcomes.list} onChange={change} />
      <Checks project={project} projectId={stored.id} place={place} outcomes={outcomes.list} canUndo={canUndo} onUndo={undo} onChange={change} />
      <AddCheck projectId={stored.id} onAdd={addCheck} />
      <AddTable project={project} projectId={stored.id} onAdd={change} />
      <Revisions stored={stored} />
    </article>
  )
}

/** Says whether all that was typed is stored. */
function SaveState({ stored, isSaving, isFailed }: { readonly stored: StoredProject; readonly isSaving: boolean; readonly isFailed: boolean }) {
  const words = useText().proyectos
  const { language } = useSession()
  return (
    <p className="help" role="status">
      {isSaving ? words.saving : isFailed ? words.notSaved : words.savedAt(momentText(stored.updated_at, language))}
    </p>
  )
}

function Progress({ outcomes }: { readonly outcomes: ReturnType<typeof useOutcomes> }) {
  const words = useText().proyectos
  const { list, done, isRunning, error, stop, resume } = outcomes
  if (error !== undefined) return <ErrorNotice error={error} onRetry={resume} />
  if (done === list.length) return null
  return (
    <p className="progress">
      <progress max={list.length} value={done} aria-label={words.progress(done, list.length)} /> {words.progress(done, list.length)}{' '}
      <button type="button" onClick={isRunning ? stop : resume}>
        {isRunning ? words.stop : words.resume}
      </button>
    </p>
  )
}

/** Downloads (ficha, table of results, project file) and the button that deletes the project. */
function ProjectActions({ stored }: { readonly stored: StoredProject }) {
  const text = useText()
  const words = text.proyectos
  const { client, fetchFile } = useSession()
  const [transfer, setTransfer] = useState<readonly [number, number]>()
  const remove = useRemove()
  const [error, setError] = useState<unknown>()
  const [isAsked, setAsked] = useState(false)
  const { project } = stored
  const ficha = async (format: 'pdf' | 'docx' | 'xlsx' | 'csv') => {
    setError(undefined)
    try {
      const issued_on = new Date().toLocaleDateString('sv-SE')
      saveFile(fileName(`ficha ${project.name}`, format), await fetchFile('/api/v1/ficha', { project, format, issued_on, photos_of: stored.id }))
    } catch (failure) {
      setError(failure)
    }
  }
  const exported = async () => {
    setError(undefined)
    try {
      const file = await projectFile(client, stored, (done, total) => setTransfer([done, total]))
      saveFile(fileName(project.name, 'plomada.json'), file)
    } catch (failure) {
      setError(failure)
    } finally {
      setTransfer(undefined)
    }
  }
  useDesktopCommand(({ name }) => {
    if (name === 'save-as') void exported()
    else if (name === 'export-pdf') void ficha('pdf')
    else return false
    return true
  })
  return (
    <>
      <div className="actions">
        <Link to={`/proyectos/${encodeURIComponent(stored.id)}/exigencias`} className="button">
          {text.exigencias.ofProject}
        </Link>
        <button type="button" className="main" onClick={() => ficha('pdf')}>
          {words.pdf}
        </button>
        <button type="button" onClick={() => ficha('docx')}>
          {words.docx}
        </button>
        <button type="button" onClick={() => ficha('xlsx')}>
          {words.xlsx}
        </button>
        <button type="button" onClick={() => ficha('csv')}>
          {words.csv}
        </button>
        <button type="button" disabled={transfer !== undefined} onClick={exported}>
          {transfer === undefined ? words.export : words.transferring(...transfer)}
        </button>
        <button type="button" className="quiet" onClick={() => setAsked(true)}>
          {words.remove}
        </button>
      </div>
      {error === undefined ? null : <ErrorNotice error={error} />}
      {isAsked ? (
        <Notice kind="undecided" title={words.removeSure(project.name)}>
          <div className="actions">
            <button type="button" onClick={() => remove.mutate(stored.id, { onSuccess: () => navigate('/proyectos', 'replace') })}>
              {words.removeYes}
            </button>
            <button type="button" onClick={() => setAsked(false)}>
              {words.keep}
            </button>
          </div>
        </Notice>
      ) : null}
      {remove.error === null ? null : <ErrorNotice error={remove.error} />}
    </>
  )
}
