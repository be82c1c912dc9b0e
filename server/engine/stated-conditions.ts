import { z } from 'zod'

/**
 * `vocabulary/stated/*.yaml`: how people say in a question that a condition holds, beside its names: `la usan los vecinos` of a roof that may be walked
 * on. Each phrase is true of that case alone. Read in questions only.
 */
export const statedCondition = z.strictObject({
  dimension: z.string(),
  /** The id of a value; `true` or `false` of a condition that holds or does not; a number of one that is measured, in its unit (`llano`: 0 %). */
  value: z.union([z.string(), z.boolean(), z.number()]),
  say: z.array(z.string().min(3)).min(1),
})
export type StatedCondition = z.infer<typeof statedCondition>
