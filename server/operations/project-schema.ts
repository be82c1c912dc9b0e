import { z } from 'zod'
import { absentField, partsField } from './building-fields.ts'
import { codesField, dayField, geoIdField } from './fields.ts'
import { buildingContextField, contextField, measured } from './verdict-schema.ts'

/** Most checks in a project, and most items in a batch. */
export const mostChecks = 1000

const words = (most: number) => z.string().trim().max(most)

/** One check of a project: the value to verify and its origin. Place and date are those of the project. */
export const projectCheck = z.strictObject({
  id: z.string().min(1).max(64).meta({ description: 'Identifies the check within its project; chosen by the client' }),
  element: z.string().min(1).max(120),
  parameter: z.string().min(1).max(120),
  value: measured,
  unit: z.string().min(1).max(40),
  codes: codesField,
  context: contextField.meta({ description: 'Conditions of this check; they win over those of the project' }),
  origin: words(300).default('').meta({ description: 'Where the value comes from: a drawing, a data sheet, a calculation' }),
  notes: words(2000).default(''),
})

/** A project: a building and its checks, in the form in which it is sent, stored, exported and imported. Verdicts are not part of it, because they are computed from it. */
export const projectDocument = z.strictObject({
  name: words(200)
    .min(1)
    .meta({ description: 'What the building is called', examples: ['Edificio de 12 viviendas'] }),
  reference: words(100).default('').meta({ description: 'Number of the file (expediente)' }),
  site: words(300).default('').meta({ description: 'Address of the site (emplazamiento)' }),
  developer: words(200).default('').meta({ description: 'Promotor' }),
  author: words(200).default('').meta({ description: 'Technician who signs, with title and number where they have one' }),
  geo_id: geoIdField,
  context: buildingContextField.meta({ description: 'Conditions of the whole building, such as `uso` and `intervencion`' }),
  parts: partsField,
  absent: absentField,
  as_of: dayField.optional(),
  notes: words(4000).default(''),
  checks: z.array(projectCheck).max(mostChecks).superRefine(rejectRepeated).default([]),
})

export type ProjectCheck = z.output<typeof projectCheck>
export type ProjectDocument = z.output<typeof projectDocument>

/** Rejects two checks with the same id, because a change could not say which of them it means. */
function rejectRepeated(checks: readonly ProjectCheck[], context: z.RefinementCtx): void {
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
