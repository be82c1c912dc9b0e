import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Rectangle } from './electron-api.ts'

export const smallest = { width: 400, height: 300 } as const
const largest = 20_000
const usual: WindowState = { width: 1280, height: 860, isMaximized: false }
/** So much of the window must be on a display, in pixels, for its place to be kept. */
const visiblePixels = 60

const stored = z.strictObject({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(smallest.width).max(largest),
  height: z.int().min(smallest.height).max(largest),
  isMaximized: z.boolean(),
})

export interface WindowState {
  readonly x?: number | undefined
  readonly y?: number | undefined
  readonly width: number
  readonly height: number
  readonly isMaximized: boolean
}

/** The window as it was left; the usual one where nothing right is stored. A place that no display shows is dropped, and the window made to fit the first one. */
export function readWindowState(file: string, displays: readonly { readonly workArea: Rectangle }[]): WindowState {
  const { x, y, ...state } = parse(file)
  if (x === undefined || y === undefined) return state
  const isShown = displays.some(
    ({ workArea }) =>
      x + state.width >= workArea.x + visiblePixels &&
      x <= workArea.x + workArea.width - visiblePixels &&
      y >= workArea.y &&
      y <= workArea.y + workArea.height - visiblePixels,
  )
  if (isShown) return { x, y, ...state }
  const { width, height } = displays[0]?.workArea ?? state
  return { ...state, width: Math.min(state.width, width), height: Math.min(state.height, height) }
}

/** Keeps the window's place for the next start. A folder that cannot be written only loses the place. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, JSON.stringify(state))
  } catch {
    // Closing the window goes on.
  }
}

function parse(file: string): WindowState {
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return usual
  }
}
