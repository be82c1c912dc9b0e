import { z } from 'zod'
import { resolveTerms } from '../engine/terms.ts'
import { ServiceError } from '../errors/service-error.ts'
import { wordingOf } from '../kb/wording.ts'
import { type Example, exampleOf } from './example-check.ts'
import { dayField, geoIdField } from './fields.ts'
import { type Context, operation } from './operation.ts'
import { type Pair, pairOf } from './pair.ts'
import { pairCondition, pairConditions } from './pair-conditions.ts'
import { documentsOf, pairDocument } from './pair-documents.ts'
import { classesOf, isUnitOptional, pairUnit, unitsOf } from './pair-units.ts'
import { placeFor } from './place-for.ts'
import { type Asked, refusalError } from './refusal-error.ts'
import { verifyInput } from './verify-input.ts'

const { element, parameter } = verifyInput.shape
const term = z.object({ id: z.string(), label: z.string(), aliases: z.array(z.string()) })

const description = z.object({
  element: term,
  parameter: term.extend({ symbols: z.array(z.string()) }),
  units: z.array(pairUnit).meta({ description: 'Units that verify accepts: those of the rules, then others that convert' }),
  unit_optional: z.boolean().meta({ description: 'True if `unit` may be left out: a class, or a count' }),
  classes: z.array(z.string()).meta({ description: 'The classes that `value` may be, where a class is compared; empty otherwise' }),
  documents: z.array(pairDocument),
  conditions: z.array(pairCondition).meta({ description: 'Every condition that a rule of the pair uses, needed ones first' }),
  example: z
    .object({
      request: z.object({
        element: z.string(),
        parameter: z.string(),
        value: z.union([z.number(), z.string()]),
        unit: z.string().optional(),
        geo_id: z.string(),
        context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
        as_of: z.string().optional(),
      }),
      result_status: z.enum(['COMPLIANT', 'NON_COMPLIANT']),
    })
    .nullable()
    .meta({ description: 'The body of a verify request that is decided, and how; null if there is none' }),
  no_example: z.object({ code: z.string(), reason: z.string().optional(), detail: z.string() }).optional().meta({
    description: 'Why no request of the pair is decided: the problem that verify answers with',
  }),
})

/** Says how to ask verify about one element and parameter. */
export const describeParameter = operation({
  method: 'GET',
  path: '/api/v1/elementos/{element}/{parameter}',
  scope: 'read',
  tag: 'verify',
  summary: 'How to ask verify about one element and parameter',
  description:
    'Names, units and classes, documents and sections with rules, conditions with their values, and an example that verify decides. Names are read as verify reads them. Without `as_of` the rules of every edition, without `geo_id` those of every document.',
  input: z.strictObject({ element, parameter, as_of: dayField.optional(), geo_id: geoIdField.optional() }),
  output: description,
  problems: ['unknown-element', 'unknown-parameter', 'no-applicable-rule', 'unknown-municipality'],
  examples: { contrahuella: { element: 'escalera', parameter: 'contrahuella' } },
  run(context, input) {
    const { kb } = context
    const terms = resolveTerms(kb.book, { element: input.element, parameter: input.parameter })
    const asOf = input.as_of ?? kb.meta.referenceDate
    if ('kind' in terms) throw ofQuery(refusalError(terms, { ...noValue, element: input.element, parameter: input.parameter, asOf }, context))
    const place = input.geo_id === undefined ? undefined : placeFor(kb, input.geo_id, 'geo_id')
    return describe(pairOf(kb, terms, { name: input.element, asOf: input.as_of, place }), context)
  },
})

const noValue = { unit: '', value: '', isNumber: false, place: '' } as const

function describe(pair: Pair, context: Context): z.input<typeof description> {
  const { kb } = context
  const words = wordingOf(context)
  const { element: own, parameter: measured } = pair
  return {
    element: { id: own.id, label: own.label, aliases: [...own.aliases] },
    parameter: { id: measured.id, label: measured.label, aliases: [...measured.aliases], symbols: [...measured.symbols] },
    units: unitsOf(pair, kb),
    unit_optional: isUnitOptional(pair),
    classes: classesOf(pair),
    documents: documentsOf(pair, kb),
    conditions: pairConditions(pair, words),
    ...exampleBody(exampleOf(pair, kb), pair, context),
  }
}

function exampleBody(example: Example, pair: Pair, context: Context): Pick<z.input<typeof description>, 'example' | 'no_example'> {
  if (example.kind === 'decided') {
    const { request, complies } = example.check
    return { example: { request, result_status: complies ? 'COMPLIANT' : 'NON_COMPLIANT' } }
  }
  const { unit, value, place, asOf } = example.asked
  const asked: Asked = {
    element: pair.element.id,
    parameter: pair.parameter.id,
    unit,
    value: String(value),
    isNumber: typeof value !== 'string',
    asOf,
    place: place.name,
  }
  const { code, detail, extras } = refusalError(example.refusal, asked, { kb: wordingOf(context) })
  return {
    example: null,
    no_example: { code, ...(extras.reason === undefined ? {} : { reason: extras.reason }), detail: detail[context.language] },
  }
}

/** The same error with its fields named as in a path or query. */
function ofQuery({ code, detail, extras }: ServiceError): ServiceError {
  const errors = extras.errors?.map((one) => ({ ...one, pointer: one.pointer.replace(/^\//, '') }))
  return new ServiceError(code, detail, { ...extras, ...(errors === undefined ? {} : { errors }) })
}
