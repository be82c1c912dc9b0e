import { lazy, Suspense, useState } from 'react'
import type { ProjectCheck } from '../proyectos/project.ts'
import { useText } from '../session.tsx'
import { Waiting } from '../shared/notices.tsx'

const AddForm = lazy(async () => ({ default: (await import('../proyectos/add-form.tsx')).AddForm }))

/** A button that opens the form to add a check to a project. The form is loaded on demand. */
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
