import { Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../session.tsx'
import { boxAround, type Point, plane, type Shape } from './atlas.ts'
import { type Surface, useSurface } from './canvas-surface.ts'
import { discRadius, drawMap, drawPointed, type Scene, visibleShapes } from './draw-map.ts'
import { type Direction, fitView, nearestTo, neighbour, shapeAt } from './hit-testing.ts'
import { useZoom, zoomedView } from './use-zoom.ts'

const directions: Readonly<Record<string, Direction>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }
/** A press of a button or of + enlarges the map so much. */
const stepFactor = 1.6
const noSurface = { width: 1, height: 1, ratio: 1 }

/** The map. The municipality under the pointer or chosen with the arrow keys is described below; a click or Enter opens it. */
export function SpainMap(props: {
  readonly scene: Scene
  readonly label: string
  /** Describes a municipality in one sentence. */
  readonly describe: (shape: Shape) => string
  readonly onOpen: (ine: string) => void
}) {
  const { scene, label, describe, onOpen } = props
  const words = useText().mapa
  const help = useId()
  const [pointedShape, setPointedShape] = useState<Shape>()
  const frame = useRef<HTMLDivElement>(null)
  const [mapCanvas, overlayCanvas] = [useRef<HTMLCanvasElement>(null), useRef<HTMLCanvasElement>(null)]
  const surface = useSurface(frame)
  const { width, height, ratio } = surface ?? noSurface
  const visible = useMemo(() => visibleShapes(scene), [scene])
  const selectable = useMemo(() => visible.filter(({ id }) => scene.area?.has(id) ?? scene.classOf(id) !== undefined), [visible, scene])
  const zoom = useZoom(frame, label)
  const view = useMemo(
    () => zoomedView(fitView(scene.area === undefined ? plane : boxAround(selectable), width, height), zoom.transform),
    [scene, selectable, width, height, zoom.transform],
  )
  // A layout effect, because a resized canvas is blank until it is drawn again.
  useLayoutEffect(() => {
    const context = clearedContext(mapCanvas.current, surface)
    if (context === undefined || surface === undefined) return
    drawMap(context, scene, view, surface.ink)
    return afterPaint(() => frame.current?.setAttribute('data-drawn', label))
  }, [mapCanvas, scene, view, surface, label])
  useLayoutEffect(() => {
    const context = clearedContext(overlayCanvas.current, surface)
    if (context === undefined || surface === undefined || pointedShape === undefined || !visible.includes(pointedShape)) return
    drawPointed(context, pointedShape, view, surface)
  }, [overlayCanvas, pointedShape, visible, view, surface])

  const shapeUnder = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): Shape | undefined => {
    const { left, top } = currentTarget.getBoundingClientRect()
    const place: Point = [(clientX - left - view.left) / view.scale, (clientY - top - view.top) / view.scale]
    return shapeAt(visible, place, scene.area === undefined ? (discRadius + 4) / view.scale : 0)
  }
  const open = (shape: Shape | undefined): void => {
    if (shape !== undefined && scene.classOf(shape.id) !== undefined) onOpen(shape.id)
  }
  const next = (from: Shape | undefined, direction: Direction): Shape | undefined =>
    from === undefined || !selectable.includes(from)
      ? nearestTo(selectable, [(width / 2 - view.left) / view.scale, (height / 2 - view.top) / view.scale])
      : (neighbour(selectable, from.centre, direction) ?? from)
  const press = (event: KeyboardEvent): void => {
    const direction = directions[event.key]
    if (event.key === 'Enter') open(pointedShape)
    else if (event.key === 'Escape') setPointedShape(undefined)
    else if (event.key === '+') zoom.step(stepFactor)
    else if (event.key === '-') zoom.step(1 / stepFactor)
    else if (event.key === '0') zoom.reset()
    else if (direction !== undefined) {
      event.preventDefault()
      setPointedShape((from) => next(from, direction))
    }
  }
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) }
  return (
    <>
      <div className="map-tools">
        <button type="button" aria-label={words.zoomIn} title={words.zoomIn} onClick={() => zoom.step(stepFactor)}>
          <Plus />
        </button>
        <button type="button" aria-label={words.zoomOut} title={words.zoomOut} onClick={() => zoom.step(1 / stepFactor)}>
          <Minus />
        </button>
        <button type="button" aria-label={words.wholeArea} title={words.wholeArea} disabled={zoom.transform.k === 1} onClick={zoom.reset}>
          <Maximize />
        </button>
      </div>
      <div
        ref={frame}
        className="map-frame"
        role="application"
        data-zoomed={zoom.transform.k > 1}
        aria-label={label}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move over the map
        tabIndex={0}
        onKeyDown={press}
        onPointerMove={(event) => setPointedShape(shapeUnder(event))}
        onPointerLeave={() => setPointedShape(undefined)}
        onClick={(event) => open(shapeUnder(event))}
      >
        <canvas ref={mapCanvas} {...pixels} />
        <canvas ref={overlayCanvas} {...pixels} />
      </div>
      <p className="map-said" role="status">
        {pointedShape === undefined ? words.nothing : describe(pointedShape)}
      </p>
      <p id={help} className="help">
        {words.keys}
      </p>
    </>
  )
}

/** The context of a canvas, cleared and scaled to CSS pixels. */
function clearedContext(canvas: HTMLCanvasElement | null, surface: Surface | undefined): CanvasRenderingContext2D | undefined {
  const context = surface === undefined ? null : canvas?.getContext('2d')
  if (context === null || context === undefined || surface === undefined) return undefined
  context.setTransform(surface.ratio, 0, 0, surface.ratio, 0, 0)
  context.clearRect(0, 0, surface.width, surface.height)
  return context
}

/** Calls `callback` two frames later, when the drawing is on the screen. Returns a function that cancels it. */
function afterPaint(callback: () => void): () => void {
  let waiting = requestAnimationFrame(() => {
    waiting = requestAnimationFrame(callback)
  })
  return () => cancelAnimationFrame(waiting)
}
