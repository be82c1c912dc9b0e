import { z } from 'zod'
import { codesField, dayField, geoIdField } from './fields.ts'
import { contextField, measured } from './verdict-schema.ts'

/** The body of a verify request: one check at a place. */
export const verifyInput = z.strictObject({
  element: z
    .string()
    .min(1)
    .max(120)
    .meta({ description: 'Building element: its identifier, or one of its names', examples: ['cubierta-plana'] }),
  parameter: z
    .string()
    .min(1)
    .max(120)
    .meta({ description: 'The quantity that is limited', examples: ['transmitancia-termica'] }),
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
