import { mostBytesOfChecks } from './fields.ts'
import { requirementsAnswer } from './list-requirements.ts'
import { fileOperation } from './operation.ts'
import { sheetCsv } from './requirements-csv.ts'
import { requirementsOutput, wholeRequirementsInput } from './requirements-schema.ts'

/** Makes the table of all requirements of a building, for spreadsheets. */
export const makeRequirementsTable = fileOperation({
  method: 'POST',
  path: '/api/v1/exigencias/tabla',
  mostBodyBytes: mostBytesOfChecks,
  scope: 'verify',
  tag: 'verify',
  summary: 'What applies to a building, as one table',
  description: 'The same as `/exigencias`, all of it: CSV for spreadsheets (the default) or JSON, as `Accept` says.',
  input: wholeRequirementsInput,
  output: requirementsOutput,
  files: { csv: { type: 'text/csv; charset=utf-8', name: ({ geo_context }) => `exigencias ${geo_context.name}.csv`, write: sheetCsv } },
  problems: ['unknown-municipality', 'unknown-code', 'unknown-element', 'contradiction'],
  examples: { 'db-hr': { geo_id: 'ES-09059', context: { uso: 'docente', intervencion: 'obra_nueva' }, codes: [{ slug: 'cte-db-hr' }] } },
  run({ kb }, input) {
    return requirementsAnswer(kb, { ...input, limit: undefined, cursor: undefined })
  },
})
