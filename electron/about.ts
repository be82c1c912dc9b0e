import { baseAge } from './base-age.ts'
import type { ElectronApi, Window } from './electron-api.ts'
import type { ServiceState } from './service/messages.ts'

/** Shows the versions of the program and the knowledge base and the data folder, with a button to copy them. */
export async function showAbout(
  { app, dialog, clipboard }: Pick<ElectronApi, 'app' | 'dialog' | 'clipboard'>,
  window: Window,
  { base, dataFolder }: { readonly base: ServiceState['base']; readonly dataFolder: string },
): Promise<void> {
  const message = `Plomada ${app.getVersion()}`
  const detail = `Base de normativa ${base.version}, textos vigentes el ${base.referenceDate} (${baseAge(base.referenceDate, new Date())})\nsha256 ${base.sha256}\nDatos en ${dataFolder}`
  const { response } = await dialog.showMessageBox(window, { type: 'info', message, detail, buttons: ['Aceptar', 'Copiar'] })
  if (response === 1) clipboard.writeText(`${message}\n${detail}`)
}
