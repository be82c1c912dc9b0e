import { numbersAround, valuesToldApart } from '../engine/branches.ts'
import { type Known, passes } from '../engine/condition.ts'
import { type Exact, endsAsDecimal, exactText, parseExact, toNumber } from '../engine/decimal.ts'
import type { Bound, LoadedRule } from '../engine/limit.ts'
import { isPossible } from '../engine/possible.ts'
import type { Parameter } from '../engine/schema.ts'
import { isBlank, type LoadedValue } from '../engine/value.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Pair } from './pair.ts'

/** A value as a request states it. */
export type Stated = string | number | boolean

const mostValues = 12

/** Values of a condition for an example, best first: those with which the rule binds and no rule of the pair is released or forbids the case; then what people say least, yes and zero. */
export function conditionValues(name: string, loaded: LoadedRule, { telling }: Pair, { book: { dimensions } }: KnowledgeBase): (Exact | string)[] {
  const dimension = dimensions.byId.get(name)
  if (dimension === undefined) return []
  const own = { ...loaded, rule: { ...loaded.rule, when: { ...loaded.linked, ...loaded.rule.when } } }
  const test = own.rule.when[name]
  const reading = telling.filter(({ uses }) => uses.has(name))
  const apart =
    [valuesToldApart([own], name, dimensions), valuesToldApart(reading, name, dimensions)].find((values) => (values?.length ?? 0) > 1) ?? []
  const plain = ['10', '1', '100', '2', '50', '1000'].map(parseExact)
  const numbers = [...plain, ...numbersAround(dimension, test === undefined ? [] : [test])]
  // A value that the rule does not tell apart from another may still contradict what is stated.
  const named = dimension.type === 'number' && apart.length === 0 ? numbers : dimension.values.map(({ id }) => id)
  const all = [...apart, ...named.filter((value) => !apart.includes(value))]
  const releases = (value: Exact | string): number =>
    reading.filter(({ rule, outside }) =>
      [...rule.exempt, ...outside].some(({ when }) => when[name] !== undefined && passes(when[name], value, name, dimensions)),
    ).length
  const isFit = (value: Exact | string): boolean =>
    (test === undefined || passes(test, value, name, dimensions)) && (typeof value === 'string' || isPossible(value, dimension))
  return all
    .filter(isFit)
    .map((value) => ({ value, releases: releases(value), isOdd: value === 'true' || (typeof value !== 'string' && value.equals(0)) ? 1 : 0 }))
    .sort((one, other) => one.releases - other.releases || one.isOdd - other.isOdd)
    .slice(0, mostValues)
    .map(({ value }) => value)
}

/** True if the tables of a rule have a row, with a figure, for what is known: a value that no row goes with leads nowhere. */
export function hasRow({ lower, upper }: LoadedRule, known: Known, { book: { dimensions } }: KnowledgeBase): boolean {
  const isRead = (value: LoadedValue): boolean => {
    if (value.kind === 'formula') return [...value.variables.values()].every(isRead)
    if (value.kind !== 'table') return true
    const { table, keys } = value.table
    const matched = Object.entries(value.spec.match ?? {}).filter(([column]) => column !== value.spec.interpolate)
    return table.rows.some(
      (row, index) =>
        matched.every(([column, dimension]) => {
          const [test, fact] = [keys[index]?.[table.keys.indexOf(column)], known.get(dimension)]
          return test == null || fact === undefined || passes(test, fact, dimension, dimensions)
        }) &&
        (value.spec.column === undefined || !isBlank((row[table.header.indexOf(value.spec.column)] ?? '').trim())),
    )
  }
  return [lower, upper].every((value) => value === undefined || isRead(value))
}

/** Values to verify in an example, in the unit of the rule: at the limit, or a little inside one that is strict; then any. */
export function valuesToTry(bounds: readonly Bound[], parameter: Pick<Parameter, 'integer'> | undefined, unit = '1'): (Exact | string)[] {
  const [first] = bounds
  const fallback = ['1', '2', '10', '0'].map(parseExact)
  if (first === undefined) return fallback
  const { limit, side, strict } = first
  if (typeof limit === 'string') return [limit, ...fallback]
  // Only a ratio is written as a fraction: a third of a hundred per cent is rounded to the side that complies.
  if (!endsAsDecimal(limit) && unit !== '1') return [(side === 'max' ? limit.mul(100).floor() : limit.mul(100).ceil()).div(100), ...fallback]
  if (!strict || (side !== 'max' && side !== 'min')) return [limit, ...fallback]
  const inside = parameter?.integer === true ? limit.add(side === 'max' ? -1 : 1) : limit.mul(parseExact(side === 'max' ? '9/10' : '11/10'))
  return [inside, limit, ...fallback]
}

/** A condition as JSON. */
export function statedCondition(value: Exact | string): Stated {
  return value === 'true' || value === 'false' ? value === 'true' : statedValue(value)
}

/** A value as JSON: a number if its decimals end, else a fraction. */
export function statedValue(value: Exact | string): string | number {
  if (typeof value === 'string') return value
  return endsAsDecimal(value) ? toNumber(value) : exactText(value)
}
