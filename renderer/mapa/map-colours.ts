import { tones } from './zone-layer.ts'

/** Colours and font of the map, from the style sheet (light or dark). */
export interface MapColours {
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

/** Reads the current colours from the CSS variables of an element. A probe resolves them, because the variable itself holds those of both themes. */
export function readMapColours(element: Element): MapColours {
  const probe = element.appendChild(document.createElement('i'))
  const style = getComputedStyle(probe)
  const colour = (name: string): string => {
    probe.style.color = `var(--${name})`
    return style.color
  }
  const colours = {
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
  probe.remove()
  return colours
}

/** A repeating hatch pattern: diagonal lines for estimated values, crossed lines for missing ones. */
export function hatchPattern(context: CanvasRenderingContext2D, ink: MapColours, kind: 'estimated' | 'unknown'): CanvasPattern | string {
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
