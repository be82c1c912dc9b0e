import type { ModelElement } from './model.ts'
import { areaOf, sidesOf, upToMillimetre } from './plan-measures.ts'

/** A number measured on the geometry of an element, rounded up; undefined if the element has no shape. */
export function geometryValue({ shape }: ModelElement, name: string): { readonly value: number; readonly unit: string } | undefined {
  if (shape === undefined) return undefined
  const measures: Readonly<Record<string, () => number | undefined>> = {
    height: () => shape.max[2] - shape.min[2],
    width: () => sidesOf(shape)?.[0],
    length: () => sidesOf(shape)?.[1],
    area: () => areaOf(shape),
  }
  const measured = measures[name]?.()
  return measured === undefined ? undefined : { value: upToMillimetre(measured), unit: name === 'area' ? 'm²' : 'm' }
}

interface Input {
  readonly sources: readonly string[]
  readonly unit: string
  /** What it can measure at all. */
  readonly plausible: { readonly min: number; readonly max: number }
}

/** How a derived number is computed from others of the same element. */
export interface Derivation {
  readonly of: readonly Input[]
  readonly unit: string
  readonly compute: (...inputs: number[]) => number
  readonly text: string
}

const riser: Input = { sources: ['Pset_StairFlightCommon.RiserHeight', 'attribute.RiserHeight'], unit: 'm', plausible: { min: 0.05, max: 0.5 } }
const tread: Input = { sources: ['Pset_StairFlightCommon.TreadLength', 'attribute.TreadLength'], unit: 'm', plausible: { min: 0.15, max: 0.6 } }
const risers: Input = { sources: ['Pset_StairFlightCommon.NumberOfRiser', 'attribute.NumberOfRiser'], unit: '1', plausible: { min: 1, max: 100 } }

/** The derived numbers, by the name that a mapping uses after `derived.`. Each input is the first of its sources that the element has. */
export const derivations: Readonly<Record<string, Derivation>> = {
  TwoRisersAndTread: { of: [riser, tread], unit: 'm', compute: (height = 0, depth = 0) => 2 * height + depth, text: '2 × contrahuella + huella' },
  FlightRise: { of: [risers, riser], unit: 'm', compute: (count = 0, height = 0) => count * height, text: 'n.º de contrahuellas × contrahuella' },
  SlopePercent: {
    of: [{ sources: ['Pset_RampFlightCommon.Slope', 'Pset_RampCommon.Slope'], unit: '°', plausible: { min: 0.5, max: 30 } }],
    unit: '%',
    compute: (degrees = 0) => 100 * Math.tan((degrees * Math.PI) / 180),
    text: 'tangente de la pendiente',
  },
}
