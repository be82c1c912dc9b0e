import { join } from 'node:path'
import type { ProgramsFound } from '../server/packs/newer-program.ts'
import type { ElectronApi, Window } from './electron-api.ts'
import type { SupervisedService } from './service/supervise.ts'

/** The folder of the user's data where a newer program may be put. */
export function programFolder(dataFolder: string): string {
  return join(dataFolder, 'programa')
}

/** Asks for a folder and says which newer program it has. */
export async function chooseProgramFolder(electron: ElectronApi, window: Window, service: SupervisedService): Promise<void> {
  const { canceled, filePaths } = await electron.dialog.showOpenDialog(window, {
    title: 'Carpeta en la que buscar una versión nueva',
    properties: ['openDirectory'],
    filters: [],
  })
  const [folder] = filePaths
  if (!canceled && folder !== undefined) await showProgram(electron, window, { folder, found: await service.findProgram(folder) })
}

const refusals: Readonly<Record<Extract<ProgramsFound, { kind: 'refused' }>['why'], string>> = {
  'untrusted-key': 'La firma una clave en la que esta instalación no confía. Si conoce a quien la publica, añada su clave en Servidor, Base.',
  'signature-wrong': 'La firma no es de ese fichero: uno de los dos ha cambiado. No la instale.',
  'hash-wrong': 'Un fichero no es el que se firmó: ha cambiado o está incompleto. No lo instale.',
  'files-missing': 'Solo está la lista: copie también el instalador a la carpeta.',
}

/** Says which newer program a folder has. It is installed by the user or not at all. */
export async function showProgram(
  { dialog, showInFolder, app }: Pick<ElectronApi, 'dialog' | 'showInFolder' | 'app'>,
  window: Window,
  { folder, found }: { readonly folder: string; readonly found: ProgramsFound },
): Promise<void> {
  if (found.kind !== 'newer') {
    const isRefused = found.kind === 'refused'
    await dialog.showMessageBox(window, {
      type: isRefused ? 'error' : 'info',
      message: isRefused ? 'La versión nueva no se acepta' : 'No hay ninguna versión más nueva',
      detail: isRefused ? `${join(folder, found.file)}\n\n${refusals[found.why]}` : `Esta es la ${app.getVersion()}. Se ha buscado en ${folder}.`,
      buttons: ['Aceptar'],
    })
    return
  }
  const [first = ''] = found.files
  const { response } = await dialog.showMessageBox(window, {
    type: 'info',
    message: `Hay una versión nueva: ${found.version}`,
    detail: `Está en ${folder}, firmada por la clave ${found.keyId}, en la que esta instalación confía:\n${found.files.join('\n')}\n\nPlomada no la instala: salga del programa y abra usted el instalador. Sus datos se conservan.`,
    buttons: ['Mostrar en su carpeta', 'Cerrar'],
    cancelId: 1,
  })
  if (response === 0) showInFolder(join(folder, first))
}
