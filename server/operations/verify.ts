import { z } from 'zod'
import { isDecimal, parseDecimal } from '../engine/decimal.ts'
import { LongNumber } from '../engine/exact-json.ts'
import { parseGeoId } from '../engine/geo-id.ts'
import type { Place } from '../engine/place.ts'
import { verify as decide } from '../engine/verify.ts'
import { ServiceError } from '../errors.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { operation } from '../operation.ts'
import { citation, codesField, dayField, geoIdField, kbRef } from './fields.ts'
import { refusalError } from './refusal.ts'
import { verdictBody } from './verdict.ts'

const largest = 1e12
/** A number, a text (classes, or more digits than a JSON number keeps), or a JSON number read with all its digits. */
const measured = z
  .custom<number | string | LongNumber>(
    (value) =>
      typeof value === 'number'
        ? Number.isFinite(value) && Math.abs(value) <= largest
        : typeof value === 'string'
          ? value.length > 0 && value.length <= 60
          : value instanceof LongNumber && value.text.length <= 60,
    { error: 'expected a number between -1e12 and 1e12, or text of 1 to 60 characters for a class' },
  )
  .meta({
    description: 'The designed or measured value: a number, or text for classes (`EI 60`)',
    anyOf: [
      { type: 'number', minimum: -largest, maximum: largest },
      { type: 'string', minLength: 1, maxLength: 60 },
    ],
  })
const comparison = z.enum(['lte', 'lt', 'gte', 'gt', 'between', 'eq'])
const status = z.enum(['COMPLIANT', 'NON_COMPLIANT'])
const figure = z.union([z.number(), z.string()])

export const contextField = z
  .record(z.string().max(80), z.union([z.string().max(200), z.number(), z.boolean()]))
  .default({})
  .refine((context) => Object.keys(context).length <= 40, { error: 'expected at most 40 conditions' })
  .meta({ description: 'Conditions of the case by name (`uso`, `intervencion`, `altitud_m` …); those a rule may need are listed at /api/v1/reglas' })

export const traceStep = z.object({
  step: z.int(),
  kind: z.enum(['resolve_geo', 'select_code', 'select_rule', 'condition', 'table_lookup', 'convert_unit', 'compare']),
  text: z.string(),
  rule_id: z.string().optional(),
})

export const verdictOutput = z.object({
  is_compliant: z.boolean(),
  result_status: status,
  provided_value: measured.meta({ description: '`value` untouched' }),
  limit_value: figure.meta({ description: 'The bound that decides, in `unit`' }),
  unit: z.string(),
  sources: z.array(citation.extend({ section_slug: z.string() })).min(1),
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
  limit_range: z.object({ min: figure, max: figure }).optional(),
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
        unit: z.string(),
        comparison,
      }),
    )
    .meta({ description: 'Every rule that applied; the strictest, first, governs' }),
  assumptions: z.array(z.string()),
  warnings: z.array(z.string()),
  kb: kbRef,
  trace: z.array(traceStep).optional(),
})

/** Holds a value against the limit in force at a place. */
export const verify = operation({
  name: 'verify',
  method: 'POST',
  path: '/api/v1/verify',
  scope: 'verify',
  tag: 'verify',
  summary: 'Check one value against the limit in force at a place',
  description:
    'Deterministic: the same body and knowledge base give the same bytes. A 200 is always COMPLIANT or NON_COMPLIANT; what cannot be decided is a 422 that says what is missing.',
  input: z.strictObject({
    element: z
      .string()
      .min(1)
      .max(120)
      .meta({ description: 'Building element: identifier or what people call it', examples: ['cubierta-plana'] }),
    parameter: z
      .string()
      .min(1)
      .max(120)
      .meta({ description: 'What is limited', examples: ['transmitancia-termica'] }),
    value: measured,
    unit: z
      .string()
      .min(1)
      .max(40)
      .meta({ description: 'Unit of `value`, in any usual spelling', examples: ['W/m²K'] }),
    geo_id: geoIdField,
    codes: codesField,
    context: contextField,
    as_of: dayField.optional(),
    include: z
      .array(z.enum(['trace']))
      .max(1)
      .default([]),
  }),
  output: verdictOutput,
  problems: [
    'unknown-element',
    'unknown-parameter',
    'unknown-code',
    'unit-mismatch',
    'no-applicable-rule',
    'not-in-force',
    'geo-too-coarse',
    'indeterminate',
    'unknown-municipality',
  ],
  examples: {
    cubierta: {
      element: 'cubierta-plana',
      parameter: 'transmitancia-termica',
      value: 0.5,
      unit: 'W/m²K',
      geo_id: 'ES-28079',
      codes: [{ slug: 'cte-db-he' }],
    },
  },
  run(context, input) {
    const { kb } = context
    const place = placeFor(kb, input.geo_id)
    const asOf = input.as_of ?? kb.meta.referenceDate
    const text = String(input.value)
    const outcome = decide(kb.book, {
      element: input.element,
      parameter: input.parameter,
      value: isDecimal(text) ? parseDecimal(text) : text,
      unit: input.unit,
      place,
      context: input.context,
      asOf,
      codes: input.codes,
    })
    if (outcome.kind !== 'verdict')
      throw refusalError(
        outcome,
        { element: input.element, parameter: input.parameter, unit: input.unit, value: text, asOf, place: place.name },
        context,
      )
    return verdictBody(outcome, kb, { echo: input.value, unit: input.unit, withTrace: input.include.includes('trace') })
  },
})

/** The place that a `geo_id` of a request names, or the failure that says what would be right. */
export function placeFor(kb: KnowledgeBase, geoId: string): Place {
  const parsed = parseGeoId(geoId)
  if (parsed === undefined) {
    throw new ServiceError(
      'validation',
      {
        es: `No se entiende geo_id «${geoId}»: se espera ES-28079 (municipio), ES-28 (provincia) o ES-ES300 (NUTS)`,
        en: `Cannot read geo_id "${geoId}": expected ES-28079 (municipality), ES-28 (province) or ES-ES300 (NUTS)`,
      },
      { errors: [{ pointer: '/geo_id', code: 'format', detail: 'expected ES-28079, ES-28 or ES-ES300' }] },
    )
  }
  const place = kb.geography.place(parsed)
  if (place === undefined) {
    throw new ServiceError(
      'unknown-municipality',
      { es: `Ningún lugar tiene el código «${geoId}»`, en: `No place has the code "${geoId}"` },
      { errors: [{ pointer: '/geo_id', code: 'unknown', detail: 'no such INE or NUTS code' }] },
    )
  }
  return place
}
