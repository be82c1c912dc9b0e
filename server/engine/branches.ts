import { type Dimensions, holds, type Known, passes } from './condition.ts'
import { type Exact, isExact, parseExact } from './decimal.ts'
import type { LoadedRule } from './limit.ts'
import type { Dimension, When } from './schema.ts'
import type { LoadedValue } from './value.ts'
import type { Test } from './when.ts'

/** The most combinations of unknown data that are tried: beyond it the data are asked for. */
export const mostBranches = 256

/** One combination of values that stands for every case that the rules cannot tell from it. */
export type Branch = ReadonlyMap<string, Exact | string>

/**
 * Every combination of unknown dimensions that some of the rules can tell apart, one value for each.
 * `undefined` where there are more than `mostBranches`, or where the limit changes with every value of a dimension.
 */
export function branchesOf(rules: readonly LoadedRule[], unknown: readonly string[], dimensions: Dimensions): Branch[] | undefined {
  let branches: ReadonlyMap<string, Exact | string>[] = [new Map()]
  for (const name of unknown) {
    const values = toldApart(rules, name, dimensions)
    if (values === undefined || values.length * branches.length > mostBranches) return undefined
    branches = branches.flatMap((branch) => values.map((value) => new Map(branch).set(name, value)))
  }
  return branches
}

/** The dimensions on which an outcome hangs: those where two branches that differ in nothing else differ in it. */
export function decisive<T>(branches: readonly Branch[], outcomes: readonly T[]): string[] {
  const names = [...(branches[0]?.keys() ?? [])]
  // Branches share their values, so each value is told by a number.
  const numberOf = new Map<Exact | string | undefined, number>()
  const rows = branches.map((branch) =>
    names.map((name) => {
      const value = branch.get(name)
      const number = numberOf.get(value) ?? numberOf.size
      numberOf.set(value, number)
      return number
    }),
  )
  return names.filter((_name, at) => {
    const seen = new Map<string, T>()
    return rows.some((row, index) => {
      const rest = row.toSpliced(at, 1).join()
      const outcome = outcomes[index]
      if (outcome === undefined) return false
      const before = seen.get(rest)
      seen.set(rest, outcome)
      return before !== undefined && before !== outcome
    })
  })
}

/**
 * The dimensions that settle the exemptions worth asking for: those the rule says to ask (`ask`), what the law may not
 * admit at all (`forbids`), and those of which the request itself states a part. A rare exception of which nothing is said is not asked for.
 */
export function askedExemptions({ rule, outside }: LoadedRule, told: Known, stated: ReadonlySet<string>, dimensions: Dimensions): string[] {
  const partly = (when: When): boolean => Object.keys(when).some((name) => stated.has(name))
  const asked = [...rule.exempt.filter(({ when, ask, forbids }) => ask || forbids || partly(when)), ...outside.filter(({ when }) => partly(when))]
  return unknownOf(asked, rule, told, dimensions)
}

/** The dimensions that settle whether the law admits the case at all: asked for also where the limit is met. */
export function askedProhibitions({ rule }: LoadedRule, told: Known, dimensions: Dimensions): string[] {
  return unknownOf(
    rule.exempt.filter(({ forbids }) => forbids),
    rule,
    told,
    dimensions,
  )
}

/** What is not known of some conditions of a rule. */
function unknownOf(cases: readonly { readonly when: When }[], { assume }: LoadedRule['rule'], told: Known, dimensions: Dimensions): string[] {
  if (cases.length === 0) return []
  const known = new Map([...Object.entries(assume), ...told])
  return cases.flatMap(({ when }) => holds(when, known, dimensions).unknown)
}

const ofOneRule = new WeakMap<LoadedRule, Map<string, (Exact | string)[] | undefined>>()

/** The same as `valuesToldApart`, remembered for a single rule. */
function toldApart(rules: readonly LoadedRule[], name: string, dimensions: Dimensions): (Exact | string)[] | undefined {
  const [rule, ...others] = rules
  if (rule === undefined || others.length > 0) return valuesToldApart(rules, name, dimensions)
  const own = ofOneRule.get(rule) ?? new Map<string, (Exact | string)[] | undefined>()
  ofOneRule.set(rule, own)
  if (!own.has(name)) own.set(name, valuesToldApart(rules, name, dimensions))
  return own.get(name)
}

/** One value of a dimension for each way in which the tests of the rules answer, or undefined where they are not all there is to it. */
export function valuesToldApart(rules: readonly LoadedRule[], name: string, dimensions: Dimensions): (Exact | string)[] | undefined {
  const dimension = dimensions.byId.get(name)
  if (dimension === undefined) return undefined
  const readings = rules.map((loaded) => readingBy(loaded, name))
  if (readings.some(({ isLimit }) => isLimit)) return undefined
  const tests = readings.flatMap(({ tests }) => tests)
  const anchors = readings.flatMap((use) => use.anchors)
  // Between two anchors the limit is a straight line: a value within both ends is within all of it. A condition in between would break the line.
  if (anchors.length > 0) return tests.length > 0 || rules.some(({ rule }) => rule.bound !== 'max' && rule.bound !== 'min') ? undefined : anchors
  // Of values that the tests do not tell apart, one that no document leaves to another stands for them.
  const isLeft = (value: Exact | string): boolean =>
    rules.some(({ outside }) =>
      outside.some(({ when }) => Object.keys(when).length === 1 && when[name] !== undefined && passes(when[name], value, name, dimensions)),
    )
  const values = universe(dimension, tests)
  const all = values && [...values.filter((value) => !isLeft(value)), ...values.filter(isLeft)]
  const seen = new Set<string>()
  return all?.filter((value) => {
    const answers = tests.map((test) => (passes(test, value, name, dimensions) ? '1' : '0')).join('')
    return !seen.has(answers) && seen.add(answers) !== undefined
  })
}

