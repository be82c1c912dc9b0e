import type { Book } from '../engine/book.ts'
import { boundsText } from '../engine/bounds-text.ts'
import { overridden } from '../engine/context.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Requirement, Thing } from '../engine/requirements.ts'
import { meantElements, resolveTerms } from '../engine/terms.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { ProjectElement } from './project-element.ts'
import type { CheckedBuilding } from './project-schema.ts'

/** A check as far as it tells which requirements it is on. */
export interface NamedCheck {
  readonly id: string
  readonly element: string
  readonly element_id?: string | undefined
  readonly part?: string | undefined
  readonly parameter: string
}

/** The checks on a requirement, and where it asks for one and has none. */
export interface Coverage {
  readonly checks: readonly string[]
  readonly unchecked: readonly { readonly part: string; readonly element_id: string | null }[]
}

interface Checked {
  readonly elements: readonly ProjectElement[]
  readonly checks: readonly NamedCheck[]
}

/** The things of a building for the engine: the elements of its project that state data of their own, with those of their part. */
export function thingsOf({ book }: KnowledgeBase, { elements, parts }: Pick<CheckedBuilding, 'elements' | 'parts'>): Thing[] {
  return elements.flatMap(({ id, name, type, part, context }) => {
    if (Object.keys(context).length === 0) return []
    const outer = parts.find((one) => one.name === part)?.context ?? {}
    return [{ id, name, kinds: kindsOf(book, type), context: overridden(outer, context, book.dimensions) }]
  })
}

/**
 * Tells which checks of a project are on a requirement. Each element of the project that it binds needs a check of its own. Where a part of the building
 * has no such element, the part needs one; a check of the building stands for the parts of which the same is asked.
 */
export function coverageIn({ book }: KnowledgeBase, { elements, checks }: Checked): (requirement: Requirement) => Coverage {
  const placed = elements.map(({ id, type, part = '', context }) => ({
    id,
    type,
    part,
    isOwn: Object.keys(context).length > 0,
    kinds: kindsOf(book, type),
  }))
  const byId = new Map(elements.map((one) => [one.id, one]))
  const located = checks.map((check) => {
    const own = byId.get(check.element_id ?? '')
    const rules = rulesOn(book, check.element || (own?.type ?? ''), check.parameter)
    return {
      id: check.id,
      type: check.element === '' ? own?.type : undefined,
      element_id: check.element_id ?? null,
      part: check.part ?? own?.part ?? '',
      rules,
    }
  })
  return ({ loaded, outcomes }) => {
    const mine = located.filter(({ rules }) => rules.has(loaded.rule))
    // A rule may also bind by reference: then the elements of the kind that a check is on are meant.
    const types = new Set(mine.map(({ type }) => type))
    const bound = placed.filter(({ kinds, type }) => types.has(type) || loaded.rule.element.some((id) => kinds.has(id)))
    const places = groupsOf(outcomes, loaded.rule.unit).flatMap(({ parts, things }): Place[] => {
      const asked = bound.filter(({ id, part, isOwn }) => (isOwn ? things.includes(id) : parts.includes(part)))
      const ofElements = asked.map(({ id, part }) => ({ part, element_id: id, checks: mine.filter(({ element_id }) => element_id === id) }))
      if (bound.some(({ part }) => parts.includes(part))) return ofElements
      const ofBuilding = parts.includes('') ? mine.filter(({ part }) => part === '') : []
      const checksIn = (part: string) => (ofBuilding.length > 0 ? ofBuilding : mine.filter((one) => one.part === part))
      return [...ofElements, ...parts.map((part) => ({ part, element_id: null, checks: checksIn(part) }))]
    })
    return {
      checks: [...new Set(places.flatMap((place) => place.checks.map(({ id }) => id)))],
      unchecked: places.flatMap(({ part, element_id, checks: own }) => (own.length > 0 ? [] : [{ part, element_id }])),
    }
  }
}

interface Place {
  readonly part: string
  readonly element_id: string | null
  readonly checks: readonly { readonly id: string }[]
}

/** The parts and things of which a rule asks something, those of which it asks the same together. */
function groupsOf(
  outcomes: Requirement['outcomes'],
  unit: string,
): readonly { readonly parts: readonly string[]; readonly things: readonly string[] }[] {
  const groups = new Map<string, { readonly parts: string[]; readonly things: string[] }>()
  for (const { parts, things, outcome } of outcomes) {
    if (outcome.standing !== 'applies' && outcome.standing !== 'depends') continue
    const key = JSON.stringify([outcome.standing, boundsText(outcome.bounds, unit), outcome.needs])
    const group = groups.get(key) ?? { parts: [], things: [] }
    group.parts.push(...parts)
    group.things.push(...things)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** The elements of the vocabulary whose rules bind what a name means. */
function kindsOf(book: Book, type: string): ReadonlySet<string> {
  return new Set(meantElements(book, type).flatMap((one) => book.elements.boundBy(one.id)))
}

/** The rules on the pair that a check names, without those that bind it only under the condition of a link. */
function rulesOn(book: Book, element: string, parameter: string): ReadonlySet<LoadedRule['rule']> {
  const terms = resolveTerms(book, { element, parameter })
  return new Set('kind' in terms ? [] : terms.rules.filter(({ linked }) => linked === undefined).map(({ rule }) => rule))
}

/** How many requirements have a check everywhere they ask for one, and how many only somewhere. */
export interface Covered {
  readonly checked: number
  readonly partly: number
}

/** Counts the limits that apply or depend on data by their checks. */
export function coveredAmong(requirements: readonly Requirement[], coverage: (requirement: Requirement) => Coverage): Covered {
  const counts = { checked: 0, partly: 0 }
  for (const one of requirements) {
    const standing = one.outcomes[0]?.outcome.standing
    if (one.loaded.rule.kind !== 'limit' || (standing !== 'applies' && standing !== 'depends')) continue
    const { checks, unchecked } = coverage(one)
    if (checks.length > 0) counts[unchecked.length === 0 ? 'checked' : 'partly']++
  }
  return counts
}
