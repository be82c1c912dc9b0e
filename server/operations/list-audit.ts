import { z } from 'zod'
import { ServiceError } from '../errors/service-error.ts'
import { auditMark } from './audit-mark.ts'
import { cursorField } from './fields.ts'
import { operation } from './operation.ts'

const auditLine = z.object({
  seq: z.int(),
  node: z.string().optional().meta({ description: 'The node whose chain the line is in, where several nodes share a database' }),
  at: z.string(),
  who: z.object({
    kind: z.enum(['desktop', 'key', 'refused', 'terminal', 'service']),
    id: z.int().optional(),
    name: z.string().optional(),
    prefix: z.string().optional(),
  }),
  address: z.string().nullable(),
  operation: z.string(),
  subject: z.string().nullable(),
  status: z.int().nullable(),
  request_id: z.string().nullable(),
  unlisted: z.int().optional().meta({ description: 'Number of requests since the previous line that have no line of their own' }),
  removed_through: auditMark
    .extend({
      at: z.string().optional().meta({ description: 'When that line was written' }),
      lines: z.int().optional().meta({ description: 'Number of removed lines' }),
      because: z
        .union([z.object({ days: z.int() }), z.object({ bytes: z.int() })])
        .optional()
        .meta({ description: 'The limit that removed them: age in days, or size in bytes' }),
    })
    .optional()
    .meta({ description: 'Last line that retention removed' }),
  previous: z.string().length(64),
  hash: z.string().length(64).meta({ description: 'SHA-256 of the other fields as canonical JSON (RFC 8785)' }),
})

/** Lists the audit, newest first. */
export const listAudit = operation({
  method: 'GET',
  path: '/api/v1/admin/audit',
  scope: 'admin',
  tag: 'admin',
  summary: 'Read the audit',
  description: 'One line for each request and each administrative act, newest first. No line has bodies, keys or the text of queries.',
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).default(50), cursor: cursorField.optional() }),
  output: z.object({ items: z.array(auditLine), total: z.int(), next_cursor: z.string().nullable() }),
  problems: ['cursor-invalid'],
  examples: { newest: { limit: 20 } },
  async run({ store: { audit } }, { limit, cursor }) {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : seqOf(cursor)
    const found = await audit.newest(before, limit + 1)
    const items = found.slice(0, limit)
    const last = items.at(-1)
    const next = found.length > limit ? String(last?.number ?? last?.seq) : null
    return { items: items.map(({ number: _number, ...line }) => line), total: await audit.count(), next_cursor: next }
  },
})

function seqOf(cursor: string): number {
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor)
  throw new ServiceError('cursor-invalid', {
    es: 'El cursor no es de este servicio: use next_cursor de la página anterior',
    en: 'The cursor is not from this service: use next_cursor of the previous page',
  })
}
