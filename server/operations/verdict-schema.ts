import { z } from 'zod'
import { certificateSchema } from '../certificate/certificate.ts'
import { isDecimal } from '../engine/decimal.ts'
import { LongNumber } from '../engine/exact-json.ts'
import { contextUse } from './context-use.ts'
import { citation, kbRef } from './fields.ts'

const largest = 1e12
/** A value to verify: a number, a text (a class, or more digits than a JSON number keeps), or a JSON number read with all its digits. */
export const measured = z
  .custom<number | string | LongNumber>(
    (value) =>
      typeof value === 'number'
        ? Number.isFinite(value) && Math.abs(value) <= largest
        : typeof value === 'string'
          ? value.length > 0 && value.length <= 60 && isInRange(value)
          : value instanceof LongNumber && value.text.length <= 60 && isInRange(value.text),
    {
      params: {
        text: {
          es: 'se espera un número entre -1e12 y 1e12, o un texto de 1 a 60 caracteres si es una clase',
          en: 'expected a number between -1e12 and 1e12, or text of 1 to 60 characters for a class',
        },
      },
    },
  )
  .meta({
    description:
      'The designed or measured value: a JSON number, exact to its last digit; or text, for classes (`EI 60`) and for numbers as people type them (`1.234,5`). Text that may be thousands or decimals (`3.000`) is refused',
    anyOf: [
      { type: 'number', minimum: -largest, maximum: largest },
      { type: 'string', minLength: 1, maxLength: 60 },
    ],
  })
/** True if a text is a class, or a number within the same bounds as a JSON number. */
function isInRange(text: string): boolean {
  return !isDecimal(text) || Math.abs(Number(text)) <= largest
}

const comparison = z.enum(['lte', 'lt', 'gte', 'gt', 'between', 'eq'])
const status = z.enum(['COMPLIANT', 'NON_COMPLIANT'])
const figure = z.union([z.number(), z.string()])
const range = z.object({ min: figure, max: figure })

/** Most conditions of a case, a building or one of its parts: three times as many as the base has data of a whole building (about a hundred). A case inherits those of its building. */
const mostConditions = 300

/** The conditions of a case, by name. */
export const contextField = z
  .record(z.string().max(80), z.union([z.string().max(200), z.number(), z.boolean()]))
  .default({})
  .refine((context) => Object.keys(context).length <= mostConditions, {
    params: { text: { es: `se esperan como máximo ${mostConditions} condiciones`, en: `expected at most ${mostConditions} conditions` } },
  })
  .meta({ description: 'Conditions of the case by name (`uso`, `intervencion`, `altitud_m` …); those a rule may need are listed at /api/v1/reglas' })

/** One step of the trace of a verdict. */
export const traceStep = z.object({
  step: z.int(),
  kind: z.enum(['resolve_geo', 'select_code', 'select_rule', 'condition', 'table_lookup', 'convert_unit', 'compare']),
  text: z.string(),
  rule_id: z.string().optional(),
})

/** The body of an answer with a verdict. */
export const verdictOutput = z.object({
  is_compliant: z.boolean(),
  result_status: status,
  provided_value: measured.meta({ description: '`value` untouched' }),
  limit_value: figure.meta({ description: 'The bound that decides, in `unit`' }),
  limit_exact: z.string().optional().meta({ description: 'The limit as an exact fraction (`1/300`), where its decimals do not end' }),
  unit: z.string(),
  sources: z
    .array(
      citation.extend({
        section_slug: z.string(),
        statement: z.string().optional().meta({ description: 'The paragraph that the rule expresses, in the words of the base' }),
      }),
    )
    .min(1),
  geo_context: z.object({
    climate_zone: z.string().nullable(),
    name: z.string(),
    geo_id: z.string(),
    level: z.enum(['municipality', 'province', 'region', 'country']),
    altitude_m: z.number().nullable(),
  }),
  element: z.string(),
  parameter: z.string(),
  comparison,
  normalized_value: figure.meta({ description: 'The value in the unit of the limit' }),
  margin: z.number().optional().meta({ description: 'Signed distance to the limit; negative where it fails' }),
  limit_range: range.optional().meta({ description: 'Both ends, where the value is limited below and above, by one rule or by several' }),
  what_if: z.object({ closest_compliant_value: figure, unit: z.string() }).optional(),
  cells: z
    .array(z.object({ table: z.string(), row: z.int(), column: z.string(), text: z.string() }))
    .meta({ description: 'Cells of printed tables that gave the limit' }),
  rules: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        code_slug: z.string(),
        result_status: status,
        limit_value: figure,
        limit_range: range.optional().meta({ description: 'Both ends, where the rule has two' }),
        unit: z.string(),
        comparison,
      }),
    )
    .meta({ description: 'Every rule that applied; the strictest, first, governs' }),
  regardless_of: z
    .array(z.object({ field: z.string(), label: z.string() }))
    .optional()
    .meta({ description: 'Data that were not given and cannot change the result, whatever they are' }),
  context_use: contextUse.meta({
    description: 'What became of `context`: which conditions counted, which were taken by default, and which no rule reads',
  }),
  assumptions: z.array(z.string()),
  warnings: z.array(z.string()),
  kb: kbRef,
  trace: z.array(traceStep).optional(),
  certificate: certificateSchema.optional(),
})
