import { type Exact, isDecimal, parseDecimal } from '../engine/decimal.ts'
import type { Text } from '../errors/language.ts'
import type { HulcMapping } from '../kb/hulc-mapping.ts'
import { type Block, namesIn, numbersIn } from './blocks.ts'

/** A thermal transmittance in W/m²K, or why it cannot be known. */
export type Transmittance = { readonly value: Exact } | { readonly unknown: Text }

/** The blocks of the constructions of a file, by type and name. */
export interface Constructions {
  /** What thicknesses, conductivities and resistances can be at all. */
  readonly plausible: HulcMapping['plausible']
  named(type: string, name: string): Block | undefined
}

/** Makes the constructions of a file ready. Two of a name that differ are none: nobody can tell which is meant. */
export function constructionsOf(blocks: readonly Block[], plausible: HulcMapping['plausible']): Constructions {
  const known = new Map<string, Block | undefined>()
  for (const block of blocks) {
    const key = `${block.type} ${block.name}`
    const before = known.get(key)
    const isOther = known.has(key) && (before === undefined || !alike(before, block))
    known.set(key, isOther ? undefined : block)
  }
  return { plausible, named: (type, name) => known.get(`${type} ${name}`) }
}

function alike(left: Block, right: Block): boolean {
  // A construction is layers and their colour, which is no matter here.
  if (left.type === 'CONSTRUCTION') return left.attributes.get('LAYERS') === right.attributes.get('LAYERS')
  return JSON.stringify([...left.attributes]) === JSON.stringify([...right.attributes])
}

/** The name of the layers that an opaque element is made of. */
export function layersName({ attributes }: Block, constructions: Constructions): string {
  const name = attributes.get('CONSTRUCTION') ?? ''
  return constructions.named('CONSTRUCTION', name)?.attributes.get('LAYERS') ?? name
}

/** The transmittance of layers between two surfaces: 1 / (Rsi + R1 + … + Rn + Rse). */
export function layersTransmittance(
  name: string,
  constructions: Constructions,
  surfaces: { readonly inside: string; readonly outside: string },
): Transmittance {
  const layers = constructions.named('LAYERS', name)
  if (layers === undefined) return lacks(`la composición «${name}»`, `the layers "${name}"`)
  const materials = namesIn(layers.attributes.get('MATERIAL'))
  const thicknesses = numbersIn(layers.attributes.get('THICKNESS'))
  if (materials.length === 0) return lacks(`las capas de «${name}»`, `the layers of "${name}"`)
  let sum = parseDecimal(surfaces.inside).add(parseDecimal(surfaces.outside))
  for (const [index, material] of materials.entries()) {
    const resistance = resistanceOf(material, thicknesses[index], constructions)
    if (resistance === undefined)
      return lacks(
        `el material «${material}» con su conductividad o su resistencia`,
        `the material "${material}" with its conductivity or resistance`,
      )
    sum = sum.add(resistance)
  }
  return { value: sum.inverse() }
}

/** The resistance of a layer: its own, or thickness over conductivity. Undefined if a figure is missing or makes no sense. */
function resistanceOf(name: string, thickness: string | undefined, constructions: Constructions): Exact | undefined {
  const attributes = constructions.named('MATERIAL', name)?.attributes
  if (attributes === undefined) return undefined
  const { plausible } = constructions
  if (attributes.get('TYPE') !== 'PROPERTIES') return within(attributes.get('RESISTANCE'), plausible.resistance_m2k_w)
  const depth = within(thickness, plausible.thickness_m)
  const conductivity = within(attributes.get('CONDUCTIVITY'), plausible.conductivity_w_mk)
  return depth === undefined || conductivity === undefined ? undefined : depth.div(conductivity)
}

/** The transmittance of an opening: glass and frame by their shares, raised by what spacers and shutter boxes add. */
export function openingTransmittance(name: string, constructions: Constructions): Transmittance {
  const opening = constructions.named('GAP', name)?.attributes
  if (opening === undefined) return lacks(`la composición del hueco «${name}»`, `the construction of the opening "${name}"`)
  const share = frameShare(name, constructions)
  const { opening_w_m2k: range } = constructions.plausible
  const glass = within(constructions.named('GLASS-TYPE', opening.get('GLASS-TYPE') ?? '')?.attributes.get('GLASS-CONDUCTANCE'), range)
  const frame = within(constructions.named('NAME-FRAME', opening.get('NAME-FRAME') ?? '')?.attributes.get('FRAME-CONDUCT'), range)
  if (share === undefined) return lacks(`la fracción de marco de «${name}»`, `the frame share of "${name}"`)
  // A leaf without glass has no spacers. Of any other it is not taken for granted that they add nothing.
  const raise = number(opening.get('porcentajeIncrementoU') ?? (share.equals(1) ? '0' : ''))
  if (raise === undefined || raise.s < 0n)
    return lacks(`lo que suman los intercalarios y las cajas de persiana de «${name}»`, `what spacers and shutter boxes of "${name}" add`)
  // What has no share is not needed: a blind door may name no glass.
  if ((frame === undefined && share.n !== 0n) || (glass === undefined && !share.equals(1)))
    return lacks(`el vidrio o el marco del hueco «${name}»`, `the glass or frame of the opening "${name}"`)
  const parts = share.mul(frame ?? 0).add(
    share
      .neg()
      .add(1)
      .mul(glass ?? 0),
  )
  return { value: parts.mul(raise.div(100).add(1)) }
}

/** The share of an opening that its frame covers, from 0 to 1. */
export function frameShare(name: string, constructions: Constructions): Exact | undefined {
  const percentage = number(constructions.named('GAP', name)?.attributes.get('PORCENTAGE') ?? '')
  return percentage === undefined || percentage.s < 0n || percentage.compare(100) > 0 ? undefined : percentage.div(100)
}

/** A number that can be true; undefined if it is missing or cannot. */
function within(text: string | undefined, { min, max }: { readonly min: string; readonly max: string }): Exact | undefined {
  const value = number(text ?? '')
  return value === undefined || value.compare(parseDecimal(min)) < 0 || value.compare(parseDecimal(max)) > 0 ? undefined : value
}

function number(text: string): Exact | undefined {
  return text.length <= 40 && isDecimal(text) ? parseDecimal(text) : undefined
}

function lacks(es: string, en: string): Transmittance {
  return { unknown: { es: `El fichero no trae ${es}`, en: `The file does not have ${en}` } }
}
