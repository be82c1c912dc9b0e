import { lazy, Suspense, useState } from 'react'
import type { ProjectCheck } from '../proyectos/project.ts'
import { useText } from '../session.tsx'
import { Waiting } from '../shared/states.tsx'

const AddForm = lazy(async () => ({ default: (await import('../proyectos/add-form.tsx')).AddForm }))

/** Offers to put a check into a project; the form is fetched when it is first asked for. */
export function AddToProject({ check, geoId }: { readonly check: Omit<ProjectCheck, 'id'>; readonly geoId: string }) {
  const [isOpen, setOpen] = useState(false)
  const words = useText().proyectos
  return isOpen ? (
    <Suspense fallback={<Waiting />}>
      <AddForm check={check} geoId={geoId} onClose={() => setOpen(false)} />
    </Suspense>
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      {words.addToProject}
    </button>
  )
}
