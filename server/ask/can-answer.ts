import type { Book } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { countedKinds } from '../engine/unit.ts'
import { stems } from '../kb/text-analysis.ts'
import { isFarBelow } from './far-below.ts'
import type { FigureQuery } from './figures.ts'
import { likeUnit } from './like-unit.ts'
import { isOtherSize, type Magnitude, magnitudesOf } from './magnitudes.ts'
import { spacesAnotherThing } from './measured-noun.ts'
import type { Ranked } from './ranker.ts'
import { isSpacing } from './spacing.ts'

/** False for a text without a word of what the question asks for, where that is no figure: `de qué color`. */
export function saysQuality({ unit }: Ranked, { slots: { quality } }: FigureQuery): boolean {
  return quality === undefined || stems(unit.body).includes(quality)
}

/** False if the question asks for a unit that the rule does not have, or gives only values of other units to judge. */
export function canAnswer(book: Book, loaded: LoadedRule, { slots }: FigureQuery): boolean {
  const { units, dimensions, parameters } = book
  const { rule, uses } = loaded
  if (spacesAnotherThing(book, loaded, slots) || slots.quality !== undefined) return false
  const own = units.parse(rule.unit)?.kind
  const asked = slots.unit?.kind
  // `M3 por trabajador` are asked for as `m3`.
  const isAsked = asked === own || asked === units.parse(rule.unit.split('/')[0] ?? '')?.kind
  if (asked !== undefined && rule.kind !== 'threshold' && !isAsked && !(countedKinds.has(asked) && own === '1')) return false
  if (isFarBelow(book, loaded, slots)) return false
  const parameter = parameters.byId.get(rule.parameter)
  // A number of things is no power, area or time.
  const isCount = isCounted(own) || isSpacing(rule, parameter, slots)
  if (slots.asksCount && asked === undefined && !slots.asksSeveral && !isCount) return false
  if (slots.magnitude !== undefined && parameter !== undefined && isOther(slots.magnitude, magnitudesOf(parameter))) return false
  if (parameter !== undefined && isOtherSize(slots.size, parameter)) return false
  // `Qué presión` is answered in units of pressure.
  if (slots.measuredIn !== undefined && own !== undefined && rule.kind !== 'threshold' && !slots.measuredIn.has(own)) return false
  const kinds = slots.unassigned.flatMap(({ quantity: { unit } }) =>
    unit === undefined || (unit.kind === '1' && unit.text !== '%') ? [] : [unit.kind],
  )
  // A percentage that states a condition may be judged by a rule on it: the slope of a gutter.
  const given = [...kinds, ...slots.assigned.flatMap(({ quantity: { unit } }) => (unit?.text === '%' ? [unit.kind] : []))]
  if (!slots.judges || given.length === 0 || slots.classes.length > 0) return true
  const measured = [...uses].flatMap((name) => units.parse(dimensions.byId.get(name)?.unit ?? '')?.kind ?? [])
  const isLike = slots.unassigned.some(
    ({ quantity: { unit }, isKept }) => unit !== undefined && (likeUnit(units, unit, rule.unit).kind === own || (isKept && rule.unit === '1')),
  )
  return isLike || given.some((kind) => kind === own || measured.includes(kind))
}

/** True if a parameter is of kinds of length, and not of this one. */
function isOther(magnitude: Magnitude, own: ReadonlySet<Magnitude>): boolean {
  return own.size > 0 && !own.has(magnitude)
}

/** True for a unit of things that are counted, or of none. */
function isCounted(kind: string | undefined): boolean {
  return kind === '1' || countedKinds.has(kind ?? '')
}
