import { z } from 'zod'

/** Why a check of a model is undecided. */
export const openReasons = ['place', 'fact', 'condition', 'bound', 'conflict', 'unit', 'text', 'no-rule', 'problem'] as const

const count = z.int().min(0)
const context = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** The result of one check of one element. */
const modelResult = z.object({
  number: z.int().min(1),
  check: z.string().meta({ description: 'Its line in the mapping' }),
  global_id: z.string(),
  class: z.string(),
  name: z.string(),
  storey: z.string(),
  room: z.string(),
  element: z.string(),
  element_label: z.string(),
  parameter: z.string(),
  parameter_label: z.string(),
  value: z.union([z.number(), z.string()]),
  unit: z.string(),
  bound: z.enum(['exact', 'upper', 'lower']).meta({ description: '`upper`: the true value is this or less' }),
  source: z.string().meta({ description: 'Where the value is in the model' }),
  status: z.enum(['COMPLIANT', 'NON_COMPLIANT', 'UNDECIDED']),
  reason: z.enum(openReasons).optional(),
  detail: z.string(),
  limit: z.string().meta({ description: 'The comparison with the limit: `≥ 0,8 m`' }),
  citation: z.string(),
  notes: z.array(z.int().min(0)).meta({ description: 'Positions in `notes` of the report, since most results share them' }),
  context,
})

/** One question for all the elements that wait for its answer. */
const modelQuestion = z.object({
  kind: z.enum(['place', 'fact', 'condition', 'value', 'measure', 'room', 'unit', 'conflict', 'problem']),
  field: z.string(),
  text: z.string(),
  allowed: z.array(z.object({ value: z.string(), label: z.string() })),
  unit: z.string(),
  count,
  classes: z.array(z.string()),
  elements: z.array(z.string()).meta({ description: 'GlobalIds, the first hundred' }),
  how: z.string().meta({ description: 'What to write, and where' }),
})

const point = z.tuple([z.number(), z.number()])

/** The results of a model: what tables, BCF, IDS and pages are written from. */
export const modelReport = z.object({
  file: z.string(),
  schema: z.string(),
  application: z.string(),
  project: z.string(),
  place: z.object({
    geo_id: z.string().nullable(),
    name: z.string(),
    proposed: z.object({ geo_id: z.string(), name: z.string() }).nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    elevation_m: z.number().nullable(),
  }),
  as_of: z.string(),
  context,
  mapping_version: z.int(),
  summary: z.object({ total: count, compliant: count, non_compliant: count, undecided: count }),
  results: z.array(modelResult),
  notes: z.array(z.string()).meta({ description: 'Assumptions, warnings and contradictions of the model' }),
  questions: z.array(modelQuestion),
  without_rule: z.array(z.object({ element: z.string(), parameter: z.string(), count, detail: z.string() })),
  not_checked: z.array(z.object({ class: z.string(), predefined: z.string(), reason: z.string(), count })),
  faults: z.array(z.string()),
  requirements: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        note: z.string(),
        classes: z.array(z.string()),
        predefined: z.array(z.string()),
        when: z.array(z.object({ set: z.string(), name: z.string(), value: z.boolean() })),
        needs: z.array(z.object({ set: z.string(), name: z.string(), data_type: z.string() })),
      }),
    )
    .meta({ description: 'What a model must carry for these checks' }),
  storeys: z.array(z.object({ global_id: z.string(), name: z.string(), elevation_m: z.number().nullable() })),
  shapes: z.array(
    z.object({
      global_id: z.string(),
      class: z.string(),
      name: z.string(),
      storey: z.string(),
      min: z.tuple([z.number(), z.number(), z.number()]),
      max: z.tuple([z.number(), z.number(), z.number()]),
      outline: z.array(z.array(point)),
    }),
  ),
  kb: z.object({ id: z.string(), version: z.string(), sha256: z.string() }),
})

export type ModelReport = z.output<typeof modelReport>
export type ModelResult = z.output<typeof modelResult>
export type ModelQuestion = z.output<typeof modelQuestion>
