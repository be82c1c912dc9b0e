import { z } from 'zod'
import { measured } from './verdict-schema.ts'

const check = z.object({
  element: z.string(),
  parameter: z.string(),
  value: measured.optional(),
  unit: z.string(),
  geo_id: z.string(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})

/** One thing that a line may mean. */
const lineReading = z.object({
  kind: z.enum(['check', 'limit', 'place', 'article', 'document', 'project', 'question']),
  title: z.string(),
  detail: z.string().meta({ description: 'The answer in short: limit and section, zone, document, words of the answer' }),
  status: z
    .enum(['COMPLIANT', 'NON_COMPLIANT', 'UNDECIDED'])
    .optional()
    .meta({ description: 'Of a `check`, as verify decides it; of a `question` with a value to judge' }),
  check: check.optional().meta({ description: 'What to send to verify (`check`), or to `limites` (`limit`)' }),
  needs: z.array(z.string()).meta({ description: 'What is missing to decide, in words' }),
  geo_id: z.string().optional(),
  url: z.string().optional().meta({ description: 'Of an article or a document' }),
  project_id: z.string().optional(),
})

/** The answer to a line: what it may mean, the likeliest first. */
export const lineOutput = z.object({
  place: z
    .object({
      geo_id: z.string(),
      name: z.string(),
      is_assumed: z.boolean().meta({ description: 'True if the line names none, and it is that of `geo_id`' }),
    })
    .nullable(),
  notice: z.string().nullable().meta({ description: 'What is unclear about the line, such as its place' }),
  readings: z.array(lineReading),
})

export type LineReading = z.input<typeof lineReading>
