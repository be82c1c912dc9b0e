import { z } from 'zod'
import { isDecimal, isExact, parseExact } from './decimal.ts'
import { membership, type Test } from './when.ts'

/** A number written as text in the knowledge base, kept exact: `"0.35"`. */
export const decimalText = z.string().refine(isDecimal, { error: 'expected a quoted decimal such as "0.35"' })

export const verification = z.enum(['official_text', 'two_readers', 'single_reader', 'unverified'])
export type Verification = z.infer<typeof verification>

const scalar = z.union([z.string(), z.boolean(), z.number()]).transform(String)
const oneOrMore = z.union([scalar.transform((one) => [one]), z.array(scalar).min(1)])
const exact = scalar.refine(isExact, { error: 'expected a quoted number such as "0.35" or "1/3"' }).transform(parseExact).optional()

const test = z.union([
  z.strictObject({ not: oneOrMore }).transform(({ not }): Test => membership('notIn', not)),
  z.strictObject({ lt: exact, lte: exact, gt: exact, gte: exact }).transform((range): Test => ({ kind: 'interval', ...range })),
  oneOrMore.transform((values): Test => membership('in', values)),
])

/** Conditions that must all hold, by dimension. */
export const when = z.record(z.string(), test)
export type When = z.infer<typeof when>

const tableValue = z.strictObject({
  table: z.string(),
  row: z.string().optional(),
  where: z.record(z.string(), z.string()).optional(),
  match: z.record(z.string(), z.string()).optional(),
  by: z.string().optional(),
  column: z.string().optional(),
  interpolate: z.string().optional(),
})
export type TableValue = z.infer<typeof tableValue>

/** The source of a limit: a constant, a cell of a printed table, or a formula over such values and dimensions. */
export type ValueSpec =
  | { readonly const: string }
  | { readonly dimension: string }
  | TableValue
  | { readonly formula: string; readonly let: Readonly<Record<string, ValueSpec>> }

const valueSpec: z.ZodType<ValueSpec> = z.lazy(() =>
  z.union([
    z.strictObject({ const: z.string() }),
    z.strictObject({ dimension: z.string() }),
    tableValue,
    z.strictObject({ formula: z.string(), let: z.record(z.string(), valueSpec).default({}) }),
  ]),
)
const rangeSpec = z.strictObject({ min: valueSpec, max: valueSpec })

const cite = z.strictObject({ section: z.string(), paragraph: z.string().optional(), locator: z.string().optional() })

const conditions = when.default({})
/** One thing that can be verified, as a rule block of a section states it. */
export const rule = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  title: z.string().min(3),
  kind: z.enum(['limit', 'threshold', 'datum', 'classification', 'orientative']).default('limit'),
  element: z.union([z.string().transform((one) => [one]), z.array(z.string()).min(1)]),
  parameter: z.string(),
  unit: z.string(),
  bound: z.enum(['max', 'min', 'range', 'equals', 'class']),
  strict: z.boolean().default(false),
  scale: z.string().nullable().default(null),
  when: conditions,
  /** Taken where the request is silent, and then said: what the element itself implies (a bedroom is in a dwelling). */
  assume: z.record(z.string(), scalar).default({}),
  value: z.union([rangeSpec, valueSpec]),
  adjust: z
    .array(
      z.strictObject({
        when: conditions,
        factor: z.string().optional(),
        add: z.string().optional(),
        set: z.string().optional(),
        text: z.string().optional(),
      }),
    )
    .default([]),
  exempt: z
    .array(
      z.strictObject({
        when,
        text: z.string().optional(),
        cite: cite.optional(),
        /** True if a value that fails waits for the answer: a fact of scope, not a rare exception. */
        ask: z.boolean().default(false),
        /** True if the law does not admit the case at all: then no limit that is met says that it complies. */
        forbids: z.boolean().default(false),
      }),
    )
    .default([]),
  /** Other rules that bind as well wherever this one does: `rule` of the same document, or `document/rule`. */
  besides: z.array(z.string()).default([]),
  notices: z.array(z.strictObject({ when: conditions, text: z.string() })).default([]),
  round: z.int().min(0).max(6).optional(),
  cite,
  editions: z.array(z.string()).min(1),
  verification,
  sources: z.array(z.string()).min(1),
  /** The day on which somebody other than the author read the rule again in the official text. */
  reviewed: z.strictObject({ date: z.iso.date(), by: z.literal('second-reading') }).optional(),
})
export type Rule = z.infer<typeof rule>

/** A point of a document that the base knows of and does not hold. */
export const notHeld = z.strictObject({
  element: oneOrMore,
  parameter: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
  section: z.string(),
  number: z.string(),
  text: z.string().min(3),
  editions: z.array(z.string()).default([]),
  when: conditions,
})

/** A printed table: header, rows, which columns name a row, and how each figure was verified. */
export const table = z.strictObject({
  document: z.string(),
  table: z.string(),
  number: z.string(),
  title: z.string(),
  section: z.string(),
  unit: z.string().optional(),
  editions: z.array(z.string()).min(1),
  verification,
  sources: z.array(z.string()).min(1),
  keys: z.array(z.string()).min(1),
  notes: z.array(z.string()).default([]),
  header: z.array(z.string()).min(1),
  rows: z.array(z.array(z.string())).min(1),
})
export type Table = z.infer<typeof table>

