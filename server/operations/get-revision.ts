import { z } from 'zod'
import { documentedAs } from './documented-as.ts'
import { operation } from './operation.ts'
import { photoBody, photoOutput } from './photo-fields.ts'
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
  output: z.object({
    ...revisionFields,
    project: documentedAs<ProjectDocument>(projectDocument, 'output'),
    photos: z
      .array(photoOutput)
      .nullable()
      .meta({ description: 'Its photographs that are kept; null where an earlier version of the program wrote it' }),
    erased_photos: z.int().meta({ description: 'How many it had besides, erased since' }),
  }),
  problems: ['unknown-project', 'unknown-revision'],
  examples: { primera: { id: exampleProjectId, revision: 1 } },
  async run(context, { id, revision }) {
    await projectFor(context, id)
    const kept = await context.store.projects.revision(id, revision)
    if (kept === undefined) throw unknownRevision(revision)
    const had = await context.store.photos.ofRevision(id, revision)
    const photos =
      had === undefined
        ? { photos: null, erased_photos: 0 }
        : { photos: had.photos.map(photoBody), erased_photos: had.ids.length - had.photos.length }
    return { revision, at: kept.at, by: authorBody(kept.by), project: documentOf(kept), ...photos }
  },
})
