import { z } from 'zod'
import type { Author } from '../access/project-history.ts'
import type { StoredProject } from '../access/projects.ts'
import { parseExactJson } from '../engine/exact-json.ts'
import { ServiceError } from '../errors/service-error.ts'
import { documentedAs } from './documented-as.ts'
import type { Context } from './operation.ts'
import { type ProjectDocument, projectDocument } from './project-schema.ts'

/** Identifier of the project that the examples of the documentation create, read, change and delete, in the order of the list of operations. */
export const exampleProjectId = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'

/** Identifier of a project. */
export const projectIdField = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'Opaque identifier of a project', examples: [exampleProjectId] })

/** Revision of a project. */
export const revisionField = z.int().min(1).meta({ description: 'Increases by one with each change' })

/** The fields that the store adds to a project. */
export const projectStamps = { revision: revisionField, created_at: z.iso.datetime(), updated_at: z.iso.datetime() }

/** The schema of a stored project in an answer. */
export const projectOutput = z.object({ id: projectIdField, ...projectStamps, project: documentedAs<ProjectDocument>(projectDocument, 'output') })

/** The project of the examples. */
export const exampleProject = {
  name: 'Edificio de 12 viviendas',
  reference: '2026/014',
  geo_id: 'ES-28079',
  context: { uso: 'residencial_privado', intervencion: 'obra_nueva' },
  checks: [
    {
      id: '1',
      element: 'cubierta-plana',
      parameter: 'transmitancia-termica',
      value: 0.33,
      unit: 'W/m²K',
      codes: [{ slug: 'cte-db-he' }],
      origin: 'Memoria, cuadro 3',
    },
  ],
}

/** The caller as the author of a change. */
export function authorOf(who: Context['who']): Author {
  return who.kind === 'key' ? { kind: 'key', id: who.id, name: who.name } : who
}

/** The body of a stored project in an answer. */
export function projectBody(stored: StoredProject): z.input<typeof projectOutput> {
  const { document: _document, ...rest } = stored
  return { ...rest, project: documentOf(stored) }
}

/** The document of a stored project or revision. */
export function documentOf({ document }: Pick<StoredProject, 'document'>): ProjectDocument {
  return projectDocument.parse(parseExactJson(document))
}

/** The stored project with an id. Throws `unknown-project`. */
export async function projectFor({ store }: Context, projectId: string): Promise<StoredProject> {
  const stored = await store.projects.get(projectId)
  if (stored === undefined) throw unknownProject(projectId)
  return stored
}

/** The error for an id of no project. `pointer` is the field that has it. */
export function unknownProject(projectId: string, pointer = 'id'): ServiceError {
  return new ServiceError(
    'unknown-project',
    { es: `No hay ningún proyecto «${projectId}»: puede que se haya borrado`, en: `There is no project "${projectId}": it may have been deleted` },
    {
      errors: [
        {
          pointer,
          code: 'unknown',
          detail: { es: 'se espera el id de un proyecto de esta instalación', en: 'expected the id of a project of this installation' },
        },
      ],
    },
  )
}
