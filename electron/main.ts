import { app, BrowserWindow, clipboard, dialog, Menu, protocol, screen, session, shell, utilityProcess } from 'electron'
import { processCommandLine, processEnvironment } from '../server/config/environment.ts'
import { startDesktop } from './start-desktop.ts'

app.enableSandbox()
// No `await` here: Electron becomes ready only after this file has run.
startDesktop(
  {
    app,
    protocol,
    screen,
    dialog,
    clipboard,
    openExternal: (address) => shell.openExternal(address),
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
