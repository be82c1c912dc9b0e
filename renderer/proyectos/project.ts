import { writeTypedNumber } from '../../server/engine/typed-number.ts'
import type { Inputs, Outputs } from '../api.ts'
import { addressOf } from '../verificar/check.ts'
import type { proyectosEs } from './text.es.ts'
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
    context: writtenContext(outcome?.context ?? inheritedContext(project, check)),
  })
}

/** The conditions of a check and those that it inherits, while the service has not answered. */
function inheritedContext(project: Project, check: ProjectCheck): ProjectCheck['context'] {
  const element = elementOf(project, check)
  const part = check.part ?? element?.part
  return { ...project.context, ...(project.parts ?? []).find(({ name }) => name === part)?.context, ...element?.context, ...check.context }
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

/** The checks that name an element of the project. */
export function checksOf(project: Project, { id }: Pick<ProjectElement, 'id'>): readonly ProjectCheck[] {
  return (project.checks ?? []).filter(({ element_id }) => element_id === id)
}

/** The project with the element added, or replaced if one has the same id. */
export function withElement(project: Project, element: ProjectElement): Project {
  const elements = project.elements ?? []
  const isKnown = elements.some(({ id }) => id === element.id)
  return { ...project, elements: isKnown ? elements.map((one) => (one.id === element.id ? element : one)) : [...elements, element] }
}

/** The project without an element. Its checks go with it, or stay with what they inherited from it. */
export function withoutElement(project: Project, element: ProjectElement, checks: 'keep' | 'remove'): Project {
  const elements = (project.elements ?? []).filter(({ id }) => id !== element.id)
  const left = (project.checks ?? []).flatMap((check) => {
    if (check.element_id !== element.id) return [check]
    return checks === 'remove' ? [] : [detached(check, element)]
  })
  return { ...project, elements, checks: left }
}

/** A check that no longer names its element, with the data that it inherited. */
function detached({ element_id: _left, ...check }: ProjectCheck, element: ProjectElement): ProjectCheck {
  const part = check.part ?? element.part
  const type = check.element === undefined || check.element === '' ? element.type : check.element
  return { ...check, element: type, context: { ...element.context, ...check.context }, ...(part === undefined ? {} : { part }) }
}

/** The project with other parts. Elements and checks follow a part that has another name; the service refuses to lose one that they are in. */
export function withParts(project: Project, parts: NonNullable<Project['parts']>, renamed: ReadonlyMap<string, string>): Project {
  const follow = <T extends { readonly part?: string | undefined }>(one: T): T => {
    const name = one.part === undefined ? undefined : renamed.get(one.part)
    return name === undefined ? one : { ...one, part: name }
  }
  return { ...project, parts, elements: (project.elements ?? []).map(follow), checks: (project.checks ?? []).map(follow) }
}

/** What requirements are asked with besides the building: its elements, and its checks without their values. */
export function coverageOf(project: Project): Pick<Inputs['listRequirements'], 'elements' | 'checks'> {
  const checks = (project.checks ?? []).map(({ id, element, element_id, part, parameter, codes }) => ({
    id,
    element,
    element_id,
    part,
    parameter,
    codes,
  }))
  return { elements: project.elements ?? [], checks }
}

/** The sources of the data that are still as they were: what somebody changes is typed. */
export function sourcesOf(project: Project, context: NonNullable<Project['context']>): NonNullable<Project['sources']> {
  return Object.fromEntries(
    Object.entries(project.sources ?? {}).filter(([field]) => context[field] !== undefined && context[field] === project.context?.[field]),
  )
}

/** What a check takes otherwise than a wider level says, in words; only what one level states if it is named. */
export function replacedLines(outcome: Outcome | undefined, words: typeof proyectosEs, by?: 'check'): readonly string[] {
  return (outcome?.replaced ?? [])
    .filter((one) => by === undefined || one.by === by)
    .map(({ label, value, over, replaced }) => words.replaced(label, value, words.replaces[over], replaced))
}
