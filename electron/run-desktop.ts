import { storageErrorAdvice } from '../server/access/storage-error.ts'
import type { LogLine } from '../server/api/dependencies.ts'
import type { Config } from '../server/config/config.ts'
import { CannotOpen } from '../server/errors/cannot-open.ts'
import type { StartReader } from '../server/ifc/reader-child.ts'
import { openService, type Service } from '../server/service.ts'
import { showAbout } from './about.ts'
import { contextMenu } from './context-menu.ts'
import { type Installation, iconFile } from './desktop-config.ts'
import { saveDownloads } from './downloads.ts'
import type { ElectronApi } from './electron-api.ts'
import { createLan } from './lan.ts'
import { menuBar } from './menu.ts'
import { externalOpener, guardPage, hostsNamedIn } from './navigation-guard.ts'
import type { OpenedModel } from './opened-model.ts'
import { plomadaScheme, schemeHandler } from './scheme.ts'
import { toggleLan } from './toggle-lan.ts'
import { utilityReader } from './utility-reader.ts'
import { bringForward, offerReload, openWindow, showPage } from './window.ts'

/** What the desktop begins with. */
interface Beginning {
  readonly config: Config
  /** The model that was opened with the program, if any. */
  readonly opened: OpenedModel
  readonly firstPage: string
}

/** Opens the service and its window. Returns a function that shows a page. Must be called once Electron is ready. Throws `CannotOpen` if the service cannot be opened. */
export function runDesktop(electron: ElectronApi, installation: Installation, beginning: Beginning): (page: string) => void {
  const { app, protocol, dialog } = electron
  const { config, opened, firstPage } = beginning
  const service = openWithPages(config, utilityReader(electron))
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
  const openOutside = externalOpener(
    () => hostsNamedIn(JSON.stringify(service.kb.documents)),
    (address) => electron.openExternal(address),
  )
  app.on('web-contents-created', (_event, contents) => {
    guardPage(contents, openOutside)
    contents.on('context-menu', (_menu, at) => {
      const entries = contextMenu(at)
      if (entries.length > 0) electron.popUp(entries)
    })
  })
  protocol.handle(plomadaScheme.scheme, schemeHandler(service.app, opened))
  saveDownloads(electron)
  const window = openWindow(electron, { dataFolder: config.dataFolder, isPackaged: installation.isPackaged, icon: iconFile(installation), firstPage })
  app.on('second-instance', (_event, commandLine, folder) => {
    bringForward(window)
    const page = opened.fromCommandLine(commandLine, folder)
    if (page !== undefined) showPage(window, page)
  })
  app.on('render-process-gone', (_event, _contents, { reason }) => {
    if (reason !== 'clean-exit') offerReload(electron, window).catch(report)
  })
  const updateMenu = (): void =>
    electron.setMenu(
      menuBar({
        platform: installation.platform,
        lanUrl: lan.url,
        toggleLan: () => {
          toggleLan(lan, electron, updateMenu).catch(report)
        },
        show: (path) => showPage(window, path),
        back: () => window.webContents.navigationHistory.goBack(),
        forward: () => window.webContents.navigationHistory.goForward(),
        print: () => window.webContents.print(),
        about: () => {
          showAbout(electron, { base: service.kb.meta, dataFolder: config.dataFolder }).catch(report)
        },
      }),
    )
  updateMenu()
  // The page Servidor can turn the network on and off too.
  service.network.onChange(updateMenu)
  return (page) => {
    bringForward(window)
    showPage(window, page)
  }
}

function openWithPages(config: Config, startReader: StartReader): Service {
  const log = ({ error, ...line }: LogLine): void => {
    if (error !== undefined) report({ ...line, error })
  }
  const service = openService(config, log, { startReader })
  if (service.pages !== undefined) return service
  service.close()
  throw new CannotOpen('pages', `Cannot open the pages in ${config.pagesFolder}: they have not been built; run "npm run build"`)
}

function report(error: unknown): void {
  console.error(error)
}
