import { type Branch, branchesOf, decisive, readingBy, universe } from './branches.ts'
import { type Dimensions, type Known, passes } from './condition.ts'
import { type Exact, exactText } from './decimal.ts'
import { type Bound, type Limits, type LoadedRule, limitsOf } from './limit.ts'
import { mergedCases } from './merged-cases.ts'

/** The values of a dimension that a rule cannot tell apart: some of a list, or an interval. */
export type Group =
  | { readonly kind: 'values'; readonly values: readonly (Exact | string)[] }
  | { readonly kind: 'interval'; readonly from: End | undefined; readonly to: End | undefined }

interface End {
  readonly value: Exact
  readonly isIncluded: boolean
}

/** What a rule says in one case: its bounds, or none where it does not bind. */
export interface RuleCase {
  readonly when: ReadonlyMap<string, Group>
  readonly bounds: readonly Bound[] | undefined
}

/** What unknown data may make of a rule. */
export interface Cases {
  /** The data on which the outcome hangs; empty if it is the same in every case. */
  readonly needs: readonly string[]
  /** The outcome if it is the same in every case. */
  readonly only: Pick<RuleCase, 'bounds'> | undefined
  /** The cases, worked out when they are first asked for; undefined where they cannot be listed. */
  list(): readonly RuleCase[] | undefined
}

/** Most rounds in which a case shows that further data are missing. */
const mostRounds = 4
/** Most cases that are listed. */
const mostCases = 40

/** The cases of a rule that lacks data, one for each outcome of the data that decide. `known` may have no more than what the rule reads. */
export function casesOf(loaded: LoadedRule, known: Known, missing: readonly string[], dimensions: Dimensions): Cases {
  let unknown = [...missing]
  for (let round = 0; round < mostRounds; round++) {
    const branches = branchesOf([loaded], unknown, dimensions)
    if (branches === undefined) return notListed(unknown)
    const limits = limitsIn(loaded, known, branches, dimensions)
    const further = limits.flatMap((one) => (one.kind === 'missing' ? one.dimensions : [])).filter((name) => !unknown.includes(name))
    if (further.length > 0) unknown = [...new Set([...unknown, ...further])]
    else if (limits.some(({ kind }) => kind === 'missing')) return notListed(unknown)
    else return decided(loaded, known, { branches, limits }, dimensions)
  }
  return notListed(unknown)
}

interface Tried {
  readonly branches: readonly Branch[]
  readonly limits: readonly Limits[]
}

function notListed(needs: readonly string[]): Cases {
  return { needs, only: undefined, list: () => undefined }
}

function limitsIn(loaded: LoadedRule, known: Known, branches: readonly Branch[], dimensions: Dimensions): Limits[] {
  const told = new Map(known)
  // Every branch has the same dimensions, so each overwrites the one before.
  return branches.map((branch) => {
    for (const [name, value] of branch) told.set(name, value)
    return limitsOf(loaded, told, dimensions)
  })
}

function decided(loaded: LoadedRule, known: Known, { branches, limits }: Tried, dimensions: Dimensions): Cases {
  const needs = decisive(branches, limits.map(outcomeText))
  const [first] = limits
  const only = needs.length > 0 || first === undefined ? undefined : { bounds: first.kind === 'bounds' ? first.bounds : undefined }
  const unknown = [...(branches[0]?.keys() ?? [])]
  // Kept for every rule, what was tried would fill the memory.
  const tryAgain = (): readonly RuleCase[] | undefined => {
    const again = branchesOf([loaded], unknown, dimensions) ?? []
    return listed(loaded, { branches: again, limits: limitsIn(loaded, known, again, dimensions) }, needs, dimensions)
  }
  let made: { readonly cases: readonly RuleCase[] | undefined } | undefined
  return {
    needs,
    only,
    list() {
      made ??= { cases: tryAgain() }
      return made.cases
    },
  }
}

