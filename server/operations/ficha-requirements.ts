import { requirementsOf } from '../engine/requirements.ts'
import type { Ficha } from '../ficha/model.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { buildingOf } from './list-requirements.ts'
import type { ProjectDocument } from './project-schema.ts'
import { coverageIn } from './requirement-coverage.ts'

/** The requirements of the building of a project by document, with how many have a check everywhere they ask for one. None where its data contradict each other. */
export function fichaRequirements(
  kb: KnowledgeBase,
  { geo_id, context, parts, absent, as_of, checks, elements }: ProjectDocument,
): Ficha['requirements'] {
  // Without checks or data of the building there is nothing to compare.
  if (checks.length === 0 || Object.keys(context).length === 0) return []
  const known = absent.filter((id) => kb.book.elements.byId.has(id))
  const found = requirementsOf(kb.book, buildingOf(kb, { geo_id, context, parts, elements, absent: known, as_of, codes: [] }))
  if ('errors' in found) return []
  const coverage = coverageIn(kb, { elements, checks })
  const byDocument = new Map<string, Ficha['requirements'][number]>()
  for (const one of found.requirements) {
    const { loaded, outcomes } = one
    const standing = outcomes[0]?.outcome.standing
    if (loaded.rule.kind !== 'limit' || (standing !== 'applies' && standing !== 'depends')) continue
    const source = kb.book.documents.get(loaded.document)
    const version = found.editions.get(loaded.document)?.version ?? ''
    const row = byDocument.get(loaded.document) ?? { document: source?.title ?? loaded.document, version, applies: 0, depends: 0, checked: 0 }
    row[standing] += 1
    const { checks: own, unchecked } = coverage(one)
    if (own.length > 0 && unchecked.length === 0) row.checked += 1
    byDocument.set(loaded.document, row)
  }
  return shortened(kb, byDocument)
}

/** The documents of the building code and those that a check is on, each in a row; the others together. */
function shortened({ book }: KnowledgeBase, byDocument: ReadonlyMap<string, Ficha['requirements'][number]>): Ficha['requirements'] {
  const isOwn = (slug: string, { checked }: Ficha['requirements'][number]): boolean => checked > 0 || book.documents.get(slug)?.collection === 'cte'
  const own = [...byDocument].filter(([slug, row]) => isOwn(slug, row)).map(([, row]) => row)
  const others = [...byDocument].filter(([slug, row]) => !isOwn(slug, row)).map(([, row]) => row)
  if (others.length === 0) return own
  const sum = (of: (row: Ficha['requirements'][number]) => number): number => others.reduce((total, row) => total + of(row), 0)
  const rest = {
    document: `Las demás normas en vigor: ${others.length}`,
    version: '',
    applies: sum(({ applies }) => applies),
    depends: sum(({ depends }) => depends),
    checked: 0,
  }
  return [...own, rest]
}
