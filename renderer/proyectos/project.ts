import { writeTypedNumber } from '../../server/engine/typed-number.ts'
import type { Inputs, Outputs } from '../api.ts'
import { addressOf } from '../verificar/check.ts'
import type { CheckInput, Outcome } from './outcomes.ts'

export type StoredProject = Outputs['getProject']
export type Project = Inputs['createProject']
export type ProjectCheck = NonNullable<Project['checks']>[number]

/** What verify is asked for each check of a project: its own conditions win over those of the building. */
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

/** What became of a check, in the three words of a report. */
export function resultOf(outcome: Outcome): Result {
  if (outcome.outcome === 'problem') return 'undecided'
  return outcome.verdict.is_compliant ? 'complies' : 'fails'
}

/** A check in Verificar, with the place of its project. */
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

/** Conditions as the fields of a form show them. */
export function writtenContext(context: ProjectCheck['context']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(context ?? {}).map(([field, value]) => [field, typeof value === 'boolean' ? String(value) : writeTypedNumber(value)]),
  )
}

/** A check with an identifier of its own, unlike any other. */
export function newCheck(check: Omit<ProjectCheck, 'id'>): ProjectCheck {
  return { id: crypto.randomUUID(), ...check }
}

/** A project with a check put in, or in the place of the one with its identifier. */
export function withCheck(project: Project, check: ProjectCheck): Project {
  const checks = project.checks ?? []
  const isKnown = checks.some(({ id }) => id === check.id)
  return { ...project, checks: isKnown ? checks.map((one) => (one.id === check.id ? check : one)) : [...checks, check] }
}

/** A project without a check. */
export function withoutCheck(project: Project, id: string): Project {
  return { ...project, checks: (project.checks ?? []).filter((one) => one.id !== id) }
}
