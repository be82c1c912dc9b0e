import { useState } from 'react'
import { useDesktopCommand } from '../desktop.tsx'
import { Link, navigate } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { ErrorNotice, Notice } from '../shared/notices.tsx'
import { fileName, saveFile } from '../shared/save-file.ts'
import { ExportMenu } from './export-menu.tsx'
import type { StoredProject } from './project.ts'
import { projectFile } from './project-file.ts'
import { useRemove } from './project-queries.ts'

/** The requirements, the ficha, the menu of what else the project is exported as, and the button that deletes it. */
export function ProjectActions({ stored }: { readonly stored: StoredProject }) {
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
        <ExportMenu isBusy={transfer !== undefined} onExport={(kind) => (kind === 'project' ? exported() : ficha(kind))} />
        <button type="button" className="quiet" onClick={() => setAsked(true)}>
          {words.remove}
        </button>
      </div>
      {transfer === undefined ? null : <p role="status">{words.transferring(...transfer)}</p>}
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
