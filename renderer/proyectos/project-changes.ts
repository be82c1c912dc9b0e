import { newCheck, type Project } from './project.ts'

/** The project with a copy of each named check right after it. */
export function withCopies(project: Project, ids: ReadonlySet<string>): Project {
  const checks = (project.checks ?? []).flatMap((check) => {
    const { id, ...copied } = check
    return ids.has(id) ? [check, newCheck(copied)] : [check]
  })
  return { ...project, checks }
}

/** The project without the named checks. */
export function withoutChecks(project: Project, ids: ReadonlySet<string>): Project {
  return { ...project, checks: (project.checks ?? []).filter(({ id }) => !ids.has(id)) }
}

/** The project with the same conditions stated by each of the named checks; a condition with empty text is taken from them. */
export function withSameConditions(project: Project, ids: ReadonlySet<string>, stated: Readonly<Record<string, string | number | boolean>>): Project {
  const checks = (project.checks ?? []).map((check) => {
    if (!ids.has(check.id)) return check
    const context = Object.fromEntries(Object.entries({ ...check.context, ...stated }).filter(([, value]) => value !== ''))
    return { ...check, context }
  })
  return { ...project, checks }
}
