import { z } from 'zod'
import { errorKinds } from '../errors/error-kinds.ts'
import { ServiceError, shownExtras } from '../errors/service-error.ts'
import type { Context } from './operation.ts'
import { verdictOutput } from './verdict-schema.ts'
import { verifyAnswer } from './verify-case.ts'
import { verifyHelp } from './verify-help.ts'
import { verifyInput } from './verify-input.ts'

/** The problem of one item: the same that verify would answer with for it alone. */
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
  describe: z.string().optional(),
  conditions: z
    .array(z.object({ field: z.string(), label: z.string(), aliases: z.array(z.string()).readonly() }))
    .readonly()
    .optional(),
})

const index = z.int().min(0).meta({ description: 'Position of the item in the request, from 0' })

/** The result of one item of a batch: a verdict or a problem. */
export const itemResult = z.discriminatedUnion('outcome', [
  z.object({ index, outcome: z.literal('verdict'), verdict: verdictOutput }),
  z.object({ index, outcome: z.literal('problem'), problem: itemProblem }),
])

export type ItemResult = z.input<typeof itemResult>

/** Verifies one item and returns its verdict or its problem. */
export function resultOf(context: Context, item: unknown, at: number): ItemResult {
  try {
    return {
      index: at,
      outcome: 'verdict',
      verdict: verifyAnswer(
        context,
        context.parse(verifyInput, item, 'body', (sent, errors) => verifyHelp(context.kb, sent, errors)),
      ),
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { status, code, detail } = error
    const extras = shownExtras(error.extras, context.language)
    return {
      index: at,
      outcome: 'problem',
      problem: { status, code, title: errorKinds[code][context.language], detail: detail[context.language], ...extras },
    }
  }
}
