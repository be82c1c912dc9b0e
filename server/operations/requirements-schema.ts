import { z } from 'zod'
import { absentField, partsField } from './building-fields.ts'
import { conditionField } from './condition.ts'
import { codesField, cursorField, dayField, geoIdField, kbRef } from './fields.ts'
import { projectElements } from './project-element.ts'
import { rejectLoose } from './project-references.ts'
import { mostChecks, projectCheck } from './project-schema.ts'
import { contextField, verdictOutput } from './verdict-schema.ts'

/** The standings of a requirement, the strongest first. */
export const standings = ['applies', 'depends', 'not_held', 'does_not_apply'] as const

const standing = z.enum(standings).meta({
  description:
    '`applies`: it binds; `depends`: data in `needs` decide; `not_held`: it binds, and its figure is not verified in the base; `does_not_apply`: it does not bind, and `why` says so',
})

const namedCheck = projectCheck.pick({ id: true, element: true, element_id: true, part: true, parameter: true, codes: true })

const building = {
  geo_id: geoIdField,
  context: contextField.meta({ description: 'Data of the whole building: `uso`, `intervencion`, `altura_evacuacion_m`, `viviendas`…' }),
  parts: partsField,
  absent: absentField,
  elements: projectElements.meta({ description: 'Elements of the project. With `checks`, each requirement says which of them have one' }),
  checks: z.array(namedCheck).max(mostChecks).default([]).meta({ description: 'Checks of the project, without their values' }),
  as_of: dayField.optional(),
  codes: codesField,
  standings: z.array(z.enum(standings)).max(4).default([]).meta({ description: 'Only these; absent or empty: all' }),
}

/** The body of a request for all the requirements of a building. */
export const wholeRequirementsInput = z.strictObject(building).superRefine(rejectLoose)

/** The body of a request for the requirements of a building, by pages. */
export const requirementsInput = z
  .strictObject({ ...building, limit: z.int().min(1).max(1000).default(200), cursor: cursorField.optional() })
  .superRefine(rejectLoose)

const named = z.object({ id: z.string(), label: z.string() })
const limit = z.object({ comparison: z.enum(['lte', 'lt', 'gte', 'gt', 'eq']), value: z.union([z.number(), z.string()]) })
const covered = {
  checked: z.int().meta({ description: 'Limits among them with a check everywhere they ask for one' }),
  partly: z.int().meta({ description: 'Limits among them with a check only of some elements or parts' }),
}
const counts = { applies: z.int(), depends: z.int(), not_held: z.int(), does_not_apply: z.int() }

const outcome = z.object({
  parts: z.array(z.string()).meta({ description: 'Names of the parts it is told of; empty text: the building' }),
  elements: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .meta({ description: 'Elements of the project with data of their own that it is told of' }),
  standing,
  limits: z.array(limit),
  text: z.string().meta({ description: 'The limits in words; empty where a case decides' }),
  cases: z
    .array(
      z.object({
        when: z.array(z.object({ field: z.string(), label: z.string(), text: z.string() })),
        limits: z.array(limit),
        text: z.string(),
      }),
    )
    .nullable()
    .meta({ description: 'The cases in which it binds, between which `needs` decide; null where they cannot be listed' }),
  otherwise_free: z.boolean().meta({ description: 'True if there are other cases, in which it does not bind' }),
  needs: z.array(z.object({ field: z.string(), label: z.string() })),
  why: z.string().nullable().meta({ description: 'Why it does not bind, or what the law does not admit' }),
  assumed: z.array(z.object({ field: z.string(), label: z.string(), text: z.string() })).meta({ description: 'Data that took their default' }),
  forbids: z.boolean().meta({ description: 'True if the law does not admit the case at all' }),
})

/** A rule in force and how it stands to the building. */
export const requirement = z.object({
  rule: z.string(),
  title: z.string(),
  kind: z.enum(['limit', 'threshold', 'datum', 'classification', 'orientative']),
  standing,
  elements: z.array(named.extend({ stands: z.boolean().meta({ description: 'False if the building has no such element' }) })),
  parameter: named,
  unit: z.string(),
  document: z.string(),
  version: z.string(),
  section: z.string(),
  place_in_text: z.string().meta({ description: 'Section and table as printed' }),
  section_title: z.string(),
  url: z.string(),
  verification: z.enum(['official_text', 'two_readers', 'single_reader', 'unverified']),
  outcomes: z.array(outcome).min(1),
  checks: z.array(z.string()).meta({ description: 'Ids of the checks on it, of those that the request names' }),
  unchecked: z.array(z.object({ part: z.string(), element_id: z.string().nullable() })).meta({
    description: 'Where it asks for a check and has none: an element of the project, or a part (empty text: the building) without such an element',
  }),
  notices: z.array(z.string()).meta({ description: 'What the law says besides: exceptions, alternatives' }),
})

/** The answer: counts, what the base does not hold, which data would settle most, and a page of requirements in the order of the documents. */
export const requirementsOutput = z.object({
  geo_context: verdictOutput.shape.geo_context,
  as_of: z.string(),
  kb: kbRef,
  summary: z.object({ total: z.int(), ...counts, ...covered }),
  documents: z.array(z.object({ slug: z.string(), title: z.string(), version: z.string(), ...counts, ...covered })),
  open_data: z
    .array(conditionField.extend({ rules: z.int() }))
    .meta({ description: 'The data that would settle most requirements, at most thirty, with the number of rules that need each' }),
  not_held: z
    .array(z.object({ document: z.string(), place_in_text: z.string(), text: z.string() }))
    .meta({ description: 'Limits that documents in force set and the base does not hold' }),
  norms_not_held: z
    .array(z.object({ title: z.string(), matters: z.array(z.string()) }))
    .meta({ description: 'Norms of the community that the base does not hold' }),
  editions_not_held: z
    .array(z.object({ document: z.string(), title: z.string() }))
    .meta({ description: 'Documents that may have bound on the day and whose edition of that day is not in the base' }),
  items: z.array(requirement),
  total: z.int(),
  next_cursor: z.string().nullable(),
})
