import { type Exact, isDecimal, parseDecimal } from '../engine/decimal.ts'
import type { Text } from '../errors/language.ts'
import type { HulcMapping } from '../kb/hulc-mapping.ts'
import { type Area, areasOf } from './areas.ts'
import type { Block } from './blocks.ts'
import { borderOf, isOutside, type KInput } from './k-inputs.ts'
import {
  type Constructions,
  constructionsOf,
  frameShare,
  layersName,
  layersTransmittance,
  openingTransmittance,
  type Transmittance,
} from './transmittance.ts'

/** Elements of the envelope that have one construction and one check. */
export interface EnvelopePart {
  readonly element: string
  readonly construction: string
  readonly transmittance: Transmittance
  /** The names of the elements in the file. */
  readonly names: readonly string[]
  /** The area of each of them. */
  readonly areas: readonly Area[]
}

/** Elements that are not checked, with the reason. */
export interface Unchecked {
  readonly reason: Text
  readonly names: readonly string[]
}

export interface Envelope {
  readonly parts: readonly EnvelopePart[]
  readonly unchecked: readonly Unchecked[]
  /** What the file gives of each element that counts for the global coefficient K. */
  readonly inputs: readonly KInput[]
}

type Checked = { readonly element: string; readonly construction: string; readonly transmittance: () => Transmittance }
type Fate = Checked | { readonly reason: Text }
type Mutable = Omit<EnvelopePart, 'names' | 'areas'> & { readonly names: string[]; readonly areas: Area[] }

/** The envelope of a building: what is in contact with outside air, by construction, and what is not checked and why. */
export function envelopeOf(blocks: readonly Block[], mapping: HulcMapping): Envelope {
  const constructions = constructionsOf(blocks, mapping.plausible)
  const spaces = new Map(blocks.filter(({ type }) => type === 'SPACE').map((block) => [block.name, block]))
  const walls = new Map(blocks.map((block) => [`${block.space} ${block.name}`, block]))
  const areaOf = areasOf(blocks, constructions)
  const parts = new Map<string, Mutable>()
  const unchecked = new Map<string, { readonly reason: Text; readonly names: string[] }>()
  const inputs: KInput[] = []
  for (const block of blocks) {
    const wall = block.type === 'WINDOW' || block.type === 'DOOR' ? walls.get(`${block.space} ${block.wall}`) : block
    if (wall === undefined || !isDrawn(block.type)) continue
    const fate = outsideReason(wall, spaces) ?? fateOf(block, wall, { mapping, constructions })
    const area = areaOf(block)
    if ('reason' in fate) push(unchecked, fate.reason.es, { reason: fate.reason, names: [] }, block.name)
    const part = 'reason' in fate ? undefined : added(parts, fate, { name: block.name, area })
    const border = borderOf(wall, spaces)
    const construction = part?.construction ?? (block === wall ? layersName(block, constructions) : (block.attributes.get('GAP') ?? ''))
    if (border !== undefined)
      inputs.push({ name: block.name, element: part?.element, construction, border, area, transmittance: part?.transmittance })
  }
  return { parts: [...parts.values()], unchecked: [...unchecked.values()], inputs }
}

/** Adds an element to the part of its construction, which it makes if there is none. */
function added(parts: Map<string, Mutable>, fate: Checked, { name, area }: { readonly name: string; readonly area: Area }): EnvelopePart {
  const key = `${fate.element}\n${fate.construction}`
  const part = parts.get(key) ?? { ...fate, transmittance: fate.transmittance(), names: [], areas: [] }
  parts.set(key, part)
  part.names.push(name)
  part.areas.push(area)
  return part
}

function isDrawn(type: string): boolean {
  return ['EXTERIOR-WALL', 'ROOF', 'INTERIOR-WALL', 'UNDERGROUND-WALL', 'UNDERGROUND-FLOOR', 'WINDOW', 'DOOR'].includes(type)
}

function push(
  all: Map<string, { readonly reason: Text; readonly names: string[] }>,
  key: string,
  fresh: { reason: Text; names: string[] },
  name: string,
): void {
  const own = all.get(key) ?? fresh
  own.names.push(name)
  all.set(key, own)
}

/** Why an element, or the wall that an opening is in, is no part of the envelope towards outside air; undefined if it is. */
function outsideReason({ type, space }: Block, spaces: ReadonlyMap<string, Block>): { readonly reason: Text } | undefined {
  if (type === 'INTERIOR-WALL')
    return {
      reason: { es: 'Partición interior: su límite depende de lo que separa', en: 'Interior partition: its limit depends on what it separates' },
    }
  if (type.startsWith('UNDERGROUND'))
    return {
      reason: {
        es: 'En contacto con el terreno: su transmitancia depende también del terreno',
        en: 'In contact with the ground: its transmittance depends on the ground as well',
      },
    }
  if (isOutside(spaces.get(space)))
    return {
      reason: {
        es: 'El espacio no pertenece a la envolvente térmica o no es habitable',
        en: 'The space is outside the thermal envelope, or not habitable',
      },
    }
  return undefined
}

function fateOf(
  block: Block,
  wall: Block,
  { mapping, constructions }: { readonly mapping: HulcMapping; readonly constructions: Constructions },
): Fate {
  const kind = kindOf(wall, mapping)
  if (kind === undefined) return { reason: { es: 'No se entiende su inclinación (TILT)', en: 'Its slope (TILT) cannot be read' } }
  if (block === wall) {
    const { element, ...surfaces } = mapping.opaque[kind]
    const construction = layersName(block, constructions)
    return { element, construction, transmittance: () => layersTransmittance(construction, constructions, surfaces) }
  }
  const construction = block.attributes.get('GAP') ?? ''
  return {
    element: openingElement(construction, kind, { mapping, constructions }),
    construction,
    transmittance: () => openingTransmittance(construction, constructions),
  }
}

/** A door counts as one only if it is glazed by no more than its limit; any other opening has the stricter limit of windows. */
function openingElement(
  construction: string,
  kind: keyof HulcMapping['opaque'],
  { mapping: { openings }, constructions }: { readonly mapping: HulcMapping; readonly constructions: Constructions },
): string {
  const isDoor = constructions.named('GAP', construction)?.attributes.get('ISDOOR') === 'YES'
  const glazed = frameShare(construction, constructions)?.neg().add(1).mul(100)
  if (isDoor && glazed !== undefined && glazed.compare(parseDecimal(openings.most_glazed_door_pct)) <= 0) return openings.door
  return kind === 'roof' ? openings.skylight : openings.window
}

/** Wall, roof or floor by the angle between its outward side and the sky, in degrees; without one, by what was drawn and where. */
function kindOf({ type, attributes }: Block, { steepest_horizontal_deg: steepest }: HulcMapping): keyof HulcMapping['opaque'] | undefined {
  const tilt = attributes.get('TILT')
  const location = attributes.get('LOCATION')
  if (tilt === undefined) return type === 'ROOF' || location === 'TOP' ? 'roof' : location === 'BOTTOM' ? 'floor' : 'wall'
  if (!isDecimal(tilt)) return undefined
  const angle: Exact = parseDecimal(tilt)
  const most = parseDecimal(steepest)
  if (angle.s < 0n || angle.compare(180) > 0) return undefined
  if (angle.compare(most) <= 0) return 'roof'
  return most.neg().add(180).compare(angle) <= 0 ? 'floor' : 'wall'
}
