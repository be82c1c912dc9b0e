import type { Outputs } from '../api.ts'

export type Section = Outputs['getDocument']['sections'][number]

/**
 * The sections of one edition in reading order, each once and with the number and title that it has there, out of all wordings of a document.
 * The section that is being read is among them, even where the edition has none of that name.
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

/** The sections that stand right under another one, or at the top where it is null. One whose own parent the edition lacks stands at the top. */
export function childrenOf(sections: readonly Section[], parent: string | null): Section[] {
  const known = new Set(sections.map((one) => one.section))
  return sections.filter((one) => {
    const own = one.parent === null || one.parent === one.section || !known.has(one.parent) ? null : one.parent
    return own === parent
  })
}
