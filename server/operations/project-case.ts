import type { Dimensions } from '../engine/condition.ts'
import { type ContextInput, isSameValue, overridden, readContext } from '../engine/context.ts'
import type { Exact } from '../engine/decimal.ts'
import { withImplied } from '../engine/implied.ts'
import type { Element } from '../engine/schema.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { ProjectElement } from './project-element.ts'
import type { CheckedBuilding, ProjectCheck } from './project-schema.ts'
import { valueLabel } from './value-label.ts'

/** Where a datum of a check is stated; the later one wins. */
export const levels = ['project', 'part', 'element', 'check'] as const
export type Level = (typeof levels)[number]

/** A datum that a narrower level states otherwise than a wider one. */
interface Replaced {
  readonly dimension: string
  readonly by: Level
  readonly over: Level
  readonly value: Exact | string
  readonly replaced: Exact | string
}

/** A check with all that it inherits from its project. */
export interface ProjectCase {
  /** The element of the vocabulary. */
  readonly element: string
  /** The element of the project, if the check names one. */
  readonly thing: ProjectElement | undefined
  /** The name of the part of the building; empty text: the building. */
  readonly part: string
  readonly context: ContextInput
  /** The level that states each dimension. */
  readonly statedBy: ReadonlyMap<string, Level>
  readonly replaced: readonly Replaced[]
}

type Building = Pick<CheckedBuilding, 'context' | 'parts' | 'elements'>

/** What a check of a project is about. Data are inherited: those of the check win over those of its element, these over those of the part, these over those of the project. */
export function caseOf(building: Building, check: ProjectCheck, dimensions: Dimensions): ProjectCase {
  const thing = building.elements.find(({ id }) => id === check.element_id)
  const part = check.part ?? thing?.part ?? ''
  const contexts: Readonly<Record<Level, ContextInput>> = {
    project: building.context,
    part: building.parts.find(({ name }) => name === part)?.context ?? {},
    element: thing?.context ?? {},
    check: check.context,
  }
  const statedBy = new Map<string, Level>()
  const known = new Map<string, Exact | string>()
  const replaced: Replaced[] = []
  for (const level of levels)
    for (const [dimension, value] of readContext(contexts[level], dimensions).known) {
      const [before, over] = [known.get(dimension), statedBy.get(dimension)]
      if (before !== undefined && over !== undefined && !isSameValue(before, value))
        replaced.push({ dimension, by: level, over, value, replaced: before })
      known.set(dimension, value)
      statedBy.set(dimension, level)
    }
  const context = levels.reduce<ContextInput>((whole, level) => overridden(whole, contexts[level], dimensions), {})
  return { element: check.element === '' ? (thing?.type ?? '') : check.element, thing, part, context, statedBy, replaced }
}

/**
 * Throws `contradiction` if a check states of its element something else than the element does, since the same thing cannot be both, or if data of
 * different levels cannot hold together. The error says which level states what.
 */
export function rejectContradiction(own: ProjectCase, kb: KnowledgeBase): void {
  const { replaced, thing } = own
  const twice = replaced
    .filter(({ by, over }) => by === 'check' && over === 'element')
    .map(({ dimension, value, replaced: other }) => {
      const field = kb.book.dimensions.byId.get(dimension)?.label ?? dimension
      const [said, before] = [valueLabel(kb, dimension, value), valueLabel(kb, dimension, other)]
      const name = quoted(thing?.name ?? '')
      return fieldError(dimension, {
        es: `«${field}» es «${before}» en «${name}» y «${said}» en la comprobación: no pueden darse a la vez; corrija uno`,
        en: `"${field}" is "${before}" in "${name}" and "${said}" in the check: they cannot both hold; correct one`,
      })
    })
  const errors = twice.length > 0 ? twice : acrossLevels(own, kb)
  if (errors.length === 0) return
  const list = (language: 'es' | 'en'): string => errors.map(({ detail }) => detail[language]).join('; ')
  throw new ServiceError('contradiction', { es: list('es'), en: list('en') }, { errors })
}

function fieldError(dimension: string, detail: { readonly es: string; readonly en: string }) {
  return { pointer: `/context/${dimension}`, code: 'contradicts', detail }
}

/** What data of different levels imply against each other, whatever the element. */
function acrossLevels(own: ProjectCase, kb: KnowledgeBase): ReturnType<typeof fieldError>[] {
  const { context, statedBy } = own
  const { dimensions } = kb.book
  const read = readContext(context, dimensions)
  if (read.errors.length > 0) return []
  const idOf = (field: string): string => dimensions.named(field)?.id ?? field
  return withImplied(read, { element: noElement, name: '', sets: new Map() }, kb.book).errors.flatMap(({ field, sides = [] }) => {
    const told = sides.map((side) => ({ id: idOf(side.field), level: statedBy.get(idOf(side.field)) }))
    if (new Set(told.map(({ level }) => level)).size < 2) return []
    const text = (language: 'es' | 'en'): string =>
      told
        .map(({ id, level = 'project' }) => {
          const said = `${dimensions.byId.get(id)?.label ?? id}: ${valueLabel(kb, id, read.known.get(id))}`
          return language === 'es' ? `«${said}» (${namesOfLevel(level, own).es})` : `"${said}" (${namesOfLevel(level, own).en})`
        })
        .join(language === 'es' ? ' y ' : ' and ')
    return [
      fieldError(idOf(field), {
        es: `${text('es')} no pueden darse a la vez; corrija uno`,
        en: `${text('en')} cannot both hold; correct one`,
      }),
    ]
  })
}

function namesOfLevel(level: Level, { thing, part }: ProjectCase): { readonly es: string; readonly en: string } {
  switch (level) {
    case 'project':
      return { es: 'el proyecto', en: 'the project' }
    case 'part':
      return { es: `la parte «${quoted(part)}»`, en: `the part "${quoted(part)}"` }
    case 'element':
      return { es: `«${quoted(thing?.name ?? '')}»`, en: `"${quoted(thing?.name ?? '')}"` }
    case 'check':
      return { es: 'la comprobación', en: 'the check' }
    default:
      return level satisfies never
  }
}

const noElement: Element = { id: '', label: '', aliases: [], also: [] }
