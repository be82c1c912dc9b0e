import { z } from 'zod'

/** Fields that several operations share. */
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
  .meta({ description: 'Regulations to apply. Absent or empty: every one that binds the place' })

/** A calendar day that exists. */
export const dayField = z.iso
  .date()
  .meta({ description: 'ISO date. Default: the reference date of the knowledge base, never the clock', examples: ['2026-11-21'] })

/** A number that an address carries as text. Blank is none, though JavaScript takes it for 0. */
export function numberBetween(low: number, high: number) {
  const refuseBlank = (sent: unknown): unknown => (typeof sent === 'string' && sent.trim() === '' ? Number.NaN : sent)
  return z.preprocess(refuseBlank, z.coerce.number().min(low).max(high)).meta({ type: 'number', minimum: low, maximum: high })
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

export const kbRef = z.object({ id: z.string(), version: z.string(), sha256: z.string().length(64) })

/** Largest body of operations that take many checks at once, in bytes: room for a thousand with their notes. */
export const mostBytesOfChecks = 4 * 1024 * 1024
