import { z } from 'zod'
import { mostBytesOfChecks } from './fields.ts'
import { operation } from './operation.ts'
import { placeFor } from './place-for.ts'
import { projectDocument } from './project-schema.ts'
import { staleRevision } from './stale-revision.ts'
import {
  authorOf,
  exampleProject,
  exampleProjectId,
  projectBody,
  projectFor,
  projectIdField,
  projectOutput,
  revisionField,
} from './stored-project.ts'

/** Replaces a project, unless it was changed since the client read it. */
export const replaceProject = operation({
  method: 'PUT',
  path: '/api/v1/proyectos/{id}',
  writes: true,
  mostBodyBytes: mostBytesOfChecks,
  scope: 'verify',
  tag: 'projects',
  summary: 'Replace a project',
  description: '`revision` is the one that the client read. If the project has another revision by now, nothing is written (`revision-stale`).',
  input: z.strictObject({ id: projectIdField, revision: revisionField, project: projectDocument }),
  output: projectOutput,
  problems: ['out-of-reach', 'unknown-project', 'unknown-municipality', 'revision-stale', 'quota-exceeded'],
  examples: { edificio: { id: exampleProjectId, revision: 1, project: { ...exampleProject, site: 'Calle Mayor, 1' } } },
  async run(context, input) {
    placeFor(context.kb, input.project.geo_id, '/project/geo_id')
    const replaced = await context.store.projects.replace(input.id, {
      revision: input.revision,
      document: JSON.stringify(input.project),
      author: authorOf(context.who),
    })
    if (replaced === undefined) throw staleRevision(input.revision, (await projectFor(context, input.id)).revision)
    return projectBody(replaced)
  },
})
