import type { ElectronApi, Window } from '../electron-api.ts'
import type { LogFile } from '../log-file.ts'
import { bringForward } from '../window.ts'
import type { SupervisedService, Trouble } from './supervise.ts'

type Desktop = Pick<ElectronApi, 'app' | 'dialog' | 'showInFolder'>

/** Says what happened to the service's process, one dialog at a time, and asks what to do where it cannot go on by itself. */
export function watchService(electron: Desktop, window: Window, service: SupervisedService, log: LogFile): void {
  let isAsking = false
  service.onTrouble((what) => {
    // In the tray nobody looks: what goes on by itself is only noted.
    if (isAsking || (what === 'starts' && !window.isVisible())) return
    isAsking = true
    ask(electron, window, { service, log, what })
      .catch((error: unknown) => log.add('dialog', error))
      .finally(() => {
        isAsking = false
      })
  })
}

interface About {
  readonly service: SupervisedService
  readonly log: LogFile
  readonly what: Trouble
}

async function ask(electron: Desktop, window: Window, about: About): Promise<void> {
  const { file } = about.log
  const noted = `Lo ocurrido queda anotado en ${file}, que puede enviar a quien le atienda.`
  if (about.what === 'starts') {
    const { response } = await electron.dialog.showMessageBox(window, {
      type: 'error',
      message: 'El servicio se ha detenido y vuelve a empezar',
      detail: `Lo confirmado sigue guardado; lo que estaba en marcha hay que repetirlo. ${noted}`,
      buttons: ['Aceptar', 'Mostrar el registro'],
    })
    if (response === 1) electron.showInFolder(file)
    return
  }
  bringForward(window)
  const isGone = about.what === 'gone'
  const { response } = await electron.dialog.showMessageBox(window, {
    type: 'error',
    message: isGone ? 'El servicio se ha detenido varias veces seguidas' : 'El servicio no responde',
    detail: isGone
      ? `Lo confirmado sigue guardado. ${noted}`
      : `Puede esperar, o empezarlo de nuevo: lo que estaba en marcha habrá que repetirlo. ${noted}`,
    buttons: isGone ? ['Empezarlo de nuevo', 'Mostrar el registro', 'Salir'] : ['Esperar', 'Empezarlo de nuevo'],
  })
  if (response === (isGone ? 0 : 1)) about.service.restart()
  else if (isGone && response === 1) {
    electron.showInFolder(file)
    await ask(electron, window, about)
  } else if (isGone) electron.app.quit()
}
