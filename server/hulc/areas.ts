import { isDecimal, parseDecimal } from '../engine/decimal.ts'
import type { Text } from '../errors/language.ts'
import { type Block, isWall } from './blocks.ts'
import { areaWithin, type Corners, cornersOf, sideLength } from './polygon.ts'
import type { Constructions } from './transmittance.ts'

/** The area of an element in m², whole and without its openings, or why the file does not settle it. */
export type Area = { readonly gross: number; readonly net: number } | { readonly unknown: Text }

type Whole = { readonly gross: number } | { readonly unknown: Text }

const longestM = 10_000
/** Sums of decimals as binary numbers may miss by this much. */
const slackM2 = 1e-6

/** Works out areas of walls, roofs, floors and openings. What could be read in two ways has none. */
export function areasOf(blocks: readonly Block[], constructions: Constructions): (block: Block) => Area {
  const openings = openingsOf(blocks)
  const known = new Map<string, Corners | undefined>()
  const corners = (name: string | undefined): Corners | undefined => {
    const polygon = name === undefined ? undefined : constructions.named('POLYGON', name)
    if (name === undefined || polygon === undefined) return undefined
    if (!known.has(name)) known.set(name, cornersOf(polygon))
    return known.get(name)
  }
  return (block) => {
    const repeated = repeats(block, constructions)
    if (repeated !== undefined) return { unknown: repeated }
    if (!isWall(block.type)) {
      const whole = openingArea(block)
      return 'unknown' in whole ? whole : { gross: whole.gross, net: whole.gross }
    }
    const whole = wallArea(block, constructions, corners)
    return 'unknown' in whole ? whole : withoutOpenings(whole.gross, openings.get(block) ?? [])
  }
}

/** The openings of each wall: those that come after it, until the next. */
function openingsOf(blocks: readonly Block[]): ReadonlyMap<Block, readonly Block[]> {
  const all = new Map<Block, Block[]>()
  let own: Block[] = []
  for (const block of blocks) {
    if (block.type === 'SPACE' || block.type === 'FLOOR') own = []
    else if (isWall(block.type)) {
      own = []
      all.set(block, own)
    } else if (block.type === 'WINDOW' || block.type === 'DOOR') own.push(block)
  }
  return all
}

/** A space or storey that stands for several is drawn once: how many times its elements count is not settled here. */
function repeats({ space, floor }: Block, constructions: Constructions): Text | undefined {
  const isOnce = (type: string, name: string): boolean => {
    const times = name === '' ? '1' : (constructions.named(type, name)?.attributes ?? new Map([['MULTIPLIER', '']])).get('MULTIPLIER')
    return times === undefined || (isDecimal(times) && parseDecimal(times).equals(1))
  }
  if (isOnce('SPACE', space) && isOnce('FLOOR', floor)) return undefined
  return { es: 'Su espacio o su planta se repite: por MULTIPLIER o por nombre', en: 'Its space or storey is repeated: by MULTIPLIER or by name' }
}

function openingArea({ attributes }: Block): Whole {
  const [width, height] = [metres(attributes.get('WIDTH')), metres(attributes.get('HEIGHT'))]
  if (width !== undefined && height !== undefined) return { gross: width * height }
  return { unknown: { es: 'El hueco no trae ancho y alto (WIDTH, HEIGHT)', en: 'The opening has no width and height (WIDTH, HEIGHT)' } }
}

/** By its own polygon; else the floor plan of its space, or the side of it that begins at a corner times the height. */
function wallArea(
  { attributes, space, floor }: Block,
  constructions: Constructions,
  corners: (name: string | undefined) => Corners | undefined,
): Whole {
  const [location, own, tilt] = [attributes.get('LOCATION'), attributes.get('POLYGON'), attributes.get('TILT')]
  if (own !== undefined && (location === undefined || location === 'TOP')) return enclosed(corners(own))
  const flat = { TOP: '0', BOTTOM: '180' }[location ?? '']
  const side = /^SPACE-V([1-9]\d{0,3})$/.exec(location ?? '')?.[1]
  const expected = flat ?? (side === undefined ? undefined : '90')
  if (own !== undefined || expected === undefined)
    return { unknown: { es: 'No se entiende dónde está (LOCATION, POLYGON)', en: 'Where it is cannot be read (LOCATION, POLYGON)' } }
  if (tilt !== undefined && !(isDecimal(tilt) && parseDecimal(tilt).equals(parseDecimal(expected))))
    return { unknown: { es: 'Está inclinado y no trae su polígono', en: 'It is sloped and has no polygon of its own' } }
  const room = constructions.named('SPACE', space)
  const plan = corners(room?.attributes.get('POLYGON'))
  if (side === undefined) return enclosed(plan)
  const length = plan === undefined ? undefined : sideLength(plan, Number(side))
  if (length === undefined || length === 0)
    return {
      unknown: { es: `No se entiende el lado V${side} del polígono de su espacio`, en: `Side V${side} of the polygon of its space cannot be read` },
    }
  const height = heightOf(room, constructions.named('FLOOR', floor))
  return height === undefined
    ? {
        unknown: {
          es: 'Falta la altura de la planta, o el espacio tiene otra',
          en: 'The height of the storey is missing, or that of the space is another',
        },
      }
    : { gross: length * height }
}

function enclosed(corners: Corners | undefined): Whole {
  const gross = corners === undefined ? 0 : areaWithin(corners)
  return gross > 0 ? { gross } : { unknown: { es: 'No se entiende su polígono', en: 'Its polygon cannot be read' } }
}

/** The height from floor to floor, which walls have, if the space states no other. */
function heightOf(space: Block | undefined, floor: Block | undefined): number | undefined {
  const height = metres(floor?.attributes.get('FLOOR-HEIGHT'))
  const others = [floor?.attributes.get('SPACE-HEIGHT'), space?.attributes.get('HEIGHT')].filter((one) => one !== undefined)
  return others.every((one) => metres(one) === height) ? height : undefined
}

function withoutOpenings(gross: number, openings: readonly Block[]): Area {
  let net = gross
  for (const opening of openings) {
    const whole = openingArea(opening)
    if ('unknown' in whole)
      return { unknown: { es: `Falta el área de su hueco ${opening.name}`, en: `The area of its opening ${opening.name} is missing` } }
    net -= whole.gross
  }
  if (net < -slackM2) return { unknown: { es: 'Sus huecos suman más que él', en: 'Its openings are larger than itself' } }
  return { gross, net: Math.max(net, 0) }
}

function metres(text: string | undefined): number | undefined {
  const value = text !== undefined && text.length <= 40 && isDecimal(text) ? parseDecimal(text).valueOf() : 0
  return value > 0 && value <= longestM ? value : undefined
}
