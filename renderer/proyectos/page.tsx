import { useRoute } from '../route.tsx'
import { ProjectList } from './list.tsx'
import { ProjectSheet } from './sheet.tsx'

/** The projects of this installation, or the one that the address names. */
export function ProyectosPage() {
  const id = decodeURIComponent(useRoute().path.split('/')[2] ?? '')
  return id === '' ? <ProjectList /> : <ProjectSheet key={id} id={id} />
}
