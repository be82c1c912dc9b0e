import { type RefObject, useEffect, useState } from 'react'
import { type Ink, inkOf } from './ink.ts'

/** What a map is drawn on. */
export interface Surface {
  /** CSS pixels. */
  readonly width: number
  readonly height: number
  /** Pixels of the screen to each of them. */
  readonly ratio: number
  readonly ink: Ink
}

/** The size and colours of a frame; new when the frame, the screen or the colour scheme changes, undefined before it is laid out. */
export function useSurface(frame: RefObject<HTMLElement | null>): Surface | undefined {
  const [surface, setSurface] = useState<Surface>()
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const measure = (): void => setSurface({ width: element.clientWidth, height: element.clientHeight, ratio: devicePixelRatio, ink: inkOf(element) })
    const observer = new ResizeObserver(measure)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    observer.observe(element)
    scheme.addEventListener('change', measure)
    return () => {
      observer.disconnect()
      scheme.removeEventListener('change', measure)
    }
  }, [frame])
  return surface
}
