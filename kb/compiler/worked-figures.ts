import Fraction from 'fraction.js'
import { type Exact, exactText, isExact, parseExact } from '../../server/engine/decimal.ts'
import type { Parameter, Rule, Scale } from '../../server/engine/schema.ts'
import type { CaseSource } from './source.ts'

/** A limit as somebody read it a second time, and the case it holds for. Ends of a range: `90 y 110`, `desde 90`, `hasta 110`. */
export interface WorkedFigure {
  readonly figure: string
  readonly of: Pick<CaseSource, 'at' | 'as_of' | 'element' | 'context'>
}

type Tried = Pick<CaseSource, 'value' | 'gives' | 'limit'>

/** The cases that a worked figure stands for: below, at and above the limit; for a class, that class and the one below it. */
export function casesOf(
  rule: Rule,
  { figure, of }: WorkedFigure,
  { scale, parameter }: { readonly scale: Scale | undefined; readonly parameter: Parameter | undefined },
): CaseSource[] {
  const isWhole = parameter?.integer === true && rule.unit === parameter.unit
  const tried = rule.bound === 'class' ? classCases(figure, scale) : numberCases(rule, figure, isWhole)
  return tried.map((one) => ({ ...of, ...one }))
}

function numberCases(rule: Rule, figure: string, isWhole: boolean): Tried[] {
  const tryAround = (text: string, side: 'min' | 'max' | 'equals') => around(rule, text, { side, isWhole })
  const [, only, first = '', second] = /^(desde |hasta )?(\S+)(?: y (\S+))?$/.exec(figure) ?? []
  if (second !== undefined) return [...tryAround(first, 'min'), ...tryAround(second, 'max')]
  const side = only === 'desde ' ? 'min' : only === 'hasta ' ? 'max' : rule.bound
  return tryAround(first, side === 'min' || side === 'max' ? side : 'equals')
}

function around(rule: Rule, figure: string, { side, isWhole }: { readonly side: 'min' | 'max' | 'equals'; readonly isWhole: boolean }): Tried[] {
  const text = figure.replace(',', '.')
  if (!isExact(text)) return []
  const limit = parseExact(text)
  const step = stepOf(rule, limit, isWhole)
  const word = (holds: boolean) => (holds ? ('COMPLIANT' as const) : ('NON_COMPLIANT' as const))
  const below = limit.sub(step)
  const isRounded = text.replace(/\D/g, '').length > 12 // the nearest decimal of a fraction: at it nothing is known
  return [
    ...(below.compare(0) < 0 ? [] : [{ value: exactText(below), gives: word(side === 'max'), limit: text }]),
    ...(isRounded ? [] : [{ value: text, gives: word(!rule.strict), limit: text }]),
    { value: exactText(limit.add(step)), gives: word(side === 'min'), limit: text },
  ]
}

/** How far from the limit a value is tried: the next one for counts and rounded values, else a thousandth of it. */
function stepOf({ round, unit }: Rule, limit: Exact, isWhole: boolean): Exact {
  if (round !== undefined) return new Fraction(1, 10 ** round)
  if (isWhole || (countUnits.has(unit) && limit.equals(limit.floor()))) return new Fraction(1)
  return limit.equals(0) ? new Fraction(1, 1000) : limit.abs().div(1000)
}

const countUnits = new Set(['1', 'persona', 'planta', 'plaza'])

function classCases(figure: string, scale: Scale | undefined): Tried[] {
  const met = { value: figure, gives: 'COMPLIANT' as const, limit: figure }
  const worse = scale === undefined ? undefined : worseClass(figure, scale)
  return worse === undefined ? [met] : [met, { value: worse, gives: 'NON_COMPLIANT', limit: figure }]
}

/** The class just below, or undefined where there is none or the scale does not say. */
function worseClass(figure: string, { kind, classes }: Scale): string | undefined {
  if (kind === 'named') return classes.find((one) => one !== figure)
  const position = classes.indexOf(kind === 'ordered' ? figure : (/\d{2,3}(?=(-?C\d?)?$)/.exec(figure)?.[0] ?? ''))
  const below = classes[position - 1]
  if (position < 1 || below === undefined || kind === 'reaction_to_fire') return undefined
  return kind === 'ordered' ? below : figure.replace(/\d{2,3}(?=(-?C\d?)?$)/, below)
}
