import { z } from 'zod'
import { errorKinds } from '../errors/error-kinds.ts'
import { ServiceError, shownExtras } from '../errors/service-error.ts'
import type { Context } from './operation.ts'
import { verdictOutput } from './verdict-schema.ts'
import { verifyAnswer } from './verify-case.ts'
import { verifyHelp } from './verify-help.ts'
import { verifyInput } from './verify-input.ts'

/** A datum that is needed for a verdict. */
export const missingDatum = z.object({
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
})

/** The problem of one item: the same that verify would answer with for it alone. */
export const itemProblem = z.object({
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
  missing: z.array(missingDatum).readonly().optional(),
  accepted_units: z.array(z.string()).readonly().optional(),
  describe: z.string().optional(),
  conditions: z
    .array(z.object({ field: z.string(), label: z.string(), aliases: z.array(z.string()).readonly() }))
    .readonly()
    .optional(),
})

const index = z.int().min(0).meta({ description: 'Position of the item in the request, from 0' })

const verdictItem = z.object({ index, outcome: z.literal('verdict'), verdict: verdictOutput })
const problemItem = z.object({ index, outcome: z.literal('problem'), problem: itemProblem })

/** The result of one item of a batch: a verdict or a problem. */
export const itemResult = z.discriminatedUnion('outcome', [verdictItem, problemItem])

/** The result of one item with fields besides. */
export function itemResultWith<Shape extends z.core.$ZodLooseShape>(fields: Shape) {
  return z.discriminatedUnion('outcome', [verdictItem.extend(fields), problemItem.extend(fields)])
}

/** Counts of results. */
export const resultSummary = z.object({ total: z.int(), compliant: z.int(), non_compliant: z.int(), undecided: z.int() })

/** Counts the results that comply, that do not, and that have no verdict. */
export function summaryOf(results: readonly ItemResult[]): z.output<typeof resultSummary> {
  const decided = results.flatMap((result) => (result.outcome === 'verdict' ? [result.verdict.is_compliant] : []))
  const compliant = decided.filter((complies) => complies).length
  return { total: results.length, compliant, non_compliant: decided.length - compliant, undecided: results.length - decided.length }
}

export type ItemResult = z.input<typeof itemResult>

/** Verifies one item and returns its verdict or its problem. */
export function resultOf(context: Context, item: unknown, at: number): ItemResult {
  return answerOrProblem(context, at, () =>
    verifyAnswer(
      context,
      context.parse(verifyInput, item, 'body', (sent, errors) => verifyHelp(context.kb, sent, errors)),
    ),
  )
}

/** The verdict of an item, or the problem with which it has none. */
export function answerOrProblem(context: Context, at: number, verify: () => ReturnType<typeof verifyAnswer>): ItemResult {
  try {
    return { index: at, outcome: 'verdict', verdict: verify() }
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
