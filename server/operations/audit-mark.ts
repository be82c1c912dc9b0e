import { z } from 'zod'

/** The number and hash of a line of the audit. */
export const auditMark = z.object({ seq: z.int(), hash: z.string().length(64) })
