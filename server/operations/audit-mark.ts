import { z } from 'zod'

/** A line of the audit by its number and hash. */
export const auditMark = z.object({ seq: z.int(), hash: z.string().length(64) })
