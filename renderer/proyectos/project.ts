import { writeTypedNumber } from '../../server/engine/typed-number.ts'
import type { Inputs, Outputs } from '../api.ts'
import { addressOf } from '../verificar/check.ts'
import type { Outcome } from './use-outcomes.ts'

export type StoredProject = Outputs['getProject']
export type Project = Inputs['createProject']
export type ProjectCheck = NonNullable<Project['checks']>[number]
export type ProjectElement = NonNullable<Project['elements']>[number]

/** What the verdicts of a project's checks come from, besides the checks. */
export function buildingOf({ geo_id, as_of, context, parts, elements }: Project): Omit<Inputs['verifyProject'], 'checks'> {
  return { geo_id, context, parts, elements, ...(as_of === undefined ? {} : { as_of }) }
}

/** The element of the project that a check names. */
export function elementOf(project: Project, { element_id }: Pick<ProjectCheck, 'element_id'>): ProjectElement | undefined {
  return element_id === undefined ? undefined : (project.elements ?? []).find(({ id }) => id === element_id)
}

/** The element of the vocabulary that a check is on. */
export function typeOf(project: Project, check: ProjectCheck): string {
  const own = check.element ?? ''
  return own === '' ? (elementOf(project, check)?.type ?? '') : own
}

export type Result = 'complies' | 'fails' | 'undecided'

/** The result of a check as reports state it. */
export function resultOf(outcome: Outcome): Result {
  if (outcome.outcome === 'problem') return 'undecided'
  return outcome.verdict.is_compliant ? 'complies' : 'fails'
}

/** The address of the verify page with a check of the project and all that it inherits, as far as its outcome is known. */
export function verificarAddress(
  project: Project,
  check: ProjectCheck,
  { outcome, place }: { readonly outcome: Outcome | undefined; readonly place: string },
): string {
  return addressOf({
    place,
    element: typeOf(project, check),
    parameter: check.parameter,
    value: writeTypedNumber(check.value),
    unit: check.unit,
    date: project.as_of ?? '',
    context: writtenContext(outcome?.context ?? check.context),
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
