import { z } from 'zod'
import { codesField, dayField, geoIdField } from './fields.ts'
import { contextField, measured } from './verdict-schema.ts'

/** Most checks of a project, and of a batch. */
export const mostChecks = 1000

const words = (most: number) => z.string().trim().max(most)

/** One check of a project: what is verified, and where its value comes from. The place and date are the project's. */
export const projectCheck = z.strictObject({
  id: z.string().min(1).max(64).meta({ description: 'Identifies the check within its project; who adds the check chooses it' }),
  element: z.string().min(1).max(120),
  parameter: z.string().min(1).max(120),
  value: measured,
  unit: z.string().min(1).max(40),
  codes: codesField,
  context: contextField.meta({ description: 'Conditions of this check; they win over those of the project' }),
  origin: words(300).default('').meta({ description: 'Where the value comes from: a drawing, a data sheet, a calculation' }),
  notes: words(2000).default(''),
})

/** A building under check, as it is sent, stored, exported and imported. Verdicts are not part of it: they follow from it and the base. */
export const projectDocument = z.strictObject({
  name: words(200)
    .min(1)
    .meta({ description: 'What the building is called', examples: ['Edificio de 12 viviendas'] }),
  reference: words(100).default('').meta({ description: 'Number of the file (expediente)' }),
  site: words(300).default('').meta({ description: 'Address of the site (emplazamiento)' }),
  developer: words(200).default('').meta({ description: 'Promotor' }),
  author: words(200).default('').meta({ description: 'Technician who signs, with title and number where they have one' }),
  geo_id: geoIdField,
  context: contextField.meta({ description: 'Conditions of the whole building, such as `uso` and `intervencion`' }),
  as_of: dayField.optional(),
  notes: words(4000).default(''),
  checks: z.array(projectCheck).max(mostChecks).superRefine(refuseRepeated).default([]),
})

export type ProjectCheck = z.output<typeof projectCheck>
export type ProjectDocument = z.output<typeof projectDocument>

/** Two checks of one name could not be told apart when one is changed. */
function refuseRepeated(checks: readonly ProjectCheck[], context: z.RefinementCtx): void {
  const seen = new Set<string>()
  for (const [index, { id }] of checks.entries()) {
    if (seen.has(id))
      context.addIssue({
        code: 'custom',
        path: [index, 'id'],
        params: { code: 'repeated' },
        message: `expected an id of its own: "${id}" is repeated`,
      })
    seen.add(id)
  }
}
