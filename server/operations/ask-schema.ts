import { z } from 'zod'
import { libraryPassage } from './library-passages.ts'

const source = z.object({
  code_slug: z.string(),
  version: z.string(),
  section_title: z.string(),
  similarity_score: z.number().min(0).max(1),
  section: z.string(),
  url: z.string(),
  excerpt: z.string(),
})

const figureOutput = z.object({
  rule: z.string(),
  title: z.string(),
  bounds: z.array(z.object({ comparison: z.enum(['lte', 'lt', 'gte', 'gt', 'eq']), value: z.union([z.number(), z.string()]) })),
  unit: z.string(),
  code_slug: z.string(),
  section_slug: z.string(),
  verdict: z.enum(['COMPLIANT', 'NON_COMPLIANT']).nullable(),
  missing: z.array(z.string()),
})

/** The answer of `ask`. */
export const askOutput = z.object({
  answer: z.string(),
  sources: z.array(source),
  geo_context: z.object({ climate_zone: z.string().nullable(), name: z.string().nullable() }),
  tokens_used: z.int(),
  grounded: z.boolean().meta({ description: 'false: nothing in the base supports an answer' }),
  kind: z.enum(['figure', 'missing', 'several', 'extract', 'refusal']),
  verdict: z
    .enum(['COMPLIANT', 'NON_COMPLIANT'])
    .nullable()
    .meta({ description: 'Of the value or values in the question: NON_COMPLIANT if one fails; null if nothing is judged or the case decides' }),
  assumes: z.array(z.string()).meta({
    description:
      'Conditions that the question leaves open and the verdict takes for given, because the rule is about them; the answer names their values',
  }),
  figures: z.array(figureOutput).meta({ description: 'The figures that the answer states, as rules give them' }),
  suggestions: z.array(z.object({ title: z.string(), url: z.string(), snippet: z.string() })),
  candidates: z
    .array(z.object({ geo_id: z.string(), name: z.string(), provincia: z.string() }))
    .meta({ description: 'The municipalities that the question may refer to, if its place is unclear' }),
  library: z.array(libraryPassage).meta({ description: 'Passages of the library, if asked for: not official, and without any part in the answer' }),
  took_over: z.array(z.string()).meta({ description: 'What was taken over from earlier questions, in words' }),
  rephrased: z
    .boolean()
    .meta({ description: 'true: the language model of the operator worded `answer`; figures, sources and verdict are unchanged' }),
})

/** The part of an answer that the question alone decides. */
export type AskReply = Pick<
  z.input<typeof askOutput>,
  'answer' | 'sources' | 'grounded' | 'kind' | 'verdict' | 'assumes' | 'figures' | 'suggestions'
> & {
  /** The paragraph behind the figures, quoted after them. */
  readonly quoted?: string | undefined
}
export type AskSource = z.input<typeof source>
export type AskFigure = z.input<typeof figureOutput>
