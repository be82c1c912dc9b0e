import type { LoadedRule } from '../engine/limit.ts'
import type { KnowledgeBase } from '../kb/open.ts'

/**
 * Says which norms of a community may also limit what these rules limit and are not held, in Spanish: a verdict then speaks for the State alone.
 * `community` is its INE code; null, where the place is wider than one, gives none.
 */
export function regionalWarnings(kb: KnowledgeBase, rules: readonly LoadedRule[], community: string | null, asOf: string): string[] {
  if (community === null) return []
  const matters = new Set(rules.flatMap((loaded) => mattersOf(kb, loaded)))
  const name = kb.geography.communities.find(({ code }) => code === community)?.name ?? community
  const norms = kb.geography
    .regulationsOf(community)
    .filter(({ slug, rige, entrada_en_vigor, fecha }) => rige !== 'no' && !kb.book.documents.has(slug) && (entrada_en_vigor ?? fecha ?? '') <= asOf)
  return [...matters].flatMap((matter) => {
    const missing = norms.filter(({ materia }) => materia.includes(matter)).map(({ tipo, numero }) => `${tipo} ${numero}`)
    return missing.length === 0
      ? []
      : [`En ${name} hay normativa autonómica de ${matter} que esta base no contiene y que puede exigir más: ${[...new Set(missing)].join('; ')}`]
  })
}

function mattersOf({ book }: KnowledgeBase, { document, rule }: LoadedRule): string[] {
  const isBelow = (section: string): boolean =>
    rule.cite.section === section || (/^[-.]/.test(rule.cite.section.slice(section.length)) && rule.cite.section.startsWith(section))
  return (book.documents.get(document)?.regionalMatters ?? [])
    .filter(({ sections }) => sections.length === 0 || sections.some(isBelow))
    .map(({ matter }) => matter)
}
