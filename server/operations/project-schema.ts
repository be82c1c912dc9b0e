import { z } from 'zod'
import { absentField, partsField, sourcesField } from './building-fields.ts'
import { codesField, dayField, geoIdField } from './fields.ts'
import { projectElements } from './project-element.ts'
import { rejectLoose, rejectRepeated, rejectSourceless } from './project-references.ts'
import { contextField, measured } from './verdict-schema.ts'

/** Most checks in a project, and most items in a batch. */
export const mostChecks = 1000

const words = (most: number) => z.string().trim().max(most)

/** One check of a project: the value to verify and its origin. Place and date are those of the project. */
export const projectCheck = z.strictObject({
  id: z.string().min(1).max(64).meta({ description: 'Identifies the check within its project; chosen by the client' }),
  element: z.string().max(120).default('').meta({ description: 'Element of the vocabulary. Absent or empty: the type of `element_id`' }),
  element_id: z.string().min(1).max(64).optional().meta({ description: 'The element of the project that is checked; its data are inherited' }),
  part: words(80).min(1).optional().meta({ description: 'Name of the part of the building. Absent: that of `element_id`, else the building' }),
  parameter: z.string().min(1).max(120),
  value: measured,
  unit: z.string().min(1).max(40),
  codes: codesField,
  context: contextField.meta({
    description: 'Conditions of this check; they win over those of the part and the building. What contradicts its element is not decided',
  }),
  origin: words(300).default('').meta({ description: 'Where the value comes from: a drawing, a data sheet, a calculation' }),
  notes: words(2000).default(''),
})

/** What the verdicts of a project come from: the building and its checks. */
const buildingFields = {
  geo_id: geoIdField,
  context: contextField.meta({ description: 'Conditions of the whole building, such as `uso` and `intervencion`' }),
  parts: partsField,
  as_of: dayField.optional(),
  elements: projectElements.superRefine(rejectRepeated).meta({ description: 'Things of the building that checks name by `element_id`' }),
  checks: z.array(projectCheck).max(mostChecks).superRefine(rejectRepeated).default([]),
}

/** A building with checks to verify. */
export const checkedBuilding = z.strictObject(buildingFields).superRefine(rejectLoose)

/** A project: a building and its checks, in the form in which it is sent, stored, exported and imported. Verdicts are not part of it, because they are computed from it. */
export const projectDocument = z
  .strictObject({
    name: words(200)
      .min(1)
      .meta({ description: 'What the building is called', examples: ['Edificio de 12 viviendas'] }),
    reference: words(100).default('').meta({ description: 'Number of the file (expediente)' }),
    site: words(300).default('').meta({ description: 'Address of the site (emplazamiento)' }),
    developer: words(200).default('').meta({ description: 'Promotor' }),
    author: words(200).default('').meta({ description: 'Technician who signs, with title and number where they have one' }),
    ...buildingFields,
    sources: sourcesField,
    absent: absentField,
    notes: words(4000).default(''),
  })
  .superRefine(rejectLoose)
  .superRefine(rejectSourceless)

export type ProjectCheck = z.output<typeof projectCheck>
export type ProjectDocument = z.output<typeof projectDocument>
export type CheckedBuilding = z.output<typeof checkedBuilding>
