import { z } from 'zod'
import { notHeld, outside, rule, table, verification } from '../../server/engine/schema.ts'

const day = z.iso.date()

/** `pack.yaml` */
export const packSource = z.strictObject({ id: z.string(), version: z.string(), reference_date: day })

/** `document.yaml` */
export const documentSource = z.strictObject({
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  collection: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string(),
  short_title: z.string(),
  authority: z.string(),
  identifier: z.string().optional(),
  url: z.url().optional(),
  aliases: z.array(z.string()).default([]),
  scope: z.discriminatedUnion('level', [
    z.strictObject({ level: z.literal('national') }),
    z.strictObject({ level: z.literal('regional'), ccaa: z.string().regex(/^\d{2}$/) }),
  ]),
  text_kind: z.enum(['normalised', 'official']).default('normalised'),
  editions: z
    .array(
      z.strictObject({
        version: z.string(),
        label: z.string(),
        in_force_from: day,
        in_force_to: day.optional(),
        date_basis: z.enum(['entrada_en_vigor', 'publicacion', 'desconocida']),
        instruments: z.array(z.string()).default([]),
        changes: z.string().default(''),
      }),
    )
    .min(1),
  sources: z.record(z.string(), z.string()),
  notices: z.array(z.string()).default([]),
  outside: z.array(outside).default([]),
  /** The day its first edition came into force, held or not. */
  first_in_force: day.optional(),
  /** What it limits and the base does not hold. */
  not_held: z.array(notHeld).default([]),
})
export type DocumentSource = z.infer<typeof documentSource>

/** Front matter of an article. */
export const sectionSource = z.strictObject({
  section: z.string().regex(/^[a-z0-9]+([.-][a-z0-9]+)*$/),
  number: z.string(),
  title: z.string(),
  parent: z.string().nullable().default(null),
  order: z.int(),
  editions: z.array(z.string()).min(1),
  verification,
  sources: z.array(z.string()).min(1),
  pages: z.string().optional(),
})
export type SectionSource = z.infer<typeof sectionSource>

/** Caption file beside a table's CSV. `figures_of` names the table of another document that this one calls in, `collection/document/table`: its CSV is read. */
export const tableSource = table
  .omit({ document: true, header: true, rows: true, keys: true })
  .extend({ keys: z.array(z.string()).min(1).optional(), figures_of: z.string().optional() })

export const ruleList = z.array(rule)

const caseSource = z.strictObject({
  value: z.union([z.string(), z.number().transform(String)]),
  unit: z.string().optional(),
  at: z.string().optional(),
  as_of: day.optional(),
  element: z.string().optional(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  gives: z.enum(['COMPLIANT', 'NON_COMPLIANT']).optional(),
  limit: z.string().optional(),
  problem: z.string().optional(),
  missing: z.array(z.string()).optional(),
  note: z.string().optional(),
})
/** `cases/*.yaml`: what a rule must answer. */
export const caseList = z.array(
  z.strictObject({
    rule: z.string(),
    at: z.string(),
    as_of: day.optional(),
    element: z.string().optional(),
    context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
    cases: z.array(caseSource).min(1),
  }),
)
export type CaseGroup = z.infer<typeof caseList>[number]
export type CaseSource = CaseGroup['cases'][number]

/** `geo/*.source.yaml`. `zones`: the zones of a municipality that rest on this file, where the law sets them, and what it means not to be listed. */
export const geoSource = z.strictObject({
  title: z.string(),
  sources: z.array(z.string()).min(1),
  verification,
  zones: z
    .array(z.strictObject({ zone: z.string(), document: z.string(), section: z.string(), unlisted: z.string().nullable().default(null) }))
    .default([]),
  notes: z.array(z.string()).default([]),
})
