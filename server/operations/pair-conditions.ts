import { z } from 'zod'
import { askedExemptions, askedProhibitions } from '../engine/branches.ts'
import { holds, type Known } from '../engine/condition.ts'
import { defaultOf, mayBeGiven, readContext } from '../engine/context.ts'
import { isDeciding } from '../engine/deciding.ts'
import type { Exact } from '../engine/decimal.ts'
import { withImplied } from '../engine/implied.ts'
import { type LoadedRule, limitsOf } from '../engine/limit.ts'
import type { Dimension } from '../engine/schema.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { conditionField, conditionOf } from './condition.ts'
import { isInForce, type Pair } from './pair.ts'
import { valueLabel } from './value-label.ts'

const settled = z.object({ value: z.string(), label: z.string() })

/** A condition that rules of a pair use. */
export const pairCondition = conditionField.extend({
  source: z
    .enum(['context', 'place', 'element'])
    .meta({ description: '`context`: the request states it; `place`: follows from `geo_id`; `element`: the element fixes it' }),
  may_state: z.boolean().meta({ description: 'True if `context` may have it, also where the place has a value of its own' }),
  needed: z.boolean().meta({ description: 'True if verify may ask for it: some rule in force cannot be decided without it' }),
  fixed: settled.optional().meta({ description: 'The value that the element has by definition' }),
  default: settled.optional().meta({ description: 'The value that is taken if the request is silent' }),
  assumed: z.array(settled).optional().meta({ description: 'Values that single rules take if the request is silent' }),
})

/** The conditions that rules of a pair use: needed ones first, then those that may be stated, in the order of the rules. */
export function pairConditions(pair: Pair, kb: KnowledgeBase): z.input<typeof pairCondition>[] {
  const fixed = impliedBy(pair, kb)
  const needed = neededBy(pair, kb)
  const all = [...dimensionsOfPair(pair)].flatMap((name) => {
    const dimension = kb.book.dimensions.byId.get(name)
    return dimension === undefined ? [] : [described(dimension, { fixed: fixed.get(name), isNeeded: needed.has(name) }, pair, kb)]
  })
  const rank = (one: z.input<typeof pairCondition>): number => (one.needed ? 0 : one.source === 'context' ? 1 : one.may_state ? 2 : 3)
  return all.sort((left, right) => rank(left) - rank(right))
}

/** Every dimension that a rule of a pair, its link or the scope of its document reads. */
function dimensionsOfPair({ telling }: Pair): ReadonlySet<string> {
  return new Set(telling.flatMap(({ uses, outside }) => [...uses, ...outside.flatMap(({ when }) => Object.keys(when))]))
}

/** What follows from the name of the element alone. */
function impliedBy({ element, name }: Pair, { book }: KnowledgeBase): Known {
  return withImplied(readContext({}, book.dimensions), { element, name, sets: new Map() }, book).known
}

function described(
  dimension: Dimension,
  { fixed, isNeeded }: { readonly fixed: Exact | string | undefined; readonly isNeeded: boolean },
  { telling }: Pair,
  kb: KnowledgeBase,
): z.input<typeof pairCondition> {
  const { id } = dimension
  const told = (value: Exact | string) => ({ value: String(value), label: valueLabel(kb, id, value) })
  const mayState = mayBeGiven(dimension)
  const { allowed, ...field } = conditionOf(dimension)
  const fallback = defaultOf(dimension)
  const assumed = [...new Set(telling.flatMap(({ rule }) => rule.assume[id] ?? []))]
  return {
    ...field,
    // A place has hundreds of values that nobody states.
    ...(mayState ? { allowed } : {}),
    source: fixed !== undefined ? 'element' : dimension.source,
    may_state: mayState,
    needed: isNeeded,
    ...(fixed === undefined ? {} : { fixed: told(fixed) }),
    ...(fallback === undefined || fixed !== undefined ? {} : { default: told(fallback) }),
    ...(assumed.length === 0 || fixed !== undefined || fallback !== undefined ? {} : { assumed: assumed.map(told) }),
  }
}

/** The conditions without which some rule in force cannot be decided, given what the place and the element settle. */
function neededBy(pair: Pair, kb: KnowledgeBase): ReadonlySet<string> {
  const { dimensions } = kb.book
  const day = pair.asOf ?? kb.meta.referenceDate
  const rules = pair.rules.filter((loaded) => isDeciding(loaded.rule) && isInForce(loaded, day, kb))
  const known = new Map<string, Exact | string>([...(pair.place?.facts.known ?? []), ...impliedBy(pair, kb)])
  for (const name of dimensionsOfPair(pair)) {
    const dimension = dimensions.byId.get(name)
    const fallback = dimension === undefined || known.has(name) ? undefined : defaultOf(dimension)
    if (fallback !== undefined) known.set(name, fallback)
  }
  const isStated = (name: string): boolean => {
    const dimension = dimensions.byId.get(name)
    return dimension !== undefined && (dimension.source === 'context' || (pair.place !== undefined && mayBeGiven(dimension)))
  }
  return new Set(bindingOf(rules, known, kb).flatMap((loaded) => missingOf(loaded, known, kb).filter(isStated)))
}

/** The rules that bind by the element's own name; those of its conditional links if there are no others, as verify has it. */
function bindingOf(rules: readonly LoadedRule[], known: Known, { book }: KnowledgeBase): readonly LoadedRule[] {
  const state = ({ linked }: LoadedRule) => (linked === undefined ? true : holds(linked, known, book.dimensions).result)
  const own = rules.filter((loaded) => state(loaded) === true)
  if (own.length > 0) return own
  return rules
    .filter((loaded) => state(loaded) === 'unknown')
    .map((loaded) => ({ ...loaded, rule: { ...loaded.rule, when: { ...loaded.linked, ...loaded.rule.when } } }))
}

function missingOf(loaded: LoadedRule, known: Known, { book: { dimensions } }: KnowledgeBase): readonly string[] {
  const limits = limitsOf(loaded, known, dimensions)
  if (limits.kind === 'not-bound') return []
  const missing = limits.kind === 'missing' ? limits.dimensions : []
  return [...missing, ...askedExemptions(loaded, known, new Set(missing), dimensions), ...askedProhibitions(loaded, known, dimensions)]
}
