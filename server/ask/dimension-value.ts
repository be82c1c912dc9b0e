import Fraction from 'fraction.js'
import type { Book } from '../engine/book.ts'
import { type Exact, parseDecimal } from '../engine/decimal.ts'
import type { Quantity } from '../engine/quantities.ts'
import type { Dimension } from '../engine/schema.ts'
import { convert, type Unit, type Units } from '../engine/unit.ts'
import { stems } from '../kb/text-analysis.ts'
import { isOfSize } from './bare-number.ts'

/** True if a quantity can be the value of a dimension: its unit fits; or it has none, and a size that rules test; or it counts what the dimension names. */
export function canMeasure({ text, unit }: Quantity, dimension: Dimension, book: Book): boolean {
  const own = dimension.unit === undefined ? undefined : book.units.parse(dimension.unit)
  if (unit === undefined) return own === undefined || isOfSize(book, dimension, text)
  return unit.kind === (own?.kind ?? '1') || (own === undefined && countedKinds.has(unit.kind) && isOfCount(unit, dimension))
}

/** True if a dimension has what a unit counts in its name: `80 personas` are no number of exits. */
function isOfCount(unit: Unit, { label, aliases }: Dimension): boolean {
  const counted = new Set(stems(unit.text))
  return stems([label, ...aliases].join(' ')).some((stem) => counted.has(stem))
}

/** Kinds of units of things that are counted: their number may be a pure one. */
export const countedKinds: ReadonlySet<string> = new Set(['persona1', 'plaza1', 'vivienda1', 'planta1', 'local1'])

/** Subtracted for "less than" and added for "more than", so that a quantity lies on the right side of a rule's bound. */
const epsilon = new Fraction(1, 1_000_000)

/** A quantity in the unit of a dimension, shifted by `epsilon` after "less than" or "more than". */
export function valueInUnitOf({ text, unit, sense }: Quantity, dimension: Dimension, { units }: { readonly units: Units }): Exact {
  const own = dimension.unit === undefined ? undefined : units.parse(dimension.unit)
  const value = unit === undefined || own === undefined ? parseDecimal(text) : convert(parseDecimal(text), unit, own)
  return sense === 'below' ? value.sub(epsilon) : sense === 'above' ? value.add(epsilon) : value
}
