import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../session.tsx'
import { boxAround, type Point, plane, type Shape } from './atlas.ts'
import { discRadius, drawMap, drawPointed, type Scene, shapesSeen } from './draw.ts'
import { type Direction, nearestTo, neighbour, shapeAt, viewOf } from './pointing.ts'
import { type Surface, useSurface } from './surface.ts'

const directions: Readonly<Record<string, Direction>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }
const unlaid = { width: 1, height: 1, ratio: 1 }

/** The map. What the pointer or the arrow keys are on is named below it; a click or Enter opens it. */
export function SpainMap(props: {
  readonly scene: Scene
  readonly label: string
  /** What is said of an outline. */
  readonly describe: (shape: Shape) => string
  readonly onOpen: (ine: string) => void
}) {
  const { scene, label, describe, onOpen } = props
  const words = useText().mapa
  const help = useId()
  const [pointed, setPointed] = useState<Shape>()
  const frame = useRef<HTMLDivElement>(null)
  const [ground, over] = [useRef<HTMLCanvasElement>(null), useRef<HTMLCanvasElement>(null)]
  const surface = useSurface(frame)
  const { width, height, ratio } = surface ?? unlaid
  const seen = useMemo(() => shapesSeen(scene), [scene])
  const own = useMemo(() => seen.filter(({ id }) => scene.area?.has(id) ?? scene.classOf(id) !== undefined), [seen, scene])
  const view = useMemo(() => viewOf(scene.area === undefined ? plane : boxAround(own), width, height), [scene, own, width, height])
  // Before the browser paints: a canvas that takes another size is blank.
  useLayoutEffect(() => {
    const context = clean(ground.current, surface)
    if (context === undefined || surface === undefined) return
    drawMap(context, scene, view, surface.ink)
    return onceShown(() => frame.current?.setAttribute('data-drawn', label))
  }, [ground, scene, view, surface, label])
  useLayoutEffect(() => {
    const context = clean(over.current, surface)
    if (context === undefined || surface === undefined || pointed === undefined || !seen.includes(pointed)) return
    drawPointed(context, pointed, view, surface)
  }, [over, pointed, seen, view, surface])

  const under = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): Shape | undefined => {
    const { left, top } = currentTarget.getBoundingClientRect()
    const place: Point = [(clientX - left - view.left) / view.scale, (clientY - top - view.top) / view.scale]
    return shapeAt(seen, place, scene.area === undefined ? (discRadius + 4) / view.scale : 0)
  }
  const open = (shape: Shape | undefined): void => {
    if (shape !== undefined && scene.classOf(shape.id) !== undefined) onOpen(shape.id)
  }
  const next = (from: Shape | undefined, direction: Direction): Shape | undefined =>
    from === undefined || !own.includes(from)
      ? nearestTo(own, [(width / 2 - view.left) / view.scale, (height / 2 - view.top) / view.scale])
      : (neighbour(own, from.centre, direction) ?? from)
  const press = (event: KeyboardEvent): void => {
    const direction = directions[event.key]
    if (event.key === 'Enter') open(pointed)
    else if (event.key === 'Escape') setPointed(undefined)
    else if (direction !== undefined) {
      event.preventDefault()
      setPointed((from) => next(from, direction))
    }
  }
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) }
  return (
    <>
      <div
        ref={frame}
        className="map-frame"
        role="application"
        aria-label={label}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move over the map
        tabIndex={0}
        onKeyDown={press}
        onPointerMove={(event) => setPointed(under(event))}
        onPointerLeave={() => setPointed(undefined)}
        onClick={(event) => open(under(event))}
      >
        <canvas ref={ground} {...pixels} />
        <canvas ref={over} {...pixels} />
      </div>
      <p className="map-said" role="status">
        {pointed === undefined ? words.nothing : describe(pointed)}
      </p>
      <p id={help} className="help">
        {words.keys}
      </p>
    </>
  )
}

/** The pen of a canvas, in CSS pixels, over a blank sheet. */
function clean(canvas: HTMLCanvasElement | null, surface: Surface | undefined): CanvasRenderingContext2D | undefined {
  const context = surface === undefined ? null : canvas?.getContext('2d')
  if (context === null || context === undefined || surface === undefined) return undefined
  context.setTransform(surface.ratio, 0, 0, surface.ratio, 0, 0)
  context.clearRect(0, 0, surface.width, surface.height)
  return context
}

/** Calls back when what was just drawn is on the screen: two frames on. What it gives stops that. */
function onceShown(callback: () => void): () => void {
  let waiting = requestAnimationFrame(() => {
    waiting = requestAnimationFrame(callback)
  })
  return () => cancelAnimationFrame(waiting)
}
