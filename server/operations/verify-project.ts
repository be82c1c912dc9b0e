import { z } from 'zod'
import { wordingOf } from '../kb/wording.ts'
import { answerOrProblem, itemResultWith, resultSummary, summaryOf } from './batch-result.ts'
import { kbRef, mostBytesOfChecks } from './fields.ts'
import { type Context, operation } from './operation.ts'
import { placeFor } from './place-for.ts'
import { caseOf, levels, rejectContradiction } from './project-case.ts'
import { type CheckedBuilding, checkedBuilding, type ProjectCheck } from './project-schema.ts'
import { exampleProject } from './stored-project.ts'
import { valueLabel } from './value-label.ts'
import { verifyAnswer } from './verify-case.ts'

/** What a result says of the check of a project and of the data that it inherits. */
export const inherited = {
  id: z.string().meta({ description: 'The id of the check' }),
  element: z.string().meta({ description: 'The element of the vocabulary that was checked' }),
  element_name: z.string().nullable().meta({ description: 'Name of the element of the project; null if the check names none' }),
  part: z.string().meta({ description: 'Name of the part of the building; empty text: the building' }),
  context: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .meta({ description: 'All conditions of the check, with those it inherits' }),
  replaced: z
    .array(
      z.object({
        field: z.string(),
        label: z.string(),
        by: z.enum(levels),
        value: z.string().meta({ description: 'In Spanish, as shown to people' }),
        over: z.enum(levels),
        replaced: z.string(),
      }),
    )
    .meta({ description: 'Data that a narrower level states otherwise than a wider one: the narrower one counted' }),
}

/** Verifies the checks of a project, each with the data that it inherits. */
export const verifyProject = operation({
  method: 'POST',
  path: '/api/v1/proyectos/verify',
  mostBodyBytes: mostBytesOfChecks,
  scope: 'verify',
  tag: 'projects',
  summary: 'Verify the checks of a project',
  description:
    'Each check inherits the data of the building, of its part and of its element (`element_id`), the narrower ones first, and may state its own. A datum that a narrower level states otherwise is named in `replaced`. A check that contradicts its own element gets a problem (`contradiction`), as one that cannot be decided does; the others are not affected. Nothing is stored.',
  input: checkedBuilding,
  output: z.object({ items: z.array(itemResultWith(inherited)), summary: resultSummary, kb: kbRef }),
  problems: ['unknown-municipality'],
  examples: {
    edificio: {
      geo_id: exampleProject.geo_id,
      context: exampleProject.context,
      elements: [{ id: 'e1', name: 'Cubierta del cuerpo bajo', type: 'cubierta-plana' }],
      checks: [{ id: '1', element_id: 'e1', parameter: 'transmitancia-termica', value: 0.33, unit: 'W/m²K' }],
    },
  },
  run(context, building) {
    placeFor(context.kb, building.geo_id)
    const items = building.checks.map((check, at) => itemOf(context, building, check, at))
    const { id, version, sha256 } = context.kb.meta
    return { items, summary: summaryOf(items), kb: { id, version, sha256 } }
  },
})

function itemOf(context: Context, building: CheckedBuilding, check: ProjectCheck, at: number) {
  const kb = wordingOf(context)
  const own = caseOf(building, check, context.kb.book.dimensions)
  const { parameter, value, unit, codes } = check
  const asked = {
    element: own.element,
    parameter,
    value,
    unit,
    codes,
    geo_id: building.geo_id,
    as_of: building.as_of,
    context: own.context,
    include: [],
  }
  const result = answerOrProblem(context, at, () => {
    rejectContradiction(own, kb)
    return verifyAnswer(context, { ...asked, context: { ...own.context } })
  })
  return {
    ...result,
    id: check.id,
    element: own.element,
    element_name: own.thing?.name ?? null,
    part: own.part,
    context: { ...own.context },
    replaced: own.replaced.map(({ dimension, by, over, value: stated, replaced }) => ({
      field: dimension,
      label: kb.book.dimensions.byId.get(dimension)?.label ?? dimension,
      by,
      value: valueLabel(kb, dimension, stated),
      over,
      replaced: valueLabel(kb, dimension, replaced),
    })),
  }
}
