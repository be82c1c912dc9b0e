import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Project } from './project.ts'

/** Most changes that can be taken back. */
const most = 50

/** The changes of a project that this page has made, so that they can be taken back one after another, also with Ctrl+Z (⌘Z) outside a field. */
export function useHistory(project: Project, save: (project: Project, onSaved?: () => void) => void) {
  const [before, setBefore] = useState<readonly Project[]>([])
  const change = useCallback(
    (next: Project, onSaved?: () => void): void =>
      save(next, () => {
        setBefore((all) => [...all, project].slice(-most))
        onSaved?.()
      }),
    [project, save],
  )
  const undo = useCallback((): void => {
    const last = before.at(-1)
    if (last !== undefined) save(last, () => setBefore((all) => all.slice(0, -1)))
  }, [before, save])
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
    if (isField || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
    event.preventDefault()
    undo()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return { change, undo, canUndo: before.length > 0 }
}
