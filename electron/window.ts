import { join } from 'node:path'
import type { ElectronApi, Window, WindowOptions } from './electron-api.ts'
import { origin } from './scheme.ts'
import { readWindowState, smallest, type WindowState, writeWindowState } from './window-state.ts'

/** As `--page` of the pages (a test compares them). */
const pageColours = { light: '#f5f6f8', dark: '#12161a' } as const

interface WindowSettings {
  readonly dataFolder: string
  readonly isPackaged: boolean
  /** The file of the window icon, if the executable does not contain it. */
  readonly icon: string | undefined
  /** True for dark colours. */
  readonly isDark: boolean
  /** The page to begin with. */
  readonly firstPage: string
}

/** The options of the window. Its pages run in a sandbox without Node. */
export function windowOptions(
  { x, y, width, height }: WindowState,
  { isPackaged, icon, isDark }: Pick<WindowSettings, 'isPackaged' | 'icon' | 'isDark'>,
): WindowOptions {
  return {
    width,
    height,
    ...(x === undefined || y === undefined ? {} : { x, y }),
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Plomada',
    show: false,
    // So that nothing flashes before the first one is painted.
    backgroundColor: isDark ? pageColours.dark : pageColours.light,
    ...(icon === undefined ? {} : { icon }),
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      // The spell checker would download its dictionaries.
      spellcheck: false,
      devTools: !isPackaged,
    },
  }
}

/** Opens the window with its first page at its last position, and stores the position when it closes. */
export function openWindow(electron: ElectronApi, settings: WindowSettings): Window {
  const file = join(settings.dataFolder, 'window.json')
  const state = readWindowState(file, electron.screen.getAllDisplays())
  const window = electron.createWindow(windowOptions(state, settings))
  window.once('ready-to-show', () => {
    if (state.isMaximized) window.maximize()
    window.show()
  })
  window.on('close', () => {
    const { x, y, width, height } = window.getNormalBounds()
    writeWindowState(file, { x, y, width, height, isMaximized: window.isMaximized() })
  })
  showPage(window, settings.firstPage)
  return window
}

/** Opens one of the program's pages. Ignores the error when a later navigation interrupts the load. */
export function showPage(window: Window, path: string): void {
  window.loadURL(`${origin}${path}`).catch(() => undefined)
}

/** Brings the window to the front. */
export function bringForward(window: Window): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
