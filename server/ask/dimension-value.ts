import Fraction from 'fraction.js'
import type { Book } from '../engine/book.ts'
import { type Exact, parseDecimal } from '../engine/decimal.ts'
import { isPossible } from '../engine/possible.ts'
import type { Quantity } from '../engine/quantities.ts'
import type { Dimension } from '../engine/schema.ts'
import { convert, countedKinds, type Unit, type Units } from '../engine/unit.ts'
import { stems } from '../kb/text-analysis.ts'
import { isOfSize } from './bare-number.ts'

/** True if a quantity can be the value of a dimension: it is possible, and its unit fits; or it has none, and a size that rules test; or it counts what the dimension names. */
export function canMeasure(quantity: Quantity, dimension: Dimension, book: Book): boolean {
  const { text, unit } = quantity
  const own = dimension.unit === undefined ? undefined : book.units.parse(dimension.unit)
  const isFit =
    unit === undefined
      ? own === undefined || isOfSize(book, dimension, text)
      : unit.kind === (own?.kind ?? '1') || (own === undefined && countedKinds.has(unit.kind) && isOfCount(unit, dimension))
  return isFit && isPossible(valueInUnitOf(quantity, dimension, book), dimension)
}

/** True if a dimension has what a unit counts in its name: `80 personas` are no number of exits. */
function isOfCount(unit: Unit, { label, aliases }: Dimension): boolean {
  const counted = new Set(stems(unit.text))
  return stems([label, ...aliases].join(' ')).some((stem) => counted.has(stem))
}

/** Subtracted for "less than" and added for "more than", so that a quantity lies on the right side of a rule's bound. */
const epsilon = new Fraction(1, 1_000_000)

/** A quantity in the unit of a dimension, shifted by `epsilon`, or by one of what is counted, after "less than" or "more than". */
export function valueInUnitOf({ text, unit, sense }: Quantity, dimension: Dimension, { units }: { readonly units: Units }): Exact {
  const own = dimension.unit === undefined ? undefined : units.parse(dimension.unit)
  const value = unit === undefined || own === undefined ? parseDecimal(text) : convert(parseDecimal(text), unit, own)
  const step = dimension.integer === true ? 1 : epsilon
  return sense === 'below' ? value.sub(step) : sense === 'above' ? value.add(step) : value
}
