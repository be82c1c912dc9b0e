import { useRoute } from '../route.tsx'
import { ProjectList } from './project-list.tsx'
import { ProjectSheet } from './project-sheet.tsx'

/** The projects page: the list, or the project that the address names. */
export function ProyectosPage() {
  const id = decodeURIComponent(useRoute().path.split('/')[2] ?? '')
  return id === '' ? <ProjectList /> : <ProjectSheet key={id} id={id} />
}
