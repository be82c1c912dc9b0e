import { askedExemptions, askedProhibitions, type Branch, branchesOf, readingBy } from './branches.ts'
import { type Dimensions, holds, type Known } from './condition.ts'
import { type Limits, type LoadedRule, limitsOf, sureBounds } from './limit.ts'
import type { Case } from './verify-rules.ts'

/** What a rule is in a case whatever the value. */
export interface InCase {
  readonly limits: Limits
  /** Exceptions not settled and notices. */
  readonly notices: readonly string[]
  /** What a finding says besides: adjustments made, then `notices`. */
  readonly warnings: readonly string[]
  /** The dimensions to ask for where the value fails, and where it holds. */
  readonly asked: { readonly failing: readonly string[]; readonly holding: readonly string[] }
  /** The limits in every combination of some dimensions, by their names. */
  readonly branches: Map<string, readonly BranchLimits[] | undefined>
}

/** The limits of a rule in one combination of values of unknown dimensions. */
export interface BranchLimits {
  readonly branch: Branch
  readonly limits: Limits
}

interface Engine {
  readonly dimensions: Dimensions
}

/** A rule with the dimensions that leave it open. */
interface Unsettled {
  readonly loaded: LoadedRule
  readonly dimensions: readonly string[]
}

/** What a rule is in a case, worked out once for all its values. */
export function inCase(loaded: LoadedRule, { known, stated, rules }: Case, { dimensions }: Engine): InCase {
  const before = rules.get(loaded)
  if (before !== undefined) return before
  const limits = limitsOf(loaded, known, dimensions)
  const asked =
    limits.kind === 'missing'
      ? // Those that are missing, with those of the exemptions that hang on one of them or that the case states in part.
        { failing: askedExemptions(loaded, known, new Set([...stated, ...limits.dimensions]), dimensions), holding: [] }
      : { failing: askedExemptions(loaded, known, stated, dimensions), holding: askedProhibitions(loaded, known, dimensions) }
  const notices = noticesOf(loaded, known, dimensions)
  const made = { limits, asked, notices, warnings: withNotices(limits, notices), branches: new Map() }
  rules.set(loaded, made)
  return made
}

/** What a finding says besides its limits. */
export function withNotices(limits: Limits, notices: readonly string[]): readonly string[] {
  return limits.kind === 'bounds' && limits.adjusted.length > 0 ? [...limits.adjusted, ...notices] : notices
}

const mostRememberedBranches = 64

/** The limits of a rule in every branch of some unknown dimensions; undefined where the branches cannot be listed. */
export function branchLimits({ loaded, dimensions: unknown }: Unsettled, one: Case, engine: Engine): readonly BranchLimits[] | undefined {
  const { branches: remembered } = inCase(loaded, one, engine)
  const key = unknown.join()
  if (remembered.has(key)) return remembered.get(key)
  const made =
    branchesOf([loaded], unknown, engine.dimensions)?.map((branch) => ({ branch, limits: limitsIn(loaded, branch, one.known, engine) })) ??
    surelyBound(loaded, unknown, one, engine)
  if (made === undefined || made.length <= mostRememberedBranches) remembered.set(key, made)
  return made
}

/** The branches of the data that the limit is not made from, each with what the limit is sure to be; undefined if it may be anything in one of them. */
function surelyBound(loaded: LoadedRule, unknown: readonly string[], { known }: Case, engine: Engine): readonly BranchLimits[] | undefined {
  const others = unknown.filter((name) => !readingBy(loaded, name).isLimit)
  const branches = others.length === unknown.length ? undefined : branchesOf([loaded], others, engine.dimensions)
  const all = branches?.map((branch) => {
    const limits = limitsIn(loaded, branch, known, engine)
    const sure = limits.kind === 'missing' ? sureBounds(loaded, new Map([...known, ...branch]), engine.dimensions) : undefined
    return { branch, limits: sure === undefined ? limits : { ...limits, sure } }
  })
  return all?.every(({ limits }) => limits.kind !== 'missing' || 'sure' in limits) ? all : undefined
}

/** The limits of a rule where what is known is as in one branch. */
export function limitsIn(loaded: LoadedRule, branch: Branch, known: Known, { dimensions }: Engine): Limits {
  return limitsOf(loaded, new Map([...known, ...branch]), dimensions)
}

function noticesOf({ rule }: LoadedRule, known: Known, dimensions: Dimensions): string[] {
  const exemptions = rule.exempt.flatMap(({ when, text }) =>
    text !== undefined && holds(when, known, dimensions).result === 'unknown' ? [text] : [],
  )
  const notices = rule.notices.flatMap(({ when, text }) => (holds(when, known, dimensions).result !== false ? [text] : []))
  return [...exemptions, ...notices]
}