const figure = z.union([z.string(), z.number()]).transform(String).pipe(decimalText)
/** The range of values that are physically possible, in the unit of the number. A number is not negative unless `min` says so. */
const possible = {
  min: figure.optional(),
  max: figure.optional(),
  /** The value must be greater than this one. */
  above: figure.optional(),
  /** True if only whole numbers make sense: people, storeys, doors. */
  integer: z.boolean().optional(),
}

/** Values of other dimensions that hold by definition wherever this one does. */
const implied = z.record(z.string(), scalar)
/** Values of other dimensions that cannot hold where this one does, by definition. */
const excluded = z.record(z.string(), oneOrMore)

const dimensionValue = z.strictObject({
  id: scalar,
  label: z.string(),
  /** The label in English, for what people read; requests are not read by it. */
  en: z.string().optional(),
  aliases: z.array(z.string()).default([]),
  broader: z.string().optional(),
  help: z.string().optional(),
  implies: implied.optional(),
  excludes: excluded.optional(),
})
/** A fact that rules may depend on: stated by the user or read from the place. */
export const dimension = z.strictObject({
  id: z.string().regex(/^[a-zA-Z0-9_.]+$/),
  label: z.string(),
  /** The label in English, for what people read; requests are not read by it. */
  en: z.string().optional(),
  type: z.enum(['number', 'enum', 'boolean']),
  unit: z.string().optional(),
  source: z.enum(['context', 'place']).default('context'),
  default: z.union([z.boolean(), z.string(), z.number()]).transform(String).optional(),
  help: z.string(),
  help_en: z.string().optional(),
  aliases: z.array(z.string()).default([]),
  values: z.array(dimensionValue).default([]),
  ...possible,
})
export type Dimension = z.infer<typeof dimension>

/** Other terms that name the same thing: their rules bind this one too, whatever document they come from. */
const also = z.array(z.string()).default([])

/** Values of dimensions, any of which meets the condition: `{ uso: industrial }`. */
const plainConditions = z.record(z.string(), oneOrMore)
export type PlainConditions = z.infer<typeof plainConditions>

/** Cases that a document leaves to another: none of its rules binds there, save those of the sections in `except`, which the other calls in. */
export const outside = z.strictObject({
  when: plainConditions,
  /** Sections whose rules bind all the same. */
  except: z.array(z.string()).default([]),
  /** The editions whose scope says so; empty: all. */
  editions: z.array(z.string()).default([]),
  text: z.string(),
  section: z.string(),
})
export type Outside = z.infer<typeof outside>

/** A building element. Rules of `broader` and of every element in `also` bind it too; a link with `when` only there. */
export const element = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  label: z.string(),
  broader: z.string().optional(),
  also: z.array(z.union([z.string(), z.strictObject({ element: z.string(), when: plainConditions })])).default([]),
  aliases: z.array(z.string()).default([]),
  en: z.string().optional(),
  help: z.string().optional(),
  /** Facts that hold of the element by definition: values of dimensions that need not be stated, and those that cannot be. Narrower elements inherit both. */
  sets: implied.optional(),
  excludes: excluded.optional(),
  /** The same for one of its aliases: `escalera de uso restringido` sets the use that `escalera` leaves open. */
  alias_sets: z.record(z.string(), implied).optional(),
  /** Parameters that are one quantity of this thing, whatever they are of others: the length of a landing is its depth. Rules on one limit the others. */
  one_quantity: z.array(z.string()).min(2).optional(),
})
export type Element = z.infer<typeof element>

/** A quantity that rules limit. Rules on every parameter in `also` limit it too. */
export const parameter = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  label: z.string(),
  also,
  symbols: z.array(z.string()).default([]),
  aliases: z.array(z.string()).default([]),
  en: z.string().optional(),
  help: z.string().optional(),
  /** `1` for classes and counts. */
  unit: z.string().default('1'),
  /** A pure number that nobody writes as a percentage (PTV, fRsi): it needs no unit. */
  bare: z.boolean().optional(),
  /** Advice for a value in a similar unit, shown when such a unit is rejected. */
  unit_hint: z.string().optional(),
  /** A rule's limit outside it fails the build. */
  plausible: z.strictObject({ min: decimalText, max: decimalText }).optional(),
  ...possible,
})
export type Parameter = z.infer<typeof parameter>

/** An ordered series of classes, from the least to the most demanding, or a fire-resistance family. */
export const scale = z.strictObject({
  id: z.string(),
  label: z.string(),
  kind: z.enum(['ordered', 'fire_resistance', 'reaction_to_fire', 'named']).default('ordered'),
  classes: z.array(z.string()).min(1),
  help: z.string().optional(),
})
export type Scale = z.infer<typeof scale>

/** A unit symbol: its exact size in base units, for example km: 1000 m. */
export const unitSymbol = z.strictObject({
  symbol: z.string(),
  spellings: z.array(z.string()).default([]),
  factor: z.string().default('1'),
  base: z.record(z.string(), z.int()),
  /** Kind of the symbol where it stands alone, if that differs from its kind within a compound unit. */
  alone: z.string().optional(),
})
export type UnitSymbol = z.infer<typeof unitSymbol>
