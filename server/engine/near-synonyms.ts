import { z } from 'zod'

/**
 * `vocabulary/near-synonyms.yaml`: quantities that people say in words that sound alike and that are not the same. A text in the words of one is
 * never taken for another: the answer names them all and asks which.
 */
export const nearSynonyms = z.strictObject({
  quantities: z
    .array(
      z.strictObject({
        /** How it is said. */
        say: z.array(z.string().min(2)).min(1),
        /** The parameters that measure it; none: the base has no rule on it. */
        is: z.array(z.string()).default([]),
      }),
    )
    .min(2),
  /** What tells them apart, in Spanish. */
  reason: z.string().min(10),
})
export type NearSynonyms = z.infer<typeof nearSynonyms>
