import { writeTypedNumber } from '../../server/engine/typed-number.ts'
import type { Inputs, Outputs } from '../api.ts'
import { addressOf } from '../verificar/check.ts'
import type { CheckInput, Outcome } from './use-outcomes.ts'

export type StoredProject = Outputs['getProject']
export type Project = Inputs['createProject']
export type ProjectCheck = NonNullable<Project['checks']>[number]

/** The input of verify for each check of a project. Conditions of the check override those of the building. */
export function inputsOf(project: Project): CheckInput[] {
  return (project.checks ?? []).map(({ element, parameter, value, unit, codes, context }) => ({
    element,
    parameter,
    value,
    unit,
    codes: codes ?? [],
    geo_id: project.geo_id,
    context: { ...project.context, ...context },
    ...(project.as_of === undefined ? {} : { as_of: project.as_of }),
  }))
}

export type Result = 'complies' | 'fails' | 'undecided'

/** The result of a check as reports state it. */
export function resultOf(outcome: Outcome): Result {
  if (outcome.outcome === 'problem') return 'undecided'
  return outcome.verdict.is_compliant ? 'complies' : 'fails'
}

/** The address of the verify page with a check of the project. */
export function verificarAddress(project: Project, check: ProjectCheck, place: string): string {
  const context = { ...project.context, ...check.context }
  return addressOf({
    place,
    element: check.element,
    parameter: check.parameter,
    value: writeTypedNumber(check.value),
    unit: check.unit,
    date: project.as_of ?? '',
    context: writtenContext(context),
  })
}

/** Conditions as text for the fields of a form. */
export function writtenContext(context: ProjectCheck['context']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(context ?? {}).map(([field, value]) => [field, typeof value === 'boolean' ? String(value) : writeTypedNumber(value)]),
  )
}

/** A check with a new unique id. */
export function newCheck(check: Omit<ProjectCheck, 'id'>): ProjectCheck {
  return { id: crypto.randomUUID(), ...check }
}

/** The project with the check added, or replaced if one has the same id. */
export function withCheck(project: Project, check: ProjectCheck): Project {
  const checks = project.checks ?? []
  const isKnown = checks.some(({ id }) => id === check.id)
  return { ...project, checks: isKnown ? checks.map((one) => (one.id === check.id ? check : one)) : [...checks, check] }
}

/** The project without the check of that id. */
export function withoutCheck(project: Project, id: string): Project {
  return { ...project, checks: (project.checks ?? []).filter((one) => one.id !== id) }
}
