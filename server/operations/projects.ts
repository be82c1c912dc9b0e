import { z } from 'zod'
import type { StoredProject } from '../access/projects.ts'
import { parseExactJson } from '../engine/exact-json.ts'
import { parseGeoId } from '../engine/geo-id.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { cursorField, mostBytesOfChecks } from './fields.ts'
import { shownAs } from './json-schema.ts'
import { type Context, operation } from './operation.ts'
import { pageOf } from './paging.ts'
import { type ProjectDocument, projectDocument } from './project-schema.ts'
import { placeFor } from './verify.ts'

/** The project that the examples of the documentation make, read, change and delete, in the order of the list of operations. */
export const exampleProjectId = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'

const id = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'Opaque identifier of a project', examples: [exampleProjectId] })
const revision = z.int().min(1).meta({ description: 'One more at each change' })
const stamps = { revision, created_at: z.iso.datetime(), updated_at: z.iso.datetime() }
const projectOutput = z.object({ id, ...stamps, project: shownAs<ProjectDocument>(projectDocument, 'output') })

const exampleDocument = {
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

/** Stores a project: a new one, or one that was exported. */
export const createProject = operation({
  name: 'createProject',
  method: 'POST',
  path: '/api/v1/proyectos',
  writes: true,
  mostBodyBytes: mostBytesOfChecks,
  scope: 'verify',
  tag: 'projects',
  summary: 'Store a project',
  description: 'The body is the project itself, which is also how it is exported: an exported file is imported so. Verdicts are not stored.',
  input: projectDocument,
  output: projectOutput,
  problems: ['unknown-municipality', 'quota-exceeded'],
  examples: { edificio: exampleDocument },
  run({ kb, store, who }, project) {
    placeFor(kb, project.geo_id)
    return bodyOf(store.projects.create(JSON.stringify(project), ownerOf(who)))
  },
})

/** Lists projects, the last changed first. */
export const listProjects = operation({
  name: 'listProjects',
  method: 'GET',
  path: '/api/v1/proyectos',
  scope: 'read',
  tag: 'projects',
  summary: 'List projects',
  description: 'The last changed first; without `limit`, all.',
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).optional(), cursor: cursorField.optional() }),
  output: z.object({
    items: z.array(
      z.object({
        id,
        name: z.string(),
        reference: z.string(),
        geo_id: z.string(),
        place: z.string().nullable().meta({ description: 'Name of the place; null where this base has none of that code' }),
        checks: z.int().min(0),
        ...stamps,
      }),
    ),
    total: z.int(),
    next_cursor: z.string().nullable(),
  }),
  problems: ['cursor-invalid', 'cursor-stale'],
  examples: { all: {} },
  run({ kb, store }, { limit, cursor }) {
    const page = pageOf(store.projects.list(), { limit, cursor, query: 'proyectos', pack: kb.meta.sha256 })
    return { ...page, items: page.items.map((line) => ({ ...line, place: placeName(kb, line.geo_id) })) }
  },
})

/** Reads a project. */
export const getProject = operation({
  name: 'getProject',
  method: 'GET',
  path: '/api/v1/proyectos/{id}',
  scope: 'read',
  tag: 'projects',
  summary: 'Read a project',
  description: '`project` is what to keep in a file: sent to `createProject` it makes the same project again.',
  input: z.strictObject({ id }),
  output: projectOutput,
  problems: ['unknown-project'],
  examples: { edificio: { id: exampleProjectId } },
  run(context, input) {
    return bodyOf(projectFor(context, input.id))
  },
})

/** Replaces a project, unless somebody changed it since it was read. */
export const replaceProject = operation({
  name: 'replaceProject',
  method: 'PUT',
  path: '/api/v1/proyectos/{id}',
  writes: true,
  mostBodyBytes: mostBytesOfChecks,
  scope: 'verify',
  tag: 'projects',
  summary: 'Replace a project',
  description: 'Names the revision that was read: if the project is at another by now nothing is written (`revision-stale`).',
  input: z.strictObject({ id, revision, project: projectDocument }),
  output: projectOutput,
  problems: ['unknown-project', 'unknown-municipality', 'revision-stale', 'quota-exceeded'],
  examples: { edificio: { id: exampleProjectId, revision: 1, project: { ...exampleDocument, site: 'Calle Mayor, 1' } } },
  run(context, input) {
    placeFor(context.kb, input.project.geo_id, '/project/geo_id')
    const replaced = context.store.projects.replace(input.id, {
      revision: input.revision,
      document: JSON.stringify(input.project),
      owner: ownerOf(context.who),
    })
    if (replaced === undefined) throw staleRevision(input.revision, projectFor(context, input.id).revision)
    return bodyOf(replaced)
  },
})

/** Deletes a project. */
export const deleteProject = operation({
  name: 'deleteProject',
  method: 'DELETE',
  path: '/api/v1/proyectos/{id}',
  writes: true,
  scope: 'verify',
  tag: 'projects',
  summary: 'Delete a project',
  description: 'For good: what should be kept is exported before.',
  input: z.strictObject({ id }),
  output: z.object({ id }),
  problems: ['unknown-project'],
  examples: { edificio: { id: exampleProjectId } },
  run(context, input) {
    if (!context.store.projects.delete(input.id)) throw unknownProject(input.id)
    return { id: input.id }
  },
})

function ownerOf(who: Context['who']): number | undefined {
  return who.kind === 'key' ? who.id : undefined
}

function bodyOf(stored: StoredProject): z.input<typeof projectOutput> {
  const { document: _document, ...rest } = stored
  return { ...rest, project: documentOf(stored) }
}

function documentOf({ document }: StoredProject): ProjectDocument {
  return projectDocument.parse(parseExactJson(document))
}

function projectFor({ store }: Context, projectId: string): StoredProject {
  const stored = store.projects.get(projectId)
  if (stored === undefined) throw unknownProject(projectId)
  return stored
}

function placeName(kb: KnowledgeBase, geoId: string): string | null {
  const parsed = parseGeoId(geoId)
  return (parsed === undefined ? undefined : kb.geography.place(parsed)?.name) ?? null
}

function unknownProject(projectId: string): ServiceError {
  return new ServiceError(
    'unknown-project',
    { es: `No hay ningún proyecto «${projectId}»: puede que se haya borrado`, en: `There is no project "${projectId}": it may have been deleted` },
    { errors: [{ pointer: 'id', code: 'unknown', detail: 'expected the id of a project of this installation' }] },
  )
}

function staleRevision(sent: number, current: number): ServiceError {
  return new ServiceError(
    'revision-stale',
    {
      es: `El proyecto va por la revisión ${current}; se ha enviado la ${sent}: vuelva a leerlo y repita su cambio`,
      en: `The project is at revision ${current}; ${sent} was sent: read it again and repeat your change`,
    },
    { errors: [{ pointer: '/revision', code: 'stale', detail: `expected ${current}` }] },
  )
}
