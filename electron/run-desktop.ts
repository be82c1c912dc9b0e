import { join } from 'node:path'
import type { Config } from '../server/config/config.ts'
import type { ProgramsFound } from '../server/packs/newer-program.ts'
import { serveInBackground } from './background-server.ts'
import { contextMenu } from './context-menu.ts'
import { type Installation, iconFile } from './desktop-config.ts'
import { saveDownloads } from './downloads.ts'
import type { ElectronApi } from './electron-api.ts'
import { findInPage } from './find-in-page.ts'
import { openLogFile } from './log-file.ts'
import { menuBar } from './menu.ts'
import { menuActions } from './menu-actions.ts'
import { externalOpener, guardPage } from './navigation-guard.ts'
import { programFolder } from './newer-program.ts'
import type { OpenedFile } from './opened-file.ts'
import { goTo } from './page-commands.ts'
import type { RecentFiles } from './recent-files.ts'
import { plomadaScheme, schemeHandler } from './scheme.ts'
import { watchService } from './service/service-troubles.ts'
import { SupervisedService } from './service/supervise.ts'
import { watchTroubles } from './troubles.ts'
import { bringForward, openWindow } from './window.ts'

/** What the desktop begins with. */
export interface Beginning {
  readonly config: Config
  /** The file that was opened with the program, if any. */
  readonly opened: OpenedFile
  readonly recent: RecentFiles
  /** The page to begin with, which may still change while the service starts. */
  readonly firstPage: () => string
}

/** What the desktop does once it runs. */
export interface RunningDesktop {
  show(page: string): void
  /** A second start of the program: the window comes to the front, with what that start named. */
  startAgain(commandLine: readonly string[], folder: string): void
}

/** Starts the service in its process and opens the window. Must be called once Electron is ready. Rejects with `CannotOpen` if the service cannot be opened. */
export async function runDesktop(electron: ElectronApi, installation: Installation, beginning: Beginning): Promise<RunningDesktop> {
  const { protocol } = electron
  const { config, opened } = beginning
  const log = openLogFile(join(config.dataFolder, 'desktop', 'plomada.log'), () => new Date())
  const report = (error: unknown): void => log.add('error', error)
  const service = new SupervisedService({ electron, config, log })
  await service.ready()
  tellReadOnly(electron, service, config)
  quitInOrder(electron, service, report)
  guardPages(electron, service)
  // The page asks for its window only once it is there.
  let find: ((request: Request) => Promise<Response>) | undefined
  protocol.handle(plomadaScheme.scheme, schemeHandler(service, { opened, find: async (request) => (await find?.(request)) ?? new Response(null) }))
  const window = openWindow(electron, {
    dataFolder: config.dataFolder,
    isPackaged: installation.isPackaged,
    icon: iconFile(installation),
    isDark: electron.isDark(),
    firstPage: beginning.firstPage(),
  })
  find = findInPage(window)
  saveDownloads(electron, window, report)
  watchTroubles(electron, window, log)
  watchService(electron, window, service, log)
  serveInBackground(electron, window, service.lan, report)
  let programs: ProgramsFound = { kind: 'none' }
  const desktop = { electron, installation, service, window, log, beginning, programs: () => programs }
  const updateMenu = (): void => electron.setMenu(menuBar(menuActions(desktop, updateMenu)))
  updateMenu()
  service
    .findProgram(programFolder(config.dataFolder))
    .then((found) => {
      programs = found
      if (found.kind !== 'none') updateMenu()
    })
    .catch(report)
  // The page Servidor can turn the network on and off, and change the base.
  service.onChange(updateMenu)
  const show = (page: string): void => {
    bringForward(window)
    goTo(window, page).catch(report)
  }
  return {
    show,
    startAgain(commandLine, folder) {
      bringForward(window)
      const page = opened.fromCommandLine(commandLine, folder)
      if (page !== undefined) show(page)
      updateMenu()
    },
  }
}

function tellReadOnly({ dialog }: ElectronApi, { state }: SupervisedService, { dataFolder }: Config): void {
  if (state.storageAdvice === undefined) return
  dialog.showErrorBox('Plomada solo puede leer', `Nada de lo que haga ahora se guardará: ${state.storageAdvice}.\n\n${dataFolder}`)
}

/** Closing the window ends the program, once the service has stored and closed everything. */
function quitInOrder({ app }: ElectronApi, service: SupervisedService, report: (error: unknown) => void): void {
  let has: 'run' | 'stopping' | 'stopped' = 'run'
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (has === 'stopped') return
    event.preventDefault()
    if (has === 'stopping') return
    has = 'stopping'
    const leave = (): void => {
      has = 'stopped'
      app.quit()
    }
    service.stop().catch(report).finally(leave)
  })
}

/** Restricts every page, and gives it a context menu. */
function guardPages({ app, openExternal, popUp }: ElectronApi, service: SupervisedService): void {
  const openOutside = externalOpener(() => new Set(service.state.hosts), openExternal)
  app.on('web-contents-created', (_event, contents) => {
    guardPage(contents, openOutside)
    contents.on('context-menu', (_menu, at) => {
      const entries = contextMenu(at)
      if (entries.length > 0) popUp(entries)
    })
  })
}
