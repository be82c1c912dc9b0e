import { opening } from '../server/errors/cannot-open.ts'
import { desktopConfig, electronFolder, type Installation } from './desktop-config.ts'
import type { ElectronApi } from './electron-api.ts'
import { runDesktop } from './run-desktop.ts'
import { plomadaScheme } from './scheme.ts'
import { startErrorMessage } from './start-error.ts'

/** Starts the desktop, says in Spanish why it cannot, or leaves at once where it already runs: that one then comes forward. Must be called before Electron is ready. */
export async function startDesktop(shell: ElectronApi, place: Installation): Promise<void> {
  const { app, protocol, dialog } = shell
  try {
    const config = opening('settings', () => desktopConfig(place))
    // Before the lock, which lies in that folder: one program for each folder of data.
    const folder = electronFolder(config)
    if (folder !== undefined) app.setPath('userData', folder)
    if (!app.requestSingleInstanceLock()) {
      app.quit()
      return
    }
    protocol.registerSchemesAsPrivileged([plomadaScheme])
    await app.whenReady()
    runDesktop(shell, place, config)
  } catch (error) {
    await app.whenReady()
    dialog.showErrorBox('Plomada no puede empezar', startErrorMessage(error))
    app.exit(1)
  }
}
