import { app, BrowserWindow, clipboard, dialog, Menu, protocol, screen, shell } from 'electron'
import { processEnvironment } from '../server/config.ts'
import { startDesktop } from './start.ts'

app.enableSandbox()
// Not awaited here: Electron gets ready only once this file has run.
startDesktop(
  {
    app,
    protocol,
    screen,
    dialog,
    clipboard,
    openExternal: (address) => shell.openExternal(address),
    createWindow: (options) => new BrowserWindow(options),
    setMenu: (menu) => Menu.setApplicationMenu(Menu.buildFromTemplate(menu)),
  },
  { isPackaged: app.isPackaged, resourcesFolder: process.resourcesPath, projectFolder: app.getAppPath(), environment: processEnvironment() },
).catch((error: unknown) => {
  console.error(error)
  app.exit(1)
})
