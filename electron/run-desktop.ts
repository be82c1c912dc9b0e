import { join } from 'node:path'
import { storageErrorAdvice } from '../server/access/storage-error.ts'
import type { LogLine } from '../server/api/dependencies.ts'
import type { Config } from '../server/config/config.ts'
import { CannotOpen } from '../server/errors/cannot-open.ts'
import type { StartReader } from '../server/reader/child.ts'
import { openService, type Service } from '../server/service.ts'
import { serveInBackground } from './background-server.ts'
import { contextMenu } from './context-menu.ts'
import { type Installation, iconFile } from './desktop-config.ts'
import { saveDownloads } from './downloads.ts'
import type { ElectronApi } from './electron-api.ts'
import { findInPage } from './find-in-page.ts'
import { createLan } from './lan.ts'
import { openLogFile } from './log-file.ts'
import { menuBar } from './menu.ts'
import { menuActions } from './menu-actions.ts'
import { externalOpener, guardPage, hostsNamedIn } from './navigation-guard.ts'
import type { OpenedFile } from './opened-file.ts'
import { goTo } from './page-commands.ts'
import type { RecentFiles } from './recent-files.ts'
import { plomadaScheme, schemeHandler } from './scheme.ts'
import { watchTroubles } from './troubles.ts'
import { utilityReader } from './utility-reader.ts'
import { bringForward, openWindow } from './window.ts'

/** What the desktop begins with. */
export interface Beginning {
  readonly config: Config
  /** The file that was opened with the program, if any. */
  readonly opened: OpenedFile
  readonly recent: RecentFiles
  readonly firstPage: string
}

/** Opens the service and its window. Returns a function that shows a page. Must be called once Electron is ready. Throws `CannotOpen` if the service cannot be opened. */
export function runDesktop(electron: ElectronApi, installation: Installation, beginning: Beginning): (page: string) => void {
  const { app, protocol, dialog } = electron
  const { config, opened, firstPage } = beginning
  const log = openLogFile(join(config.dataFolder, 'desktop', 'plomada.log'), () => new Date())
  const report = (error: unknown): void => log.add('error', error)
  const service = openWithPages(config, utilityReader(electron), report)
  const { storageError } = service.store
  if (storageError !== undefined)
    dialog.showErrorBox(
      'Plomada solo puede leer',
      `Nada de lo que haga ahora se guardará: ${storageErrorAdvice(storageError).es}.\n\n${config.dataFolder}`,
    )
  const lan = createLan(service)
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', () => {
    lan.off().catch(report)
    service.close()
  })
  guardPages(electron, service)
  saveDownloads(electron)
  const isDark = electron.isDark()
  const { isPackaged } = installation
  // The page asks for its window only once it is there.
  let find: ((request: Request) => Promise<Response>) | undefined
  protocol.handle(
    plomadaScheme.scheme,
    schemeHandler(service.app, { opened, find: async (request) => (await find?.(request)) ?? new Response(null) }),
  )
  const window = openWindow(electron, { dataFolder: config.dataFolder, isPackaged, icon: iconFile(installation), isDark, firstPage })
  find = findInPage(window)
  watchTroubles(electron, window, log)
  serveInBackground(electron, window, lan, report)
  const show = (page: string): void => {
    bringForward(window)
    goTo(window, page).catch(report)
  }
  app.on('second-instance', (_event, commandLine, folder) => {
    bringForward(window)
    const page = opened.fromCommandLine(commandLine, folder)
    if (page !== undefined) show(page)
    updateMenu()
  })
  const updateMenu = (): void => electron.setMenu(menuBar(menuActions({ electron, installation, service, lan, window, log, beginning }, updateMenu)))
  updateMenu()
  // The page Servidor can turn the network on and off too.
  service.network.onChange(updateMenu)
  return show
}

/** Restricts every page, and gives it a context menu. */
function guardPages({ app, openExternal, popUp }: ElectronApi, service: Service): void {
  const openOutside = externalOpener(() => hostsNamedIn(JSON.stringify(service.kb.documents)), openExternal)
  app.on('web-contents-created', (_event, contents) => {
    guardPage(contents, openOutside)
    contents.on('context-menu', (_menu, at) => {
      const entries = contextMenu(at)
      if (entries.length > 0) popUp(entries)
    })
  })
}

function openWithPages(config: Config, startReader: StartReader, report: (error: unknown) => void): Service {
  const log = ({ error, ...line }: LogLine): void => {
    if (error !== undefined) report({ ...line, error })
  }
  const service = openService(config, log, { startReader })
  if (service.pages !== undefined) return service
  service.close()
  throw new CannotOpen('pages', `Cannot open the pages in ${config.pagesFolder}: they have not been built; run "npm run build"`)
}
