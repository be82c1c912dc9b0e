import { z } from 'zod'
import { notHeld, outside, table, verification } from '../../server/engine/schema.ts'

const day = z.iso.date()

/** `pack.yaml` */
export const packSource = z.strictObject({ id: z.string(), version: z.string(), reference_date: day })

/** Said with every verdict of a document. `cannot_change`: why an exception that it speaks of cannot change a verdict. */
const notice = z.union([
  z.string().transform((text) => ({ text, cannot_change: undefined })),
  z.strictObject({ text: z.string(), cannot_change: z.string().min(10) }),
])

/** Matters that the autonomous communities regulate beside the State. */
export const regionalMatters = ['accesibilidad', 'habitabilidad'] as const

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
  displaced_in: z.array(z.string().regex(/^\d{2}$/)).default([]),
  regional_matters: z.array(z.strictObject({ matter: z.enum(regionalMatters), sections: z.array(z.string()).default([]) })).default([]),
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
        /** Held in part: a rule that is not in it may have been there all the same. */
        partial: z.boolean().default(false),
      }),
    )
    .min(1),
  sources: z.record(z.string(), z.string()),
  notices: z.array(notice).default([]),
  outside: z.array(outside).default([]),
  /** The day its first edition came into force, held or not. */
  first_in_force: day.optional(),
  /** Limits that the document sets and the base does not hold. */
  not_held: z.array(notHeld).default([]),
})
export type DocumentSource = z.infer<typeof documentSource>

/**
 * What a section of scope asks of the rules it limits: those of the sections `de` and all below them (its own parent, unless said).
 * Each that decides reads every dimension of `datos` in its conditions; `salvo` names sections and rules that do not, with the reason.
 */
const scopeOfRules = z.strictObject({
  de: z.array(z.string()).optional(),
  datos: z.array(z.string()).min(1),
  salvo: z.record(z.string(), z.string().min(10)).default({}),
})

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
  /** Of a section that says what a group of rules applies to. */
  alcance: z.union([z.string().min(10), scopeOfRules]).optional(),
})
export type SectionSource = z.infer<typeof sectionSource>

/** Caption file beside a table's CSV. `figures_of` names the table of another document that this one calls in, `collection/document/table`: its CSV is read. */
export const tableSource = table.omit({ document: true, header: true, rows: true, keys: true }).extend({
  keys: z.array(z.string()).min(1).optional(),
  figures_of: z.string().optional(),
  /** Cells that no rule decides with, each with the reason: a worked figure is asked of every other. `row` is the line of the CSV. */
  /** Why notes of the table that refer to another place bring no other limit. */
  remite: z.string().min(10).optional(),
  unread: z.array(z.strictObject({ row: z.int().min(2), column: z.string(), reason: z.string() })).default([]),
  /** The day on which a second transcription, made apart, agreed cell by cell, and a digest of the cells. Written by `kb compare`. */
  second_reading: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d [0-9a-f]{8}$/, 'expected a day and a digest, as kb compare writes them')
    .optional(),
})

/** One worked case of a rule: a value and what it must give. */
export interface CaseSource {
  readonly value: string
  readonly unit?: string | undefined
  readonly at: string
  /** The day asked for; left out, a day on which the newest edition of the rule is in force. */
  readonly as_of?: string | undefined
  readonly element?: string | undefined
  readonly context: Readonly<Record<string, string | number | boolean>>
  readonly gives?: 'COMPLIANT' | 'NON_COMPLIANT' | undefined
  readonly limit?: string | undefined
  readonly problem?: string | undefined
  readonly missing?: readonly string[] | undefined
  readonly note?: string | undefined
}

/** All cases of a rule. */
export interface CaseGroup {
  readonly rule: string
  readonly cases: readonly CaseSource[]
}

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

/** `vocabulary/ranking.yaml`: how answers are ranked; written by `npm run eval -- --fit`. */
export const rankingSource = z.strictObject({ weights: z.record(z.string(), z.number()), least_score: z.number() })

/** `vocabulary/fields.yaml`: documents of one field, by slug, with words of it. */
export const fieldsSource = z.record(z.string(), z.array(z.string()).min(1))

/** `vocabulary/beyond.yaml`: what people ask that the base does not answer, and the reason given. `instead`: a document, or a collection, in force. */
export const beyondSource = z.array(
  z.strictObject({
    reason: z.string().min(10),
    words: z.array(z.string().regex(/^[a-z0-9 *]{3,}$/, 'small letters without accents, and *')).min(1),
    instead: z.string().optional(),
  }),
)
