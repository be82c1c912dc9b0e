import { join } from 'node:path'
import type { ElectronApi, Window, WindowOptions } from './electron-api.ts'
import { origin } from './scheme.ts'
import { readWindowState, smallest, type WindowState, writeWindowState } from './window-state.ts'

interface WindowSettings {
  readonly dataFolder: string
  readonly isPackaged: boolean
  /** The window's picture, where the program's file does not give it. */
  readonly icon: string | undefined
}

/** The window's options: its pages run in a sandbox and reach nothing but the scheme. */
export function windowOptions(
  { x, y, width, height }: WindowState,
  { isPackaged, icon }: Pick<WindowSettings, 'isPackaged' | 'icon'>,
): WindowOptions {
  return {
    width,
    height,
    ...(x === undefined || y === undefined ? {} : { x, y }),
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Plomada',
    ...(icon === undefined ? {} : { icon }),
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      // Its dictionaries would come from the network.
      spellcheck: false,
      devTools: !isPackaged,
    },
  }
}

/** Opens the window where it was left, on the first page, and remembers its place when it closes. */
export function openWindow(shell: ElectronApi, where: WindowSettings): Window {
  const file = join(where.dataFolder, 'window.json')
  const state = readWindowState(file, shell.screen.getAllDisplays())
  const window = shell.createWindow(windowOptions(state, where))
  if (state.isMaximized) window.maximize()
  window.on('close', () => {
    const { x, y, width, height } = window.getNormalBounds()
    writeWindowState(file, { x, y, width, height, isMaximized: window.isMaximized() })
  })
  showPage(window, '/')
  return window
}

/** Goes to one of the program's pages. A load that another one cuts short is no fault. */
export function showPage(window: Window, path: string): void {
  window.loadURL(`${origin}${path}`).catch(() => undefined)
}

/** Brings the window to the front. */
export function bringForward(window: Window): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}

/** Says that the page has failed, and shows it again or leaves, as the user says. */
export async function offerReload({ app, dialog }: Pick<ElectronApi, 'app' | 'dialog'>, window: Window): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'La página ha dejado de funcionar',
    detail: 'Lo que estaba guardado sigue guardado.',
    buttons: ['Volver a abrirla', 'Salir'],
  })
  if (response === 0) showPage(window, '/')
  else app.quit()
}
