import { type Atlas, discs, inset, type Line, type Point, type Shape } from './atlas.ts'
import type { View } from './hit-testing.ts'
import { hatchPattern, type MapColours } from './map-colours.ts'
import type { ZoneClass } from './zone-layer.ts'

/** The content of the map: outlines, the class of each municipality, and what is highlighted. */
export interface Scene {
  readonly atlas: Atlas
  classOf(id: string): ZoneClass | undefined
  /** Key of the highlighted class, all others are faded; empty if none is highlighted. */
  readonly chosenClass: string
  /** The municipalities of the enlarged area; undefined for all of Spain. */
  readonly area: ReadonlySet<string> | undefined
  /** Borders between classes. */
  readonly lines: readonly Line[]
}

export const discRadius = 6

/** The outlines to draw. An enlarged area shows either the peninsula or the Canary Islands, because the inset is not where the islands are. */
export function visibleShapes({ atlas, area }: Pick<Scene, 'atlas' | 'area'>): readonly Shape[] {
  if (area === undefined) return atlas.shapes
  const land = atlas.shapes.find(({ id }) => area.has(id))?.land
  return atlas.shapes.filter((shape) => shape.land === land)
}

/** Draws a scene on an empty canvas, in CSS pixels. */
export function drawMap(context: CanvasRenderingContext2D, scene: Scene, view: View, ink: MapColours): void {
  const shapes = visibleShapes(scene)
  for (const [key, group] of grouped(shapes, scene)) {
    const [zoneClass, emphasis = 'full'] = key
    context.globalAlpha = emphasis === 'faded' ? 0.22 : 1
    context.fillStyle = zoneClass === undefined || emphasis === 'outside' ? ink.land : fillOf(context, zoneClass, ink)
    fillShapes(context, group, view)
  }
  context.globalAlpha = 1
  const area = scene.area
  if (area !== undefined)
    strokeLines(
      context,
      shapes.filter(({ id }) => area.has(id)).flatMap(({ rings }) => rings),
      view,
      { colour: ink.line, width: 0.6 },
    )
  const visible = (lines: readonly Line[]): readonly Line[] =>
    area === undefined ? lines : lines.filter(([first]) => isInInset(first) === (shapes[0]?.land === 'canarias'))
  strokeLines(context, visible(scene.lines), view, { colour: ink.line, width: area === undefined ? 0.35 : 1 })
  strokeLines(context, visible(scene.atlas.provinceLines), view, { colour: ink.border, width: area === undefined ? 0.9 : 1.6 })
  strokeLines(context, visible(scene.atlas.coast), view, { colour: ink.border, width: 0.6 })
  if (area === undefined) {
    drawInset(context, view, ink)
    for (const id of discs) drawDisc(context, scene, view, { id, ink })
  }
}

/** Draws the outline and the name of the municipality under the pointer. */
export function drawPointed(
  context: CanvasRenderingContext2D,
  shape: Shape,
  view: View,
  { ink, width }: { readonly ink: MapColours; readonly width: number },
): void {
  strokeLines(context, shape.rings, view, { colour: ink.panel, width: 5 })
  strokeLines(context, shape.rings, view, { colour: ink.accent, width: 2.5 })
  const [x, y] = onScreen(shape.centre, view)
  context.font = `600 13px ${ink.face}`
  const wide = context.measureText(shape.name).width + 12
  const left = Math.max(2, Math.min(width - wide - 2, x - wide / 2))
  const above = onScreen([0, shape.box[1]], view)[1] - 28
  const top = above > 2 ? above : Math.max(y, onScreen([0, shape.box[3]], view)[1]) + 6
  context.fillStyle = ink.panel
  context.strokeStyle = ink.accent
  context.lineWidth = 1
  context.fillRect(left, top, wide, 22)
  context.strokeRect(left, top, wide, 22)
  context.fillStyle = ink.text
  context.fillText(shape.name, left + 6, top + 15.5)
}

