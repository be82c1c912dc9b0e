import { z } from 'zod'
import { verifyAudit as checkChain } from '../access/audit-verification.ts'
import { auditMark } from './audit-mark.ts'
import { operation } from './operation.ts'

/** Recomputes the chain of the audit. */
export const checkAudit = operation({
  method: 'GET',
  path: '/api/v1/admin/auditoria/comprobacion',
  scope: 'admin',
  tag: 'admin',
  summary: 'Check the audit',
  description:
    'Whether every line is as it was written and where it was written. `head`, noted elsewhere, is what a later check can be held to (`plomada audit verify --mark`).',
  input: z.strictObject({}),
  output: z.object({
    is_intact: z.boolean(),
    lines: z.int().meta({ description: 'In order, up to the end or the first line at fault' }),
    head: auditMark.extend({ at: z.string() }).nullable(),
    signed_through: z.int().nullable().meta({ description: 'Last line that a signature of this installation covers' }),
    broken: z.object({ seq: z.int(), why: z.enum(['changed', 'missing', 'cut', 'signature', 'unsigned']) }).nullable(),
  }),
  problems: [],
  examples: { check: {} },
  async run({ store }) {
    const { lines, head, signed_through, broken } = await checkChain(store.audit, [])
    return { is_intact: broken === undefined, lines, head: head ?? null, signed_through: signed_through ?? null, broken: broken ?? null }
  },
})
