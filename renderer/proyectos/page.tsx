import { useRoute } from '../route.tsx'
import { ProjectList } from './project-list.tsx'
import { ProjectRequirements } from './project-requirements.tsx'
import { ProjectSheet } from './project-sheet.tsx'

/** The projects page: the list, or the project that the address names, or the requirements of its building. */
export function ProyectosPage() {
  const [, , name = '', view] = useRoute().path.split('/')
  const id = decodeURIComponent(name)
  if (id === '') return <ProjectList />
  return view === 'exigencias' ? <ProjectRequirements key={id} id={id} /> : <ProjectSheet key={id} id={id} />
}
