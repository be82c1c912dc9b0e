import type { Dimensions } from '../engine/condition.ts'
import { type ContextInput, isSameValue, overridden, readContext } from '../engine/context.ts'
import type { Exact } from '../engine/decimal.ts'
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

/** Throws `contradiction` if a check states of its element something else than the element does: the same thing cannot be both. */
export function rejectContradiction({ replaced, thing }: ProjectCase, kb: KnowledgeBase): void {
  const wrong = replaced.filter(({ by, over }) => by === 'check' && over === 'element')
  if (wrong.length === 0) return
  const name = quoted(thing?.name ?? '')
  const errors = wrong.map(({ dimension, value, replaced: other }) => {
    const field = kb.book.dimensions.byId.get(dimension)?.label ?? dimension
    const [own, before] = [valueLabel(kb, dimension, value), valueLabel(kb, dimension, other)]
    return {
      pointer: `/context/${dimension}`,
      code: 'contradicts',
      detail: {
        es: `«${field}» es «${before}» en «${name}» y «${own}» en la comprobación: no pueden darse a la vez; corrija uno`,
        en: `"${field}" is "${before}" in "${name}" and "${own}" in the check: they cannot both hold; correct one`,
      },
    }
  })
  const list = (language: 'es' | 'en'): string => errors.map(({ detail }) => detail[language]).join('; ')
  throw new ServiceError('contradiction', { es: list('es'), en: list('en') }, { errors })
}
