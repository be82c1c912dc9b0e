import { z } from 'zod'
import { readTypedNumber } from '../engine/typed-number.ts'

/** The identifier of a document, collection or section. */
export const slug = z
  .string()
  .min(1)
  .max(120)
  .meta({ description: 'Identifier in kebab-case; case and accents do not count', examples: ['cte-db-he'] })

export const geoIdField = z
  .string()
  .min(2)
  .max(20)
  .meta({
    description: 'INE municipality (`ES-28079`), INE province (`ES-28`), or NUTS with its own prefix (`ES-ES300`)',
    examples: ['ES-28079'],
  })

export const codesField = z
  .array(z.strictObject({ slug, version: z.string().max(40).optional().meta({ description: 'One edition; default: the one in force' }) }))
  .max(50)
  .default([])
  .meta({ description: 'Regulations to apply. Absent or empty: all that apply at the place' })

/** A calendar day that exists. */
export const dayField = z.iso
  .date()
  .meta({ description: 'ISO date. Default: the reference date of the knowledge base, never the clock', examples: ['2026-11-21'] })

/** A number in a query, read as people type it. Rejects text that may be thousands or decimals, such as `1.234`. */
export function numberBetween(low: number, high: number) {
  return z.preprocess(readText, z.number().min(low).max(high)).meta({ type: 'number', minimum: low, maximum: high })
}

function readText(sent: unknown, context: z.RefinementCtx): unknown {
  if (typeof sent !== 'string') return sent
  const read = readTypedNumber(sent)
  if (read.kind === 'number') return Number(read.text)
  if (read.kind === 'text') return sent
  const { grouped, decimal } = read
  context.addIssue({
    code: 'custom',
    params: {
      code: 'ambiguous-number',
      text: {
        es: `se espera ${grouped} o ${decimal}: «${sent}» puede ser cualquiera de los dos`,
        en: `expected ${grouped} or ${decimal}: "${sent}" may be either`,
      },
    },
  })
  return z.NEVER
}

export const limitField = z.coerce.number().int().min(1).max(100)
export const cursorField = z.string().min(1).max(400).meta({ description: 'From `next_cursor` of the page before' })

export const citation = z.object({
  code_slug: z.string(),
  section: z.string().meta({ description: 'Section and table as printed' }),
  version: z.string(),
  title: z.string(),
  url: z.string().meta({ description: 'Address of the article in this service' }),
  verification: z.enum(['official_text', 'two_readers', 'single_reader', 'unverified']),
})

/** The second reading of a rule; null where there was none. */
export const reviewedField = z
  .object({ date: z.string(), by: z.literal('second-reading') })
  .nullable()
  .meta({ description: 'The second reading of the rule in the official text, by somebody other than its author; null if there was none' })

export const kbRef = z.object({ id: z.string(), version: z.string(), sha256: z.string().length(64) })

/** Largest body, in bytes, of operations that take many checks at once: enough for a thousand with their notes. */
export const mostBytesOfChecks = 4 * 1024 * 1024
