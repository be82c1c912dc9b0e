import { z } from 'zod'
import type { Book } from '../engine/book.ts'
import { isDecimal } from '../engine/decimal.ts'

const figure = z.string().refine(isDecimal, 'expected a decimal in quotes, such as "0.13"')
const opaque = z.strictObject({
  element: z.string(),
  inside: figure.meta({ description: 'Surface resistance inside, in m²K/W' }),
  outside: figure.meta({ description: 'Surface resistance outside, in m²K/W' }),
})

const range = z.strictObject({ min: figure, max: figure })

/** `kb/mapping/hulc.yaml`: how the envelope in a file of HULC becomes checks. */
export const hulcMapping = z.strictObject({
  version: z.int().min(1),
  /** Where the surface resistances are printed. */
  source: z.strictObject({
    document: z.string(),
    place_in_text: z.string(),
    verification: z.enum(['official_text', 'two_readers', 'single_reader']),
  }),
  steepest_horizontal_deg: figure,
  opaque: z.strictObject({ wall: opaque, roof: opaque, floor: opaque }),
  openings: z.strictObject({ window: z.string(), skylight: z.string(), door: z.string(), most_glazed_door_pct: figure }),
  plausible: z.strictObject({ thickness_m: range, conductivity_w_mk: range, resistance_m2k_w: range, opening_w_m2k: range }),
  parameter: z.string(),
  unit: z.string(),
})

export type HulcMapping = z.output<typeof hulcMapping>

/** What is wrong in the mapping, each in one line: terms and a unit that the vocabulary does not have. */
export function hulcFaults({ opaque: kinds, openings, parameter, unit }: HulcMapping, { elements, parameters, units }: Book): string[] {
  const named = [...Object.values(kinds).map(({ element }) => element), openings.window, openings.skylight, openings.door]
  return [
    ...named.filter((one) => !elements.byId.has(one)).map((one) => `unknown element "${one}"`),
    ...(parameters.byId.has(parameter) ? [] : [`unknown parameter "${parameter}"`]),
    ...(units.parse(unit) === undefined ? [`unknown unit "${unit}"`] : []),
  ]
}
