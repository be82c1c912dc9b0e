import { z } from 'zod'
import { errorKinds } from '../errors/error-kinds.ts'
import { ServiceError } from '../errors/service-error.ts'
import { kbRef, mostBytesOfChecks } from './fields.ts'
import { shownAs } from './json-schema.ts'
import { type Context, operation } from './operation.ts'
import { parseInput } from './parse-input.ts'
import { mostChecks } from './project-schema.ts'
import { verdictOutput } from './verdict-schema.ts'
import { verdictOn, verify, verifyInput } from './verify.ts'

/** Why there is no verdict on one item: the problem that it would have been alone. */
const itemProblem = z.object({
  status: z.int(),
  code: z.string().meta({ description: 'As in `Problem`' }),
  title: z.string(),
  detail: z.string(),
  errors: z
    .array(z.object({ pointer: z.string(), code: z.string(), detail: z.string() }))
    .readonly()
    .optional()
    .meta({ description: 'Pointers are into the item' }),
  candidates: z
    .array(z.union([z.string(), z.record(z.string(), z.string())]))
    .readonly()
    .optional(),
  missing: z
    .array(
      z.object({
        field: z.string(),
        label: z.string(),
        type: z.enum(['number', 'enum', 'boolean']),
        unit: z.string().optional(),
        help: z.string(),
        allowed: z
          .array(z.object({ value: z.string(), label: z.string() }))
          .readonly()
          .optional(),
        needed_by: z.array(z.string()).readonly(),
      }),
    )
    .readonly()
    .optional(),
  accepted_units: z.array(z.string()).readonly().optional(),
})

const index = z.int().min(0).meta({ description: 'Place of the item in the request, from 0' })

/** What became of one item. */
const itemResult = z.discriminatedUnion('outcome', [
  z.object({ index, outcome: z.literal('verdict'), verdict: verdictOutput }),
  z.object({ index, outcome: z.literal('problem'), problem: itemProblem }),
])
export type ItemResult = z.input<typeof itemResult>

/** Holds up to a thousand values, each against its own limit. */
export const verifyBatch = operation({
  name: 'verifyBatch',
  method: 'POST',
  path: '/api/v1/verify/batch',
  mostBodyBytes: mostBytesOfChecks,
  scope: 'verify',
  tag: 'verify',
  summary: 'Check up to 1,000 values at once',
  description:
    'Each item is the body of one verify, read on its own: a faulty one is a problem in its place and never fails the rest. Results keep the order of the items. Deterministic as verify is.',
  input: z.strictObject({
    items: z.array(shownAs<unknown>(verifyInput, 'input')).min(1).max(mostChecks),
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

/** What becomes of one item: its verdict, or the problem that verify would have answered. */
export function resultOf(context: Context, item: unknown, at: number): ItemResult {
  try {
    return { index: at, outcome: 'verdict', verdict: verdictOn(context, parseInput(verifyInput, item, { from: 'body', language: context.language })) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { headers: _headers, ...extras } = error.extras
    const { status, code, detail } = error
    return {
      index: at,
      outcome: 'problem',
      problem: { status, code, title: errorKinds[code][context.language], detail: detail[context.language], ...extras },
    }
  }
}

/** How many of some results comply, do not, or have no verdict. */
function summaryOf(results: readonly ItemResult[]): { total: number; compliant: number; non_compliant: number; undecided: number } {
  const decided = results.flatMap((result) => (result.outcome === 'verdict' ? [result.verdict.is_compliant] : []))
  const compliant = decided.filter((complies) => complies).length
  return { total: results.length, compliant, non_compliant: decided.length - compliant, undecided: results.length - decided.length }
}
