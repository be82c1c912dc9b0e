import { useCallback } from 'react'
import { useSession, useText } from '../session.tsx'
import { ErrorNotice, resultIcons, Waiting } from '../shared/notices.tsx'
import { optionNamed } from '../shared/options.ts'
import { usePageTitle } from '../shared/page-title.ts'
import { usePlaces } from '../shared/places.ts'
import { momentText } from '../text.ts'
import { AddCheck } from './add-check.tsx'
import { AddTable } from './add-table.tsx'
import { BuildingForm } from './building-form.tsx'
import { Checks } from './checks.tsx'
import { Elements } from './elements.tsx'
import { type Project, type ProjectCheck, resultOf, type StoredProject, withCheck } from './project.ts'
import { ProjectActions } from './project-actions.tsx'
import { useProject, useSave } from './project-queries.ts'
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
      <div className="state-line">
        <SaveState stored={stored} isSaving={save.isPending} isFailed={save.isError} />
        <Progress outcomes={outcomes} />
      </div>
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
