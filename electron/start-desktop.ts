import { join } from 'node:path'
import { opening } from '../server/errors/cannot-open.ts'
import { desktopConfig, electronFolder, type Installation } from './desktop-config.ts'
import type { ElectronApi } from './electron-api.ts'
import { openedFile, pageOfLink } from './opened-file.ts'
import { recentFiles } from './recent-files.ts'
import { type RunningDesktop, runDesktop } from './run-desktop.ts'
import { plomadaScheme } from './scheme.ts'
import { startErrorMessage } from './start-error.ts'

/**
 * Starts the desktop, or shows an error in Spanish and exits. If another instance is already running, exits at once and that instance comes to the
 * front. Must be called before Electron is ready.
 */
export async function startDesktop(electron: ElectronApi, installation: Installation): Promise<void> {
  const { app, protocol, dialog } = electron
  try {
    const config = opening('settings', () => desktopConfig(installation))
    // Before the single-instance lock, which Electron keeps in this folder: one instance for each data folder.
    const folder = electronFolder(config)
    if (folder !== undefined) app.setPath('userData', folder)
    if (!app.requestSingleInstanceLock()) {
      app.quit()
      return
    }
    protocol.registerSchemesAsPrivileged([plomadaScheme])
    const recent = recentFiles(join(config.dataFolder, 'desktop', 'recent.json'))
    const opened = openedFile((file) => {
      recent.add(file)
      app.addRecentDocument(file)
    })
    // In development the program that links would start is Electron itself.
    if (installation.isPackaged) app.setAsDefaultProtocolClient(plomadaScheme.scheme)
    let firstPage = opened.fromCommandLine(installation.commandLine, installation.workingFolder) ?? '/'
    let desktop: RunningDesktop | undefined
    const show = (page: string): void => {
      if (desktop === undefined) firstPage = page
      else desktop.show(page)
    }
    // Each of these may come before the window is there.
    app.on('second-instance', (_event, commandLine, folder) => {
      if (desktop === undefined) firstPage = opened.fromCommandLine(commandLine, folder) ?? firstPage
      else desktop.startAgain(commandLine, folder)
    })
    app.on('open-file', (event, file) => {
      event.preventDefault()
      const page = opened.fromCommandLine([file], installation.workingFolder)
      if (page !== undefined) show(page)
    })
    app.on('open-url', (event, link) => {
      event.preventDefault()
      const page = pageOfLink(link)
      if (page !== undefined) show(page)
    })
    await app.whenReady()
    desktop = await runDesktop(electron, installation, { config, opened, recent, firstPage: () => firstPage })
  } catch (error) {
    await app.whenReady()
    dialog.showErrorBox('Plomada no puede empezar', startErrorMessage(error))
    app.exit(1)
  }
}
