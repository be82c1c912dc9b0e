import { select } from 'd3-selection'
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { View } from './hit-testing.ts'

const mostScale = 24

/** How a map is moved: the transform of the moment, and steps for buttons and keys. */
export interface Zoom {
  readonly transform: ZoomTransform
  step(factor: number): void
  reset(): void
}

/**
 * Zoom and pan of a frame. The wheel zooms while Ctrl is held or the map has the focus, so that the page still scrolls over it; two fingers zoom;
 * dragging pans. `key`: another one begins with the whole map again.
 */
export function useZoom(frame: RefObject<HTMLElement | null>, key: string): Zoom {
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity)
  const behaviour = useMemo(
    () =>
      zoom<HTMLElement, unknown>()
        .scaleExtent([1, mostScale])
        .clickDistance(4)
        .filter((event: Event) => isForMap(event, frame.current))
        .extent(() => extentOf(frame.current))
        .on('zoom', ({ transform: next }: D3ZoomEvent<HTMLElement, unknown>) => setTransform(next)),
    [frame],
  )
  useEffect(() => {
    if (frame.current === null) return
    const map = select(frame.current)
    const bound = () => behaviour.translateExtent(extentOf(frame.current))
    bound()
    const observer = new ResizeObserver(bound)
    observer.observe(frame.current)
    // A double click opens the municipality under it, which a click did already.
    map.call(behaviour).on('dblclick.zoom', null)
    return () => {
      observer.disconnect()
      map.on('.zoom', null)
    }
  }, [behaviour, frame])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another area or zone begins with the whole map
  useEffect(() => {
    if (frame.current !== null) select(frame.current).call(behaviour.transform, zoomIdentity)
  }, [key, behaviour, frame])
  return useMemo(
    () => ({
      transform,
      step: (factor) => frame.current !== null && select(frame.current).call(behaviour.scaleBy, factor),
      reset: () => frame.current !== null && select(frame.current).call(behaviour.transform, zoomIdentity),
    }),
    [transform, behaviour, frame],
  )
}

/** A view moved by a transform. */
export function zoomedView({ scale, left, top }: View, { k, x, y }: ZoomTransform): View {
  return { scale: scale * k, left: left * k + x, top: top * k + y }
}

function extentOf(element: HTMLElement | null): [[number, number], [number, number]] {
  return [
    [0, 0],
    [element?.clientWidth ?? 1, element?.clientHeight ?? 1],
  ]
}

function isForMap(event: Event, element: HTMLElement | null): boolean {
  if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey || document.activeElement === element
  // One finger scrolls the page until the map is enlarged.
  if (event.type === 'touchstart') return (event as TouchEvent).touches.length > 1 || element?.dataset['zoomed'] === 'true'
  return !(event instanceof MouseEvent) || event.button === 0
}
