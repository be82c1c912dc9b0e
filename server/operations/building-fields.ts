import { z } from 'zod'
import { contextField } from './verdict-schema.ts'

/** Parts of a building. */
export const partsField = z
  .array(z.strictObject({ name: z.string().trim().min(1).max(80), context: contextField }))
  .max(20)
  .default([])
  .meta({ description: 'Parts with data of their own, such as a shop or a car park; they win over those of the building' })

/** Where data of `context` come from, by name. */
export const sourcesField = z
  .record(z.string().max(80), z.enum(['typed', 'model']))
  .default({})
  .meta({
    description: 'Where data of `context` come from, by name: `model`, read in a model of the building; absent or `typed`, stated by a person',
  })

/** Elements that a building does not have. */
export const absentField = z
  .array(z.string().trim().min(1).max(120))
  .max(200)
  .default([])
  .meta({ description: 'Elements that the building does not have: their requirements do not apply', examples: [['piscina']] })
