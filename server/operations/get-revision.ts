import { z } from 'zod'
import { documentedAs } from './documented-as.ts'
import { operation } from './operation.ts'
import { type ProjectDocument, projectDocument } from './project-schema.ts'
import { authorBody, oneRevisionInput, revisionFields, unknownRevision } from './revision-fields.ts'
import { documentOf, exampleProjectId, projectFor } from './stored-project.ts'

/** Returns a project as it was at a revision. */
export const getRevision = operation({
  method: 'GET',
  path: '/api/v1/proyectos/{id}/revisiones/{revision}',
  scope: 'read',
  tag: 'projects',
  summary: 'Read a revision of a project',
  description: 'The project as it was from `at` on, until the next revision.',
  input: oneRevisionInput,
  output: z.object({ ...revisionFields, project: documentedAs<ProjectDocument>(projectDocument, 'output') }),
  problems: ['unknown-project', 'unknown-revision'],
  examples: { primera: { id: exampleProjectId, revision: 1 } },
  async run(context, { id, revision }) {
    await projectFor(context, id)
    const kept = await context.store.projects.revision(id, revision)
    if (kept === undefined) throw unknownRevision(revision)
    return { revision, at: kept.at, by: authorBody(kept.by), project: documentOf(kept) }
  },
})
