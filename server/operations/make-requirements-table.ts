import { z } from 'zod'
import { version } from '../config/version.ts'
import { readContext } from '../engine/context.ts'
import { requirementsPdf } from '../ficha/pdf.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { codeOrder } from './code-order.ts'
import { mostBytesOfChecks } from './fields.ts'
import { buildingOf, requirementsAnswer } from './list-requirements.ts'
import { fileOperation } from './operation.ts'
import { sheetCsv } from './requirements-csv.ts'
import { requirementsOutput, wholeRequirementsInput } from './requirements-schema.ts'
import { valueLabel } from './value-label.ts'

const input = wholeRequirementsInput.safeExtend({
  format: z.enum(['csv', 'pdf', 'json']).optional().meta({ description: 'Default: what `Accept` prefers, else csv' }),
})
const output = requirementsOutput.extend({
  stated: z
    .array(z.object({ part: z.string(), field: z.string(), label: z.string(), text: z.string() }))
    .meta({ description: 'The data that the building states; `part` is empty for those of the whole' }),
  absent_labels: z.array(z.string()).meta({ description: 'What the building does not have, in words' }),
  service_version: z.string(),
})

/** Makes the table of all requirements of a building, for spreadsheets and on paper. */
export const makeRequirementsTable = fileOperation({
  method: 'POST',
  path: '/api/v1/exigencias/tabla',
  mostBodyBytes: mostBytesOfChecks,
  scope: 'verify',
  tag: 'verify',
  summary: 'What applies to a building, as one table',
  description:
    'The same as `/exigencias`, all of it, in the order of the code: the basic documents SI, SUA, HS, HR, HE and SE first, then the rest, each by its sections. `format`, or else `Accept`, chooses CSV for spreadsheets (the default), PDF or JSON. All requirements in PDF take seconds; `codes` and `standings` make it shorter.',
  input,
  output,
  files: {
    csv: { type: 'text/csv; charset=utf-8', name: ({ geo_context }) => `exigencias ${geo_context.name}.csv`, write: sheetCsv },
    pdf: { type: 'application/pdf', name: ({ geo_context }) => `exigencias ${geo_context.name}.pdf`, write: requirementsPdf },
  },
  problems: ['unknown-municipality', 'unknown-code', 'unknown-element', 'contradiction'],
  examples: { 'db-hr': { geo_id: 'ES-09059', context: { uso: 'docente', intervencion: 'obra_nueva' }, codes: [{ slug: 'cte-db-hr' }] } },
  run({ kb }, { format: _format, ...asked }) {
    const answer = requirementsAnswer(kb, { ...asked, limit: undefined, cursor: undefined })
    const compare = codeOrder(kb.book)
    return {
      ...answer,
      documents: answer.documents.toSorted((left, right) => compare({ document: left.slug }, { document: right.slug })),
      items: answer.items.toSorted(compare),
      stated: [{ name: '', context: asked.context }, ...asked.parts].flatMap((part) => statedIn(kb, part)),
      absent_labels: buildingOf(kb, asked).absent.map((id) => kb.book.elements.byId.get(id)?.label ?? id),
      service_version: version,
    }
  },
})

/** The data of the building or of a part of it, in words. */
function statedIn(
  kb: KnowledgeBase,
  { name, context }: Pick<z.output<typeof input>['parts'][number], 'name' | 'context'>,
): z.input<typeof output>['stated'] {
  return [...readContext(context, kb.book.dimensions).known].map(([field, value]) => {
    const dimension = kb.book.dimensions.byId.get(field)
    const text = typeof value === 'string' ? valueLabel(kb, field, value) : `${valueLabel(kb, field, value)} ${dimension?.unit ?? ''}`.trim()
    return { part: name, field, label: dimension?.label ?? field, text }
  })
}
