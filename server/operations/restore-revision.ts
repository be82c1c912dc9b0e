import { operation } from './operation.ts'
import { oneRevisionInput, unknownRevision } from './revision-fields.ts'
import { staleRevision } from './stale-revision.ts'
import { authorOf, exampleProjectId, projectBody, projectFor, projectOutput, revisionField } from './stored-project.ts'

/** Makes an earlier revision of a project the newest one. */
export const restoreRevision = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/proyectos/{id}/revisiones/{revision}/restaurar',
  scope: 'verify',
  tag: 'projects',
  summary: 'Undo to a revision of a project',
  description:
    'The project says again what it said at `revision`, as a new revision: what came between is kept. Photographs that it had then and that were deleted come back, as long as they are kept; those that were added since stay. `current` is the revision that the client read, as in `replaceProject`.',
  input: oneRevisionInput.extend({ current: revisionField }),
  output: projectOutput,
  problems: ['out-of-reach', 'unknown-project', 'unknown-revision', 'revision-stale', 'quota-exceeded'],
  examples: { deshacer: { id: exampleProjectId, revision: 1, current: 2 } },
  async run(context, { id, revision, current }) {
    const { projects } = context.store
    const stored = await projectFor(context, id)
    const kept = await projects.revision(id, revision)
    if (kept === undefined) throw unknownRevision(revision)
    const restored = await projects.replace(id, { revision: current, document: kept.document, author: authorOf(context.who), photosOf: revision })
    if (restored === undefined) throw staleRevision(current, stored.revision, '/current')
    return projectBody(restored)
  },
})
