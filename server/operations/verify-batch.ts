import { z } from 'zod'
import { itemResult, resultOf, resultSummary, summaryOf } from './batch-result.ts'
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
    summary: resultSummary,
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
