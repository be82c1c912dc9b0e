import { tones } from './layer.ts'

/** The colours of the map, as the style sheet sets them for day or night. */
export interface Ink {
  readonly tones: readonly string[]
  readonly unlisted: string
  readonly land: string
  readonly line: string
  readonly border: string
  readonly hatch: string
  readonly hatchGround: string
  readonly accent: string
  readonly panel: string
  readonly text: string
  readonly face: string
}

/** Reads the colours that hold for an element now. */
export function inkOf(element: Element): Ink {
  const style = getComputedStyle(element)
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    tones: Array.from({ length: tones }, (_, index) => colour(`map-${index + 1}`)),
    unlisted: colour('map-unlisted'),
    land: colour('map-land'),
    line: colour('map-line'),
    border: colour('map-border'),
    hatch: colour('map-hatch'),
    hatchGround: colour('map-hatch-ground'),
    accent: colour('accent'),
    panel: colour('panel'),
    text: colour('ink'),
    face: style.fontFamily,
  }
}

/** A hatch, drawn in a tile that repeats: strokes to the right where a value is estimated, crossed where there is none. */
export function hatchOf(context: CanvasRenderingContext2D, ink: Ink, kind: 'estimated' | 'unknown'): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = 8
  tile.height = 8
  const brush = tile.getContext('2d')
  if (brush === null) return ink.hatchGround
  brush.fillStyle = ink.hatchGround
  brush.fillRect(0, 0, 8, 8)
  brush.strokeStyle = ink.hatch
  brush.lineWidth = 1.25
  brush.beginPath()
  for (const start of [-8, 0, 8]) {
    brush.moveTo(start, 8)
    brush.lineTo(start + 8, 0)
    if (kind === 'unknown') {
      brush.moveTo(start, 0)
      brush.lineTo(start + 8, 8)
    }
  }
  brush.stroke()
  return context.createPattern(tile, 'repeat') ?? ink.hatchGround
}
