import { opening } from '../server/errors/cannot-open.ts'
import { startFailure } from './failure.ts'
import { browserFolder, desktopConfig, type Place } from './place.ts'
import { runDesktop } from './run.ts'
import { plomadaScheme } from './scheme.ts'
import type { Shell } from './shell.ts'

/** Starts the desktop, says in Spanish why it cannot, or leaves at once where it already runs: that one then comes forward. Must be called before Electron is ready. */
export async function startDesktop(shell: Shell, place: Place): Promise<void> {
  const { app, protocol, dialog } = shell
  try {
    const config = opening('settings', () => desktopConfig(place))
    // Before the lock, which lies in that folder: one program for each folder of data.
    const folder = browserFolder(config)
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
    dialog.showErrorBox('Plomada no puede empezar', startFailure(error))
    app.exit(1)
  }
}
