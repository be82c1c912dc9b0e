import { z } from 'zod'
import { type Certificate, certify } from '../certificate/certificate.ts'
import { version } from '../config/version.ts'
import { parseGeoId } from '../engine/geo-id.ts'
import type { Verdict } from '../engine/outcome.ts'
import type { Place } from '../engine/place.ts'
import { verify as decide } from '../engine/verify.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { codesField, dayField, geoIdField } from './fields.ts'
import { readMeasured } from './measured.ts'
import { type Context, operation } from './operation.ts'
import { refusalError } from './refusal.ts'
import { verdictBody } from './verdict.ts'
import { contextField, measured, verdictOutput } from './verdict-schema.ts'

/** One case to decide. */
export const verifyInput = z.strictObject({
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
    .max(40)
    .default('')
    .meta({ description: 'Unit of `value`, in any usual spelling. A class (`EI 60`) needs none', examples: ['W/m²K'] }),
  geo_id: geoIdField,
  codes: codesField,
  context: contextField,
  as_of: dayField.optional(),
  include: z
    .array(z.enum(['trace', 'certificate']))
    .max(2)
    .default([])
    .meta({ description: '`trace`: every step; `certificate`: a signature by which the verdict can be proven and repeated later' }),
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
  input: verifyInput,
  output: verdictOutput,
  problems: [
    'contradiction',
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
  run: verdictOn,
})

/** The verdict on one case. Throws the `ServiceError` that says why there is none. */
export function verdictOn(context: Context, input: z.output<typeof verifyInput>): z.input<typeof verdictOutput> {
  const asked = { echo: input.value, unit: input.unit, withTrace: input.include.includes('trace') }
  const body = verdictBody(decided(context, input), context.kb, asked)
  return input.include.includes('certificate') ? { ...body, certificate: certificateOf(context, input, body) } : body
}

function certificateOf({ kb, store }: Context, input: z.output<typeof verifyInput>, body: z.input<typeof verdictOutput>): Certificate {
  const asOf = input.as_of ?? kb.meta.referenceDate
  const again = { ...input, as_of: asOf, include: input.include.includes('trace') ? ['trace'] : [] }
  return certify({ input: again, asOf }, body, { engineVersion: version, key: store.signingKey() })
}

/** What the engine decides of one case. Throws as `verdictOn`. */
export function decided(context: Context, { element, parameter, unit, codes, ...input }: Omit<z.output<typeof verifyInput>, 'include'>): Verdict {
  const { kb } = context
  const place = placeFor(kb, input.geo_id)
  const asOf = input.as_of ?? kb.meta.referenceDate
  const value = readMeasured(input.value)
  const outcome = decide(kb.book, { element, parameter, value, unit, place, context: input.context, asOf, codes })
  if (outcome.kind !== 'verdict')
    throw refusalError(
      outcome,
      { element, parameter, unit, value: String(input.value), isNumber: typeof value !== 'string', asOf, place: place.name },
      context,
    )
  return outcome
}

/** The place that a `geo_id` of a request names, or the failure that says what would be right. */
export function placeFor(kb: KnowledgeBase, geoId: string, pointer = '/geo_id'): Place {
  const parsed = parseGeoId(geoId)
  if (parsed === undefined) {
    throw new ServiceError(
      'validation',
      {
        es: `No se entiende geo_id «${geoId}»: se espera ES-28079 (municipio), ES-28 (provincia) o ES-ES300 (NUTS)`,
        en: `Cannot read geo_id "${geoId}": expected ES-28079 (municipality), ES-28 (province) or ES-ES300 (NUTS)`,
      },
      { errors: [{ pointer, code: 'format', detail: 'expected ES-28079, ES-28 or ES-ES300' }] },
    )
  }
  const place = kb.geography.place(parsed)
  if (place === undefined) {
    throw new ServiceError(
      'unknown-municipality',
      { es: `Ningún lugar tiene el código «${geoId}»`, en: `No place has the code "${geoId}"` },
      { errors: [{ pointer, code: 'unknown', detail: 'no such INE or NUTS code' }] },
    )
  }
  return place
}
