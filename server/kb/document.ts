import { z } from 'zod'

/** A document as the pack stores it. */
export const documentBody = z.object({
  slug: z.string(),
  collection: z.string(),
  title: z.string(),
  short_title: z.string(),
  authority: z.string(),
  identifier: z.string().optional(),
  url: z.string().optional(),
  aliases: z.array(z.string()),
  scope: z.union([z.object({ level: z.literal('national') }), z.object({ level: z.literal('regional'), ccaa: z.string() })]),
  text_kind: z.enum(['normalised', 'official']),
  editions: z.array(
    z.object({
      version: z.string(),
      label: z.string(),
      in_force_from: z.string(),
      in_force_to: z.string().optional(),
      date_basis: z.string(),
      instruments: z.array(z.string()),
      changes: z.string(),
    }),
  ),
  notices: z.array(z.string()),
})
export type DocumentBody = z.infer<typeof documentBody>
