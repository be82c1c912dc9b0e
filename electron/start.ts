import { join } from 'node:path'
import { type Config, type Environment, readConfig } from '../server/config.ts'
import { openService, type Service } from '../server/service.ts'
import { guard, hostsNamedIn, outsideOpener } from './guard.ts'
import { createLan, type Lan } from './lan.ts'
import { turnLan } from './lan-switch.ts'
import { menuBar } from './menu.ts'
import { plomadaScheme, schemeHandler } from './scheme.ts'
import type { Shell, Window } from './shell.ts'
import { bringForward, openWindow, show } from './window.ts'

/** Where the program's own files are. */
export interface Place {
  readonly isPackaged: boolean
  readonly resourcesFolder: string
  /** The folder of the project, in development. */
  readonly projectFolder: string
  readonly environment: Environment
}

/** The configuration of the desktop: what was shipped with it is read from its resources, whatever the environment names. */
export function desktopConfig({ isPackaged, resourcesFolder, projectFolder, environment }: Place): Config {
  const config = readConfig(environment)
  return isPackaged
    ? { ...config, packFile: join(resourcesFolder, 'plomada.kb'), pagesFolder: join(resourcesFolder, 'pages') }
    : {
        ...config,
        packFile: environment['PLOMADA_KB'] ?? join(projectFolder, '.cache', 'plomada.kb'),
        pagesFolder: join(projectFolder, '.cache', 'pages'),
      }
}

/** Starts the desktop, or leaves at once where it already runs: that one then comes forward. Must be called before Electron is ready. */
export async function startDesktop(shell: Shell, place: Place): Promise<void> {
  const { app, protocol, dialog } = shell
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  protocol.registerSchemesAsPrivileged([plomadaScheme])
  let window: Window | undefined
  app.on('second-instance', () => {
    if (window !== undefined) bringForward(window)
  })
  app.on('window-all-closed', () => app.quit())
  await app.whenReady()
  let service: Service
  let config: Config
  try {
    config = desktopConfig(place)
    service = openService(config, (line) => {
      if (line.error !== undefined) console.error(JSON.stringify(line))
    })
    if (service.pages === undefined) throw new RangeError(`Cannot open the pages in ${config.pagesFolder}: they are not built; run "npm run build"`)
  } catch (error) {
    dialog.showErrorBox('Plomada no puede empezar', error instanceof Error ? error.message : String(error))
    app.exit(1)
    return
  }
  const lan = createLan(service, config.port)
  app.on('will-quit', () => {
    lan.off().catch((error: unknown) => console.error(error))
    service.close()
  })
  const open = outsideOpener(hostsNamedIn(JSON.stringify(service.kb.documents)), (address) => shell.openExternal(address))
  app.on('web-contents-created', (_event, contents) => guard(contents, open))
  protocol.handle(plomadaScheme.scheme, schemeHandler(service.app))
  window = openWindow(shell, { dataFolder: config.dataFolder, isPackaged: place.isPackaged })
  setMenu(shell, lan, window)
}

function setMenu(shell: Shell, lan: Lan, window: Window): void {
  const draw = (): void =>
    shell.setMenu(
      menuBar({
        lanUrl: lan.url,
        turnLan: () => {
          turnLan(lan, shell, draw).catch((error: unknown) => console.error(error))
        },
        show: (path) => show(window, path),
        print: () => window.webContents.print(),
      }),
    )
  draw()
}