type Emphasis = 'full' | 'faded' | 'outside'
type Group = readonly [zoneClass: ZoneClass | undefined, emphasis: Emphasis]

function grouped(shapes: readonly Shape[], scene: Scene): [Group, Shape[]][] {
  const groups = new Map<string, [Group, Shape[]]>()
  for (const shape of shapes) {
    const zoneClass = scene.classOf(shape.id)
    const isOutside = scene.area !== undefined && !scene.area.has(shape.id)
    const emphasis = isOutside ? 'outside' : scene.chosenClass !== '' && zoneClass?.key !== scene.chosenClass ? 'faded' : 'full'
    const key = `${zoneClass?.key} ${emphasis}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [[zoneClass, emphasis], [shape]])
    else group[1].push(shape)
  }
  return [...groups.values()]
}

function fillOf(context: CanvasRenderingContext2D, { kind, tone, isHatched }: ZoneClass, ink: MapColours): CanvasPattern | string {
  if (kind === 'unlisted') return ink.unlisted
  if (kind === 'zone') return ink.tones[(tone ?? 1) - 1] ?? ink.land
  return isHatched ? hatchPattern(context, ink, kind) : ink.land
}

/** Fills all shapes as one path, so that no seams appear between neighbours. */
function fillShapes(context: CanvasRenderingContext2D, shapes: readonly Shape[], view: View): void {
  context.beginPath()
  for (const { rings } of shapes) for (const ring of rings) trace(context, ring, view)
  context.fill('evenodd')
}

function strokeLines(
  context: CanvasRenderingContext2D,
  lines: readonly Line[],
  view: View,
  { colour, width }: { readonly colour: string; readonly width: number },
): void {
  context.strokeStyle = colour
  context.lineWidth = width
  context.lineJoin = 'round'
  context.beginPath()
  for (const line of lines) trace(context, line, view)
  context.stroke()
}

function trace(context: CanvasRenderingContext2D, line: Line, { scale, left, top }: View): void {
  let isFirst = true
  for (const [x = 0, y = 0] of line) {
    if (isFirst) context.moveTo(x * scale + left, y * scale + top)
    else context.lineTo(x * scale + left, y * scale + top)
    isFirst = false
  }
}

function drawInset(context: CanvasRenderingContext2D, view: View, ink: MapColours): void {
  const [left, top] = onScreen([inset[0], inset[1]], view)
  context.strokeStyle = ink.border
  context.lineWidth = 0.75
  context.strokeRect(left, top, (inset[2] - inset[0]) * view.scale, (inset[3] - inset[1]) * view.scale)
}

function drawDisc(context: CanvasRenderingContext2D, scene: Scene, view: View, { id, ink }: { readonly id: string; readonly ink: MapColours }): void {
  const shape = scene.atlas.byId.get(id)
  const zoneClass = scene.classOf(id)
  if (shape === undefined || zoneClass === undefined) return
  const [x, y] = onScreen(shape.centre, view)
  const isFaded = scene.chosenClass !== '' && zoneClass.key !== scene.chosenClass
  context.beginPath()
  context.arc(x, y, discRadius, 0, 2 * Math.PI)
  context.fillStyle = isFaded ? ink.land : fillOf(context, zoneClass, ink)
  context.fill()
  context.strokeStyle = ink.border
  context.lineWidth = 1.25
  context.stroke()
  context.font = `12px ${ink.face}`
  context.fillStyle = ink.text
  const [right, wide] = [x + discRadius + 4, context.measureText(shape.name).width]
  const isFree = right + wide < onScreen([inset[0], inset[1]], view)[0]
  context.fillText(shape.name, isFree ? right : x - discRadius - 4 - wide, y + 4)
}

function onScreen([x = 0, y = 0]: Point, { scale, left, top }: View): [x: number, y: number] {
  return [x * scale + left, y * scale + top]
}

function isInInset(point: Point | undefined): boolean {
  const [x = 0, y = 0] = point ?? []
  return x >= inset[0] && x <= inset[2] && y >= inset[1] && y <= inset[3]
}