function listed(loaded: LoadedRule, { branches, limits }: Tried, needs: readonly string[], dimensions: Dimensions): readonly RuleCase[] | undefined {
  const groups = groupsOf(loaded, dimensions)
  const seen = new Set<string>()
  const cases = branches.flatMap((branch, index): RuleCase[] => {
    const key = needs.map((name) => String(branch.get(name))).join('\n')
    const found = limits[index]
    if (found === undefined || seen.has(key)) return []
    seen.add(key)
    const bounds = found.kind === 'bounds' ? found.bounds : undefined
    // Where the rule does not bind, one interval stands for all: nobody is shown them.
    const most = bounds === undefined ? 1 : Number.POSITIVE_INFINITY
    const whens = needs.reduce<readonly ReadonlyMap<string, Group>[]>(
      (all, name) =>
        all.flatMap((when) =>
          groups
            .of(name, branch.get(name) ?? '')
            .slice(0, most)
            .map((group) => new Map(when).set(name, group)),
        ),
      [new Map()],
    )
    return whens.map((when) => ({ when, bounds }))
  })
  const merged = mergedCases(cases, ({ bounds }) => (bounds === undefined ? '' : boundsKey(bounds)))
  return merged.length > mostCases ? undefined : merged
}

/** Tells outcomes apart: `min 0.9`, or nothing where the rule does not bind. */
function outcomeText(limits: Limits): string {
  return limits.kind === 'bounds' ? boundsKey(limits.bounds) : ''
}

function boundsKey(bounds: readonly Bound[]): string {
  return bounds.map(({ side, limit, strict }) => `${side} ${strict} ${typeof limit === 'string' ? limit : exactText(limit)}`).join(';')
}

/** The groups of a rule, each made once. */
function groupsOf(loaded: LoadedRule, dimensions: Dimensions): { of(name: string, value: Exact | string): readonly Group[] } {
  const made = new Map<string, readonly Group[]>()
  return {
    of(name, value) {
      const key = `${name}=${String(value)}`
      const groups = made.get(key) ?? groupsAlike(loaded, name, value, dimensions)
      made.set(key, groups)
      return groups
    },
  }
}

/** All values that a rule cannot tell from one. Numbers may be in several intervals: below and above one that the rule names. */
function groupsAlike(loaded: LoadedRule, name: string, value: Exact | string, dimensions: Dimensions): readonly Group[] {
  const dimension = dimensions.byId.get(name)
  const { tests } = readingBy(loaded, name)
  const all = dimension === undefined ? undefined : universe(dimension, tests)
  if (all === undefined || tests.length === 0) return [{ kind: 'values', values: [value] }]
  const answers = (one: Exact | string): string => tests.map((test) => (passes(test, one, name, dimensions) ? '1' : '0')).join('')
  const own = answers(value)
  if (typeof value === 'string') return [{ kind: 'values', values: all.filter((one) => answers(one) === own) }]
  const numbers = all.filter((one): one is Exact => typeof one !== 'string')
  const ends = tests.flatMap((test) => (test.kind === 'interval' ? [test.lt, test.lte, test.gt, test.gte].flatMap((end) => end ?? []) : test.numbers))
  return intervalsOf(
    numbers,
    (one) => answers(one) === own,
    (one) => ends.some((end) => end.equals(one)),
  )
}

/** The runs of numbers that are alike. Between two that the tests name, a number stands for all between them. */
function intervalsOf(numbers: readonly Exact[], isAlike: (one: Exact) => boolean, isEnd: (one: Exact) => boolean): Group[] {
  const end = (index: number, beyond: number): End | undefined => {
    const [own, next] = [numbers[index], numbers[beyond]]
    if (own === undefined || next === undefined) return undefined
    return isEnd(own) ? { value: own, isIncluded: true } : { value: next, isIncluded: false }
  }
  const alike = numbers.map(isAlike)
  return alike.flatMap((isIn, first): Group[] => {
    if (!isIn || alike[first - 1] === true) return []
    const beyond = alike.indexOf(false, first)
    const last = beyond < 0 ? numbers.length - 1 : beyond - 1
    return [{ kind: 'interval', from: end(first, first - 1), to: end(last, last + 1) }]
  })
}