interface Reading {
  /** Conditions, key cells and headers that a value of the dimension is held against. */
  readonly tests: readonly Test[]
  /** Key cells between which the limit is interpolated. */
  readonly anchors: readonly Exact[]
  /** True if the limit itself is made from the value. */
  readonly isLimit: boolean
}

const readings = new WeakMap<LoadedRule, Map<string, Reading>>()

/** Everything in a rule that a dimension is held against. */
export function readingBy(loaded: LoadedRule, name: string): Reading {
  const own = readings.get(loaded) ?? new Map<string, Reading>()
  const found = own.get(name) ?? newReading(loaded, name)
  own.set(name, found)
  readings.set(loaded, own)
  return found
}

function newReading({ rule, outside, lower, upper }: LoadedRule, name: string): Reading {
  // What one condition alone leaves to another document is not taken to hold unless it is stated.
  const left = outside.filter(({ when }) => Object.keys(when).length > 1)
  const conditions = [rule.when, ...[...rule.adjust, ...rule.exempt, ...left].map(({ when }) => when)].flatMap((when) => when[name] ?? [])
  const values = [lower, upper].flatMap((value) => (value === undefined ? [] : [readingOf(value, name)]))
  return {
    tests: [...conditions, ...values.flatMap(({ tests }) => tests)],
    anchors: values.flatMap(({ anchors }) => anchors),
    isLimit: values.some(({ isLimit }) => isLimit),
  }
}

const unused: Reading = { tests: [], anchors: [], isLimit: false }

function readingOf(value: LoadedValue, name: string): Reading {
  switch (value.kind) {
    case 'const':
      return unused
    case 'dimension':
      return { ...unused, isLimit: value.dimension === name }
    case 'formula': {
      const parts = [...value.variables.values()].map((part) => readingOf(part, name))
      // What a formula makes of a straight line is no line.
      return { tests: parts.flatMap(({ tests }) => tests), anchors: [], isLimit: parts.some((part) => part.isLimit || part.anchors.length > 0) }
    }
    case 'table':
      return readingOfTable(value, name)
    default:
      return value satisfies never
  }
}

function readingOfTable({ table: { table, keys, headers }, spec }: Extract<LoadedValue, { kind: 'table' }>, name: string): Reading {
  const matched = Object.entries(spec.match ?? {}).flatMap(([column, dimension]) => (dimension === name ? [column] : []))
  const tests = matched
    .filter((column) => column !== spec.interpolate)
    .flatMap((column) => keys.flatMap((row) => row[table.keys.indexOf(column)] ?? []))
  const anchors = matched.includes(spec.interpolate ?? '')
    ? table.rows.flatMap((row) => {
        const figure = /-?\d+(\.\d+)?/.exec(row[table.header.indexOf(spec.interpolate ?? '')] ?? '')?.[0]
        return figure === undefined ? [] : [parseExact(figure)]
      })
    : []
  return { tests: [...tests, ...(spec.by === name ? headers.flatMap((header) => header ?? []) : [])], anchors, isLimit: false }
}

/** The range that the vocabulary declares for a number, if any. A number is not negative unless `min` says so. */
interface NumberRange {
  readonly id: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly above?: string | undefined
  readonly integer?: boolean | undefined
}

/** Values of a dimension of which any other is like one as far as the tests can tell; undefined where they cannot be listed. */
export function universe(dimension: Dimension, tests: readonly Test[]): (Exact | string)[] | undefined {
  if (dimension.type === 'boolean') return ['true', 'false']
  if (dimension.type === 'number') return numbersAround(dimension, tests)
  return dimension.values.length === 0 ? undefined : dimension.values.map(({ id }) => id)
}

/** The ends that the tests name, a number between each two, and one beyond at each side, as far as the dimension reaches. */
export function numbersAround(range: NumberRange, tests: readonly Test[]): Exact[] {
  const least = parseExact(range.above ?? range.min ?? '0')
  const ends = tests.flatMap((test) => (test.kind === 'interval' ? [test.lt, test.lte, test.gt, test.gte].flatMap((end) => end ?? []) : test.numbers))
  const limits = [least, ...(range.max !== undefined && isExact(range.max) ? [parseExact(range.max)] : [])]
  const sorted = [...ends, ...limits].sort((left, right) => left.compare(right)).filter((end, index, all) => !all[index - 1]?.equals(end))
  const between = sorted.flatMap((end, index) => {
    const next = sorted[index + 1]
    if (range.integer !== true) return [end, next === undefined ? end.add(1) : end.add(next).div(2)]
    const whole = end.floor().add(1)
    return next === undefined || whole.compare(next) < 0 ? [end, whole] : [end]
  })
  return between.filter(
    (value) =>
      (range.above === undefined ? value.compare(least) >= 0 : value.compare(least) > 0) &&
      (range.max === undefined || value.compare(parseExact(range.max)) <= 0),
  )
}
