import Fraction from 'fraction.js'
import { type Exact, toNumber } from './decimal.ts'
import { convert, type Unit, type Units } from './unit.ts'

/** A slope in the measure that the rules use, with what the verdict says of the conversion. */
export interface Slope {
  readonly value: Exact
  readonly unit: Unit
  readonly note: string
}

/**
 * A slope given as an angle where the rules have a ratio, or the other way: the tangent tells one from the other, and it is not exact.
 * Undefined where the parameter is no slope or the unit is already of the right kind.
 */
export function slopeIn(
  value: Exact,
  unit: Unit,
  accepted: readonly string[],
  { parameter, units }: { readonly parameter: { readonly id: string; readonly label: string }; readonly units: Units },
): Slope | undefined {
  const [ratio, angle] = [units.parse('1'), units.parse('°')]
  if (ratio === undefined || angle === undefined || !/^(pendiente|inclinaci)/i.test(parameter.label)) return undefined
  const kinds = new Set(accepted.map((one) => units.parse(one)?.kind))
  if (kinds.has(unit.kind)) return undefined
  if (unit.kind === angle.kind && kinds.has(ratio.kind)) {
    const degrees = toNumber(value)
    if (Math.abs(degrees) >= 90) return undefined
    const slope = new Fraction(Math.tan((degrees * Math.PI) / 180).toFixed(6))
    return { value: slope, unit: ratio, note: noteOf(`${said(degrees)}°`, `${said(toNumber(slope) * 100)} %`) }
  }
  if (unit.kind === ratio.kind && kinds.has(angle.kind)) {
    const slope = toNumber(convert(value, unit, ratio))
    const degrees = new Fraction(((Math.atan(slope) * 180) / Math.PI).toFixed(4))
    return { value: degrees, unit: angle, note: noteOf(`${said(slope * 100)} %`, `${said(toNumber(degrees))}°`) }
  }
  return undefined
}

function noteOf(given: string, taken: string): string {
  return `La pendiente indicada, ${given}, se toma como ${taken} (por su tangente, con redondeo): junto al límite, mídala en la unidad de la norma`
}

function said(value: number): string {
  return String(Number(value.toFixed(2))).replace('.', ',')
}
