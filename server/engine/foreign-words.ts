import { z } from 'zod'

/** `vocabulary/languages/*.yaml`: words of another language of the country, or English, and what they say in Spanish. */
export const foreignWords = z.strictObject({
  language: z.enum(['ca', 'gl', 'eu', 'en']),
  /** Words by which a question is told to be in the language. */
  marks: z.array(z.string().min(1)).min(5),
  /** What a word may end in beside its own form: the plural, the cases. */
  endings: z.array(z.string().min(1)).default([]),
  /** A word or phrase, and its Spanish. Empty: it is left out. */
  words: z.record(z.string().min(1), z.string()),
})
export type ForeignWords = z.infer<typeof foreignWords>
