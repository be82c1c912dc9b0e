import type { ProgramsFound } from '../server/packs/newer-program.ts'
import { showAbout } from './about.ts'
import { baseAge } from './base-age.ts'
import type { Installation } from './desktop-config.ts'
import type { ElectronApi, Window } from './electron-api.ts'
import type { LogFile } from './log-file.ts'
import type { MenuActions } from './menu.ts'
import { chooseProgramFolder, programFolder, showProgram } from './newer-program.ts'
import { goTo, type PageCommand, sendCommand } from './page-commands.ts'
import { previewPrint, savePage } from './print-page.ts'
import type { Beginning } from './run-desktop.ts'
import type { SupervisedService } from './service/supervise.ts'
import { toggleLan } from './toggle-lan.ts'

/** What the entries of the menu act on. */
interface Desktop {
  readonly electron: ElectronApi
  readonly installation: Installation
  readonly service: SupervisedService
  readonly window: Window
  readonly log: LogFile
  readonly beginning: Beginning
  /** What was found of newer programs at the start. */
  readonly programs: () => ProgramsFound
}

/** What the entries of the menu do. `updateMenu` is called when what the menu shows has changed. */
export function menuActions({ electron, installation, service, window, log, beginning, programs }: Desktop, updateMenu: () => void): MenuActions {
  const { opened, recent, config } = beginning
  const started = (act: Promise<unknown>): void => void act.catch((error: unknown) => log.add('menu', error))
  const open = (file: string): void => {
    const page = opened.fromCommandLine([file], installation.workingFolder)
    if (page !== undefined) started(goTo(window, page))
    updateMenu()
  }
  const { base, lanUrl } = service.state
  const found = programs()
  return {
    platform: installation.platform,
    lanUrl,
    recent: recent.list(),
    base: `Base ${base.version}, ${baseAge(base.referenceDate, new Date())}`,
    toggleLan: () => started(toggleLan(service.lan, electron, window, updateMenu)),
    show: (path) => started(goTo(window, path)),
    command: (name) => started(commandPage(electron, window, name)),
    openFile: () => started(chooseFile(electron, window).then((file) => file !== undefined && open(file))),
    openRecent: open,
    clearRecent: () => {
      recent.clear()
      updateMenu()
    },
    back: () => window.webContents.navigationHistory.goBack(),
    forward: () => window.webContents.navigationHistory.goForward(),
    print: () => window.webContents.print(),
    preview: () => started(previewPrint(electron, window)),
    savePage: () => started(savePage(electron, window)),
    about: () => started(showAbout(electron, window, { base, dataFolder: config.dataFolder })),
    newerProgram: found.kind === 'newer' ? found.version : undefined,
    findProgram: () => {
      const folder = programFolder(config.dataFolder)
      started(found.kind === 'newer' ? showProgram(electron, window, { folder, found }) : chooseProgramFolder(electron, window, service))
    },
    showLog: () => {
      log.add('log shown')
      electron.showInFolder(log.file)
    },
  }
}

/** Sends a command to the page, or says that there is no project to do it with. */
async function commandPage({ dialog }: ElectronApi, window: Window, name: Exclude<PageCommand['name'], 'go'>): Promise<void> {
  if (await sendCommand(window, { name })) return
  if (name === 'new') return goTo(window, '/proyectos')
  await dialog.showMessageBox(window, {
    type: 'info',
    message: 'Abra antes un proyecto',
    detail: 'Se guarda o se exporta el proyecto que está a la vista: ábralo en Proyectos y repita la orden.',
    buttons: ['Aceptar'],
  })
}

async function chooseFile({ dialog }: ElectronApi, window: Window): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Abrir',
    properties: ['openFile'],
    filters: [
      { name: 'Proyectos, modelos y bases', extensions: ['json', 'ifc', 'kbpack'] },
      { name: 'Todos los archivos', extensions: ['*'] },
    ],
  })
  return canceled ? undefined : filePaths[0]
}
