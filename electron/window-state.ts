import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Rectangle } from './electron-api.ts'

export const smallest = { width: 400, height: 300 } as const
const largest = 20_000
const defaultState: WindowState = { width: 1280, height: 860, isMaximized: false }
/** The stored position is used only if at least this many pixels of the window are on a display. */
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

/**
 * Reads the stored size and position of the window, or the default if nothing valid is stored. If no display shows that position, drops it and
 * shrinks the window to fit the first display.
 */
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

/** Stores the size and position of the window for the next start. Ignores a folder that cannot be written. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, JSON.stringify(state))
  } catch {
    // The window must still close.
  }
}

function parse(file: string): WindowState {
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return defaultState
  }
}
