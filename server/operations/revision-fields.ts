import { z } from 'zod'
import type { Author } from '../access/project-history.ts'
import { ServiceError } from '../errors/service-error.ts'
import { projectIdField, revisionField } from './stored-project.ts'

const numberInPath = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** The number of a revision in a path or a query. */
export const revisionNumberField = numberInPath.meta({ description: 'Number of a revision, as in `listRevisions`', examples: [1] })

/** Who wrote a revision or deleted a project. */
export const authorField = z
  .object({
    kind: z.enum(['key', 'desktop', 'terminal']),
    id: z.int().nullable().meta({ description: 'Number of the key' }),
    name: z.string().nullable().meta({ description: 'Name of the key' }),
  })
  .nullable()
  .meta({ description: 'Null where an earlier version of the program wrote it' })

/** When a revision was written, and by whom. */
export const revisionFields = { revision: revisionField, at: z.iso.datetime(), by: authorField }

/** The input of operations on one revision: project and number. */
export const oneRevisionInput = z.strictObject({ id: projectIdField, revision: revisionNumberField })

/** An author in an answer. */
export function authorBody(author: Author | null): z.input<typeof authorField> {
  return author?.kind === 'key' ? author : author && { ...author, id: null, name: null }
}

/** The error for a revision that is not kept. */
export function unknownRevision(revision: number, pointer = 'revision'): ServiceError {
  const text = { es: 'se espera una revisión que se conserve', en: 'expected a revision that is kept' }
  return new ServiceError(
    'unknown-revision',
    { es: `El proyecto no conserva la revisión ${revision}`, en: `The project does not keep revision ${revision}` },
    { errors: [{ pointer, code: 'unknown', detail: text }] },
  )
}
