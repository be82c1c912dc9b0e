import type { Outputs } from '../api.ts'

export type Section = Outputs['getDocument']['sections'][number]

/**
 * The sections of one edition in reading order, each once, with its number and title in that edition. `wordings` are those of all editions.
 * The section being read (`read`) is included even if the edition does not have it.
 */
export function sectionsOf(wordings: readonly Section[], edition: string, read: string): Section[] {
  const held = new Set(wordings.filter((one) => one.versions.includes(edition)).map((one) => one.section))
  const shown = new Map<string, Section>()
  for (const one of wordings) {
    const isWanted = held.has(one.section) ? one.versions.includes(edition) : one.section === read
    if (isWanted && !shown.has(one.section)) shown.set(one.section, one)
  }
  return [...shown.values()]
}

/** The direct children of a section, or the top level for null. A section whose parent is not in the edition is at the top level. */
export function childrenOf(sections: readonly Section[], parent: string | null): Section[] {
  const known = new Set(sections.map((one) => one.section))
  return sections.filter((one) => {
    const own = one.parent === null || one.parent === one.section || !known.has(one.parent) ? null : one.parent
    return own === parent
  })
}
