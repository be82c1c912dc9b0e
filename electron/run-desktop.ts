import { storageErrorAdvice } from '../server/access/storage-error.ts'
import type { Config } from '../server/config/config.ts'
import { CannotOpen } from '../server/errors/cannot-open.ts'
import { openService, type Service } from '../server/service.ts'
import { showAbout } from './about.ts'
import { contextMenu } from './context-menu.ts'
import { type Installation, iconFile } from './desktop-config.ts'
import { saveDownloads } from './downloads.ts'
import type { ElectronApi } from './electron-api.ts'
import { createLan } from './lan.ts'
import { menuBar } from './menu.ts'
import { externalOpener, guardPage, hostsNamedIn } from './navigation-guard.ts'
import { plomadaScheme, schemeHandler } from './scheme.ts'
import { toggleLan } from './toggle-lan.ts'
import { bringForward, offerReload, openWindow, showPage } from './window.ts'

/** Opens the service and its window. Must be called once Electron is ready. Throws `CannotOpen` if the service cannot be opened. */
export function runDesktop(electron: ElectronApi, installation: Installation, config: Config): void {
  const { app, protocol, dialog } = electron
  const service = openWithPages(config)
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
  protocol.handle(plomadaScheme.scheme, schemeHandler(service.app))
  saveDownloads(electron)
  const window = openWindow(electron, { dataFolder: config.dataFolder, isPackaged: installation.isPackaged, icon: iconFile(installation) })
  app.on('second-instance', () => bringForward(window))
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
}

function openWithPages(config: Config): Service {
  const service = openService(config, ({ error, ...line }) => {
    if (error !== undefined) report({ ...line, error })
  })
  if (service.pages !== undefined) return service
  service.close()
  throw new CannotOpen('pages', `Cannot open the pages in ${config.pagesFolder}: they have not been built; run "npm run build"`)
}

function report(error: unknown): void {
  console.error(error)
}
