import type { FichaCheck } from './model.ts'

/** A notice or an assumption that several checks have, with the name by which they refer to it. */
export interface SharedNotice {
  readonly name: string
  readonly text: string
}

/** The checks, where each notice and assumption that several of them have is replaced by its name, and those notices in the order in which they first appear. */
export function withSharedNotices(checks: readonly FichaCheck[]): {
  readonly checks: readonly FichaCheck[]
  readonly shared: readonly SharedNotice[]
} {
  const assumptions = shared(
    'S',
    checks.map((check) => check.assumptions),
  )
  const warnings = shared(
    'A',
    checks.map((check) => check.warnings),
  )
  return {
    checks: checks.map((check) => ({
      ...check,
      assumptions: referring(check.assumptions, assumptions),
      warnings: referring(check.warnings, warnings),
    })),
    shared: [...assumptions, ...warnings].map(([text, name]) => ({ name, text })),
  }
}

function shared(letter: string, lists: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const list of lists) for (const text of new Set(list)) counts.set(text, (counts.get(text) ?? 0) + 1)
  const repeated = [...counts].filter(([, count]) => count > 1).map(([text]) => text)
  return new Map(repeated.map((text, index) => [text, `${letter}${index + 1}`]))
}

function referring(texts: readonly string[], names: ReadonlyMap<string, string>): string[] {
  const own = texts.filter((text) => !names.has(text))
  const references = [...new Set(texts.flatMap((text) => names.get(text) ?? []))]
  return references.length === 0 ? own : [...own, `${references.length === 1 ? 'Véase' : 'Véanse'} ${references.join(', ')}, en «${sharedTitle}».`]
}

/** The heading under which shared notices are printed. */
export const sharedTitle = 'Supuestos y avisos de varias comprobaciones'
