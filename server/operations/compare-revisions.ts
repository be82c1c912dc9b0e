import { z } from 'zod'
import { parseExactJson } from '../engine/exact-json.ts'
import { type Context, operation } from './operation.ts'
import { changesBetween } from './project-changes.ts'
import { oneRevisionInput, revisionNumberField, unknownRevision } from './revision-fields.ts'
import { exampleProjectId, projectFor } from './stored-project.ts'

const value = z.unknown().meta({ description: 'As in the project; null where there is none' })

/** Says what changed in a project between two of its revisions. */
export const compareRevisions = operation({
  method: 'GET',
  path: '/api/v1/proyectos/{id}/revisiones/{revision}/cambios',
  scope: 'read',
  tag: 'projects',
  summary: 'Compare two revisions of a project',
  description:
    'What is otherwise in `revision` than in `since`, by default the one before. Checks, elements and other lists whose items have an `id` are compared item by item; so are the photographs, as `photos`, of which one that was erased has nothing but its `id`.',
  input: oneRevisionInput.extend({ since: revisionNumberField.optional() }),
  output: z.object({
    since: z.int(),
    revision: z.int(),
    changes: z.array(
      z.object({
        path: z.array(z.string()).meta({ description: 'Names of the fields, and ids of the items of lists', examples: [['checks', '1', 'value']] }),
        kind: z.enum(['added', 'removed', 'changed', 'moved']),
        before: value,
        after: value,
      }),
    ),
  }),
  problems: ['unknown-project', 'unknown-revision'],
  examples: { segunda: { id: exampleProjectId, revision: 2 } },
  async run(context, { id, revision, since = revision - 1 }) {
    await projectFor(context, id)
    const [before, after] = [await textOf(context, id, since, 'since'), await textOf(context, id, revision, 'revision')]
    const photos = [await photosOf(context, id, since), await photosOf(context, id, revision)]
    const changed = photos.includes(undefined) ? [] : changesBetween({ photos: photos[0] }, { photos: photos[1] })
    return { since, revision, changes: [...changesBetween(parseExactJson(before), parseExactJson(after)), ...changed] }
  },
})

async function textOf({ store }: Context, id: string, revision: number, field: string): Promise<string> {
  const kept = await store.projects.revision(id, revision)
  if (kept === undefined) throw unknownRevision(revision, field)
  return kept.document
}

/** What a revision says of its photographs; undefined where that is not known. */
async function photosOf({ store }: Context, id: string, revision: number) {
  const had = await store.photos.ofRevision(id, revision)
  return had?.ids.map((photo) => {
    const kept = had.photos.find((one) => one.id === photo)
    return kept === undefined ? { id: photo } : { id: photo, check: kept.check, caption: kept.caption }
  })
}
