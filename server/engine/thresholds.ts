import { z } from 'zod'

/**
 * `vocabulary/thresholds.yaml`: the datum of a building that tells whether a threshold is reached. `rules` are `document/rule`; each states exactly the
 * quantity of the dimension, no part of it.
 */
export const thresholds = z.strictObject({ dimension: z.string(), rules: z.array(z.string()).min(1) })
export type Thresholds = z.infer<typeof thresholds>
