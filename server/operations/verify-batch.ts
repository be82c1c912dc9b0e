import { z } from 'zod'
import { type ItemResult, itemResult, resultOf } from './batch-result.ts'
import { documentedAs } from './documented-as.ts'
import { kbRef, mostBytesOfChecks } from './fields.ts'
import { operation } from './operation.ts'
import { mostChecks } from './project-schema.ts'
import { verify } from './verify.ts'
import { verifyInput } from './verify-input.ts'

/** Checks up to a thousand values, each against its own limit. */
export const verifyBatch = operation({
  method: 'POST',
  path: '/api/v1/verify/batch',
  mostBodyBytes: mostBytesOfChecks,
  scope: 'verify',
  tag: 'verify',
  summary: 'Check up to 1,000 values at once',
  description:
    'Each item is the body of one verify request and is read on its own: an item with an error gets a problem in its place and does not fail the others. Results are in the order of the items. Deterministic, like verify.',
  input: z.strictObject({
    items: z.array(documentedAs<unknown>(verifyInput, 'input')).min(1).max(mostChecks),
  }),
  output: z.object({
    items: z.array(itemResult),
    summary: z.object({ total: z.int(), compliant: z.int(), non_compliant: z.int(), undecided: z.int() }),
    kb: kbRef,
  }),
  problems: [],
  examples: {
    two: { items: [verify.examples['cubierta'], { ...verify.examples['cubierta'], element: 'cubierta-inexistente' }] },
  },
  run(context, { items }) {
    const results = items.map((item, at) => resultOf(context, item, at))
    const { id, version, sha256 } = context.kb.meta
    return { items: results, summary: summaryOf(results), kb: { id, version, sha256 } }
  },
})

/** Counts the results that comply, that do not, and that have no verdict. */
function summaryOf(results: readonly ItemResult[]): { total: number; compliant: number; non_compliant: number; undecided: number } {
  const decided = results.flatMap((result) => (result.outcome === 'verdict' ? [result.verdict.is_compliant] : []))
  const compliant = decided.filter((complies) => complies).length
  return { total: results.length, compliant, non_compliant: decided.length - compliant, undecided: results.length - decided.length }
}
