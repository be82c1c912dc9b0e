import { sectionIn } from '../engine/book.ts'
import { type Requirement, type Requirements, requirementsOf } from '../engine/requirements.ts'
import type { Ficha } from '../ficha/model.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { codeOrder } from './code-order.ts'
import { buildingOf } from './list-requirements.ts'
import type { ProjectDocument } from './project-schema.ts'
import { coverageIn } from './requirement-coverage.ts'

type Coverage = Ficha['requirements'][number]
type Row = Coverage & { readonly slug: string }

/** The requirements of the building of a project by document, in the order of the code, with how many have a check and where the others are. None where its data contradict each other. */
export function fichaRequirements(kb: KnowledgeBase, project: ProjectDocument): Ficha['requirements'] {
  const { geo_id, context, parts, absent, as_of, checks, elements } = project
  // Without checks or data of the building there is nothing to compare.
  if (checks.length === 0 || Object.keys(context).length === 0) return []
  const known = absent.filter((id) => kb.book.elements.byId.has(id))
  const found = requirementsOf(kb.book, buildingOf(kb, { geo_id, context, parts, elements, absent: known, as_of, codes: [] }))
  if ('errors' in found) return []
  const coverage = coverageIn(kb, { elements, checks })
  const isChecked = (one: Requirement): boolean => {
    const { checks: own, unchecked } = coverage(one)
    return own.length > 0 && unchecked.length === 0
  }
  const asked = found.requirements.filter(({ loaded, outcomes }) => loaded.rule.kind === 'limit' && isAsked(outcomes[0]?.outcome.standing))
  const byDocument = Map.groupBy(asked.toSorted(byPlace(kb)), ({ loaded }) => loaded.document)
  return shortened(
    kb,
    [...byDocument].map(([slug, own]) => rowOf(kb, found, { slug, own, isChecked })),
  )
}

function isAsked(standing: Requirement['outcomes'][number]['outcome']['standing'] | undefined): boolean {
  return standing === 'applies' || standing === 'depends'
}

function byPlace(kb: KnowledgeBase): (left: Requirement, right: Requirement) => number {
  const compare = codeOrder(kb.book)
  const placeOf = ({ loaded: { document, rule } }: Requirement) => ({ document, section: rule.cite.section })
  return (left, right) => compare(placeOf(left), placeOf(right))
}

function rowOf(
  { book }: KnowledgeBase,
  { editions }: Requirements,
  { slug, own, isChecked }: { readonly slug: string; readonly own: readonly Requirement[]; readonly isChecked: (one: Requirement) => boolean },
): Row {
  const version = editions.get(slug)?.version ?? ''
  const open = own.filter((one) => !isChecked(one))
  const sections = [...Map.groupBy(open, ({ loaded }) => loaded.rule.cite.section)]
  const applies = own.filter(({ outcomes }) => outcomes[0]?.outcome.standing === 'applies').length
  return {
    slug,
    document: book.documents.get(slug)?.title ?? slug,
    version,
    applies,
    depends: own.length - applies,
    checked: own.length - open.length,
    open: sections.map(([section, left]) => {
      const known = sectionIn(book, slug, section, version)
      return { section: known?.number ?? section, title: known?.title ?? '', count: left.length }
    }),
  }
}

/** The documents of the building code and those that a check is on, each in a row; the others together. */
function shortened({ book }: KnowledgeBase, rows: readonly Row[]): Ficha['requirements'] {
  const isOwn = ({ slug, checked }: Row): boolean => checked > 0 || book.documents.get(slug)?.collection === 'cte'
  const own = rows.filter(isOwn).map(({ slug: _slug, ...row }) => row)
  const others = rows.filter((row) => !isOwn(row))
  if (others.length === 0) return own
  const sum = (of: (row: Row) => number): number => others.reduce((total, row) => total + of(row), 0)
  const rest = {
    document: `Las demás normas en vigor: ${others.length}`,
    version: '',
    applies: sum(({ applies }) => applies),
    depends: sum(({ depends }) => depends),
    checked: 0,
    open: [],
  }
  return [...own, rest]
}
