import { z } from 'zod'
import { verifyAll } from '../access/audit-verification.ts'
import { auditMark } from './audit-mark.ts'
import { operation } from './operation.ts'

/** Verifies the hash chain of the audit. */
export const checkAudit = operation({
  method: 'GET',
  path: '/api/v1/admin/audit/check',
  scope: 'admin',
  tag: 'admin',
  summary: 'Check the audit',
  description:
    'Recomputes the hash chain: `is_intact` is true if every line is unchanged and in its place. Keep `head` on another computer, so that a later check can prove that no line was removed since (`plomada audit verify --mark`).',
  input: z.strictObject({}),
  output: z.object({
    is_intact: z.boolean(),
    lines: z.int().meta({ description: 'Correct lines, up to the end or to the first wrong one' }),
    head: auditMark.extend({ at: z.string() }).nullable(),
    signed_through: z.int().nullable().meta({ description: 'Last line covered by a signature of this installation' }),
    nodes: z
      .array(z.object({ node: z.string(), is_intact: z.boolean(), lines: z.int(), head: auditMark.extend({ at: z.string() }).nullable() }))
      .optional()
      .meta({
        description: 'The chain of each node, where several share a database; the other fields are then of the first broken one, else of the first',
      }),
    broken: z.object({ seq: z.int(), why: z.enum(['changed', 'missing', 'cut', 'signature', 'unsigned']) }).nullable(),
  }),
  problems: [],
  examples: { check: {} },
  async run({ store }) {
    const checks = await verifyAll(store.audit)
    const { lines = 0, head, signed_through, broken } = checks.find((one) => one.broken !== undefined) ?? checks[0] ?? {}
    const nodes = checks.flatMap((one) =>
      one.node === undefined ? [] : [{ node: one.node, is_intact: one.broken === undefined, lines: one.lines, head: one.head ?? null }],
    )
    return {
      ...(nodes.length === 0 ? {} : { nodes }),
      is_intact: broken === undefined,
      lines,
      head: head ?? null,
      signed_through: signed_through ?? null,
      broken: broken ?? null,
    }
  },
})
