import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  Menu,
  nativeImage,
  nativeTheme,
  protocol,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from 'electron'
import { processCommandLine, processEnvironment } from '../server/config/environment.ts'
import type { Window } from './electron-api.ts'
import { startDesktop } from './start-desktop.ts'
import { trayIcon } from './tray-icon.ts'

/** The window over which a dialog is shown. Safe cast: `createWindow` below makes every window. */
const parentOf = (window: Window): BrowserWindow => window as unknown as BrowserWindow

app.enableSandbox()
// No `await` here: Electron becomes ready only after this file has run.
startDesktop(
  {
    app,
    protocol,
    screen,
    dialog: {
      showErrorBox: (title, content) => dialog.showErrorBox(title, content),
      showMessageBox: (window, options) => dialog.showMessageBox(parentOf(window), options),
      showOpenDialog: (window, options) => dialog.showOpenDialog(parentOf(window), options),
      showSaveDialog: (window, options) => dialog.showSaveDialog(parentOf(window), options),
    },
    clipboard,
    openExternal: (address) => shell.openExternal(address),
    openPath: (file) => shell.openPath(file),
    showInFolder: (file) => shell.showItemInFolder(file),
    isDark: () => nativeTheme.shouldUseDarkColors,
    onProcessError: (listener) => {
      process.on('uncaughtExceptionMonitor', listener)
      process.on('unhandledRejection', listener)
    },
    createTray: (help, menu) => {
      const tray = new Tray(nativeImage.createFromDataURL(trayIcon))
      tray.setToolTip(help)
      tray.setContextMenu(Menu.buildFromTemplate(menu))
      return tray
    },
    onDownload: (listener) => session.defaultSession.on('will-download', listener),
    createWindow: (options) => new BrowserWindow(options),
    startUtility: (script, options) => utilityProcess.fork(script, [], options),
    setMenu: (menu) => Menu.setApplicationMenu(Menu.buildFromTemplate(menu)),
    popUp: (menu) => Menu.buildFromTemplate(menu).popup(),
  },
  {
    isPackaged: app.isPackaged,
    platform: process.platform,
    resourcesFolder: process.resourcesPath,
    projectFolder: app.getAppPath(),
    environment: processEnvironment(),
    commandLine: processCommandLine(),
    workingFolder: process.cwd(),
  },
).catch((error: unknown) => {
  console.error(error)
  app.exit(1)
})
