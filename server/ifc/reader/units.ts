import { IFCPROJECT, IFCUNITASSIGNMENT } from 'web-ifc'
import type { ModelUnit } from '../model.ts'
import { type Line, numberOf, plain, refOf, refsOf, type Step, textOf } from './step.ts'

/** The units of a model. */
export interface Units {
  /** Converts a number of a measure, with the unit of its property if it names one. */
  convert(value: number, measure: string, ownUnit: number | undefined): Converted
  /** Metres in the model's unit of length; undefined if it declares none. */
  readonly metres: number | undefined
}

export interface Converted {
  readonly value: number
  readonly unit: ModelUnit
  readonly doubt?: 'no-unit' | 'default-unit'
}

interface Measure {
  readonly declared: string
  readonly unit: ModelUnit
}

const length: Measure = { declared: 'LENGTHUNIT', unit: 'm' }
const area: Measure = { declared: 'AREAUNIT', unit: 'm²' }
const volume: Measure = { declared: 'VOLUMEUNIT', unit: 'm³' }
const angle: Measure = { declared: 'PLANEANGLEUNIT', unit: '°' }
const measures: Readonly<Record<string, Measure>> = {
  IFCLENGTHMEASURE: length,
  IFCPOSITIVELENGTHMEASURE: length,
  IFCNONNEGATIVELENGTHMEASURE: length,
  IFCAREAMEASURE: area,
  IFCVOLUMEMEASURE: volume,
  IFCPLANEANGLEMEASURE: angle,
  IFCPOSITIVEPLANEANGLEMEASURE: angle,
  IFCTHERMALTRANSMITTANCEMEASURE: { declared: 'THERMALTRANSMITTANCEUNIT', unit: 'W/m²K' },
}

const prefixes: Readonly<Record<string, number>> = {
  EXA: 1e18,
  PETA: 1e15,
  TERA: 1e12,
  GIGA: 1e9,
  MEGA: 1e6,
  KILO: 1e3,
  HECTO: 1e2,
  DECA: 10,
  DECI: 0.1,
  CENTI: 1e-2,
  MILLI: 1e-3,
  MICRO: 1e-6,
  NANO: 1e-9,
  PICO: 1e-12,
}
const deepest = 6
const inDegrees = 180 / Math.PI

/** Reads the `IfcUnitAssignment` of the project. A kind of unit that is declared twice with different sizes counts as undeclared. */
export function unitsOf(step: Step): Units {
  const factors = new Map<string, number>()
  const contrary = new Set<string>()
  const ofProject = refOf(step.line(step.idsOf(IFCPROJECT)[0])?.['UnitsInContext'])
  for (const id of ofProject === undefined ? step.idsOf(IFCUNITASSIGNMENT) : [ofProject])
    for (const unit of refsOf(step.line(id)?.['Units'])) {
      const line = step.line(unit)
      const kind = textOf(line?.['UnitType'])
      const factor = factorOf(step, line, 0)
      if (kind === '' || factor === undefined) continue
      if ((factors.get(kind) ?? factor) !== factor) contrary.add(kind)
      factors.set(kind, factor)
    }
  for (const kind of contrary) factors.delete(kind)
  const metres = factors.get('LENGTHUNIT')
  return {
    metres,
    convert(value, measure, ownUnit) {
      const meant = measures[measure]
      if (meant === undefined) return { value, unit: '1' }
      const own = ownUnit === undefined ? undefined : factorOf(step, step.line(ownUnit), 0)
      const factor = own ?? (ownUnit === undefined ? factors.get(meant.declared) : undefined)
      if (factor !== undefined) return { value: plain(meant.unit === '°' ? value * factor * inDegrees : value * factor), unit: meant.unit }
      // Programs that work in metres leave this unit out and mean the SI unit. One that works in feet may mean BTU/(h·ft²·°F).
      const isMetric = metres !== undefined && Number.isInteger(plain(Math.log10(metres)))
      return { value, unit: meant.unit, doubt: meant.unit === 'W/m²K' && isMetric && ownUnit === undefined ? 'default-unit' : 'no-unit' }
    },
  }
}

/** The factor from a unit to its SI unit; undefined if it cannot be told. */
function factorOf(step: Step, unit: Line | undefined, depth: number): number | undefined {
  if (unit === undefined || depth > deepest) return undefined
  if ('ConversionFactor' in unit) {
    const factor = step.line(refOf(unit['ConversionFactor']))
    const value = numberOf(factor?.['ValueComponent'])
    const base = factorOf(step, step.line(refOf(factor?.['UnitComponent'])), depth + 1)
    return value === undefined || base === undefined ? undefined : value * base
  }
  if ('Elements' in unit) {
    const parts = refsOf(unit['Elements']).map((id) => {
      const part = step.line(id)
      const factor = factorOf(step, step.line(refOf(part?.['Unit'])), depth + 1)
      const exponent = numberOf(part?.['Exponent'])
      return factor === undefined || exponent === undefined ? undefined : factor ** exponent
    })
    return parts.reduce<number | undefined>(
      (product, part) => (product === undefined || part === undefined ? undefined : product * part),
      parts.length === 0 ? undefined : 1,
    )
  }
  return siFactor(textOf(unit['Prefix']), textOf(unit['Name']))
}

function siFactor(prefix: string, name: string): number | undefined {
  if (name === '') return undefined
  const one = prefix === '' ? 1 : prefixes[prefix]
  if (one === undefined) return undefined
  // The SI unit of mass is the kilogram. A prefix of a square metre is squared with it.
  return (name === 'GRAM' ? 1e-3 : 1) * one ** (name === 'SQUARE_METRE' ? 2 : name === 'CUBIC_METRE' ? 3 : 1)
}
