import { type RefObject, useEffect, useState } from 'react'
import { type MapColours, readMapColours } from './map-colours.ts'

/** Size and colours of the canvas. */
export interface Surface {
  /** CSS pixels. */
  readonly width: number
  readonly height: number
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  readonly ink: MapColours
}

/** The surface of a frame, updated when its size or the colour scheme changes. Undefined before the first layout. */
export function useSurface(frame: RefObject<HTMLElement | null>): Surface | undefined {
  const [surface, setSurface] = useState<Surface>()
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const measure = (): void =>
      setSurface({ width: element.clientWidth, height: element.clientHeight, ratio: devicePixelRatio, ink: readMapColours(element) })
    const observer = new ResizeObserver(measure)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    observer.observe(element)
    scheme.addEventListener('change', measure)
    const theme = new MutationObserver(measure)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      theme.disconnect()
      observer.disconnect()
      scheme.removeEventListener('change', measure)
    }
  }, [frame])
  return surface
}
