import { z } from 'zod'

const texts = z.array(z.string().min(1)).min(1)

/** `vocabulary/everyday.yaml`: how people say what the vocabulary names otherwise. */
export const everydaySource = z.strictObject({
  /** Words that say the same as another: with several meanings, the quantity decides between them or the answer asks back. */
  words: z.array(z.strictObject({ say: texts, mean: texts })).default([]),
  /** Words for the place where a thing is, or the use of it. They may be left out of its name; what they say of the case is taken as stated. */
  scene: z.array(z.strictObject({ say: texts, sets: z.record(z.string(), z.string()).optional() })).default([]),
  /** Words that may be left out of a quantity: `mínima`, `exigido`. */
  weak: z.array(z.string()).default([]),
  /**
   * Names that stand for another element or quantity where one of that other is asked for. With `of` (parameters of the element, elements of the
   * parameter) that is by definition, and decides; without it the answer asks back.
   */
  stand_ins: z
    .array(
      z.union([
        z.strictObject({ element: z.string(), say: texts, of: texts.optional() }),
        z.strictObject({ parameter: z.string(), say: texts, of: texts.optional() }),
      ]),
    )
    .default([]),
  /**
   * Names of one thing that in speech say several: `aislamiento acústico` of a party wall is any of three quantities in dBA. Where `of` (elements of
   * the quantities, quantities of the elements) has more than one of them in the unit asked, none is judged: the answer asks which. An entry that lists
   * one only has words that are wider than it (any socket for an accessible one): the answer asks whether that one is meant.
   */
  several: z
    .array(z.union([z.strictObject({ parameters: texts, say: texts, of: texts }), z.strictObject({ elements: texts, say: texts, of: texts })]))
    .default([]),
})
export type EverydaySource = z.infer<typeof everydaySource>
