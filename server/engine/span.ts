import Fraction from 'fraction.js'
import type { Dimensions, Known } from './condition.ts'
import { constant, type Exact } from './decimal.ts'
import { type Arithmetic, type FunctionName, workOut } from './formula.ts'
import { leastOf } from './possible.ts'
import { evaluate, type LoadedValue } from './value.ts'

/** Every number from `low` to `high`; an end that is undefined is without end. */
interface Span {
  readonly low: Exact | undefined
  readonly high: Exact | undefined
}

/**
 * The span in which a value lies whatever the dimensions are that it lacks: `max(20, 2 * d)` is never less than 20. Undefined where that is not certain:
 * a cell of a table that is not known may hold no figure, and a divisor may be zero.
 */
export function spanOf(value: LoadedValue, known: Known, dimensions: Dimensions): Span | undefined {
  const found = evaluate(value, known, dimensions)
  if (found.kind === 'value') return typeof found.value === 'string' ? undefined : point(found.value)
  if (found.kind === 'none') return undefined
  if (value.kind === 'dimension') {
    const dimension = dimensions.byId.get(value.dimension)
    return dimension?.type === 'number' ? possibleSpan({ min: leastOf(dimension) ?? dimension.above, max: dimension.max }) : undefined
  }
  if (value.kind !== 'formula') return undefined
  const spans = new Map<string, Span>()
  for (const [name, part] of value.variables) {
    const span = spanOf(part, known, dimensions)
    if (span === undefined) return undefined
    spans.set(name, span)
  }
  try {
    return workOut(value.text, inSpans, spans)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function possibleSpan({ min, max }: { readonly min: string | undefined; readonly max: string | undefined }): Span {
  return { low: min === undefined ? undefined : constant(min), high: max === undefined ? undefined : constant(max) }
}

function point(value: Exact): Span {
  return { low: value, high: value }
}

/** Arithmetic of spans. Throws `RangeError` for a divisor that may be zero or less. */
const inSpans: Arithmetic<Span> = {
  number: point,
  add: (left, right) => ({
    low: both(left.low, right.low, (one, other) => one.add(other)),
    high: both(left.high, right.high, (one, other) => one.add(other)),
  }),
  subtract: (left, right) => ({
    low: both(left.low, right.high, (one, other) => one.sub(other)),
    high: both(left.high, right.low, (one, other) => one.sub(other)),
  }),
  multiply: (left, right) =>
    isNotNegative(left) && isNotNegative(right)
      ? product(left, right)
      : isPoint(left)
        ? scaled(right, left.low)
        : isPoint(right)
          ? scaled(left, right.low)
          : endless,
  divide(left, right) {
    if (right.low === undefined || right.low.compare(0) <= 0) throw new RangeError('A divisor may be zero')
    return isPoint(right)
      ? scaled(left, right.low.inverse())
      : inSpans.multiply(left, { low: right.high === undefined ? new Fraction(0) : right.high.inverse(), high: right.low.inverse() })
  },
  apply: (name, values) => applied[name](values),
}

const endless: Span = { low: undefined, high: undefined }

const applied: Readonly<Record<FunctionName, (values: readonly Span[]) => Span>> = {
  min: (values) => ({
    low: every(
      values.map(({ low }) => low),
      least,
    ),
    high: some(
      values.map(({ high }) => high),
      least,
    ),
  }),
  max: (values) => ({
    low: some(
      values.map(({ low }) => low),
      greatest,
    ),
    high: every(
      values.map(({ high }) => high),
      greatest,
    ),
  }),
  ceil: ([value = endless]) => ({ low: value.low?.ceil(), high: value.high?.ceil() }),
  floor: ([value = endless]) => ({ low: value.low?.floor(), high: value.high?.floor() }),
}

type End = Exact | undefined

function both(one: End, other: End, join: (one: Exact, other: Exact) => Exact): End {
  return one === undefined || other === undefined ? undefined : join(one, other)
}

/** One of the ends if all are there. */
function every(ends: readonly End[], choose: (all: readonly Exact[]) => End): End {
  const there = ends.flatMap((end) => end ?? [])
  return there.length < ends.length ? undefined : choose(there)
}

/** One of the ends that are there. */
function some(ends: readonly End[], choose: (all: readonly Exact[]) => End): End {
  return choose(ends.flatMap((end) => end ?? []))
}

function least(all: readonly Exact[]): End {
  return all.reduce<End>((best, one) => (best === undefined || one.compare(best) < 0 ? one : best), undefined)
}

function greatest(all: readonly Exact[]): End {
  return all.reduce<End>((best, one) => (best === undefined || one.compare(best) > 0 ? one : best), undefined)
}

function isNotNegative({ low }: Span): boolean {
  return low !== undefined && low.compare(0) >= 0
}

function isPoint(span: Span): span is { readonly low: Exact; readonly high: Exact } {
  return span.low !== undefined && span.high !== undefined && span.low.equals(span.high)
}

/** The product of two spans of which neither goes below zero. */
function product(left: Span, right: Span): Span {
  const isZero = [left, right].some(({ high }) => high?.equals(0) === true)
  return {
    low: both(left.low, right.low, (one, other) => one.mul(other)),
    high: isZero ? new Fraction(0) : both(left.high, right.high, (one, other) => one.mul(other)),
  }
}

/** A span times a number. */
function scaled({ low, high }: Span, factor: Exact): Span {
  const ends = [low?.mul(factor), high?.mul(factor)] as const
  return factor.compare(0) === 0 ? point(new Fraction(0)) : factor.compare(0) > 0 ? { low: ends[0], high: ends[1] } : { low: ends[1], high: ends[0] }
}
