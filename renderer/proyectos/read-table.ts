import type { Client, Inputs, Outputs } from '../api.ts'
import { fieldErrorsOf } from '../shared/field-errors.ts'
import { buildingOf, newCheck, type Project, type ProjectCheck } from './project.ts'
import type { Outcome } from './use-outcomes.ts'

/** A row of a table as it was read: its check with what comes of it, or why it cannot enter. */
export interface ReadRow {
  readonly line: number
  readonly check: ProjectCheck | undefined
  /** Undefined for a row that could not be read. */
  readonly outcome: Outcome | undefined
  /** None if the row can enter. */
  readonly errors: readonly { readonly field: string; readonly cell?: string | undefined; readonly detail: string }[]
}

export interface ReadTable extends Omit<Outputs['readChecks'], 'rows'> {
  readonly rows: readonly ReadRow[]
}

/** What a check is wrong by itself for, whatever else is known of the building. A check that only lacks data may enter. */
const wrong = ['validation', 'unknown-element', 'unknown-parameter', 'unknown-code', 'unit-mismatch']

/** Checks in a request: as many as are quick to answer. */
const chunkSize = 100

/** Reads a table and tries each of its checks in the project, so that what is wrong is known before anything is stored. */
export async function readTable(client: Client, project: Project, table: Inputs['readChecks']): Promise<ReadTable> {
  const read = await client.readChecks.query(table)
  const rows = read.rows.map((row): ReadRow => {
    const errors = 'errors' in row && row.errors !== undefined ? row.errors : []
    const check = 'check' in row && row.check !== undefined ? newCheck(row.check) : undefined
    return { line: row.line, check, outcome: undefined, errors }
  })
  const outcomes = await outcomesOf(client, project, rows)
  return { ...read, rows: rows.map((row) => tried(row, row.check === undefined ? undefined : outcomes.get(row.check.id))) }
}

async function outcomesOf(client: Client, project: Project, rows: readonly ReadRow[]): Promise<ReadonlyMap<string, Outcome>> {
  const checks = rows.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const outcomes = new Map<string, Outcome>()
  for (let at = 0; at < checks.length; at += chunkSize) {
    const { items } = await client.verifyProject.query({ ...buildingOf(project), checks: checks.slice(at, at + chunkSize) })
    for (const item of items) outcomes.set(item.id, item)
  }
  return outcomes
}

function tried(row: ReadRow, outcome: Outcome | undefined): ReadRow {
  if (outcome?.outcome !== 'problem' || !wrong.includes(outcome.problem.code)) return { ...row, outcome }
  const { problem } = outcome
  const [detail = problem.detail] = Object.values(fieldErrorsOf({ errors: [], ...problem }))
  return { ...row, outcome, errors: [{ field: problem.code, detail: `${problem.title}: ${detail}` }] }
}
