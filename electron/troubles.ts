import type { ElectronApi, Window } from './electron-api.ts'
import type { LogFile } from './log-file.ts'
import { showPage } from './window.ts'

/** Notes what goes wrong in the log, and asks the user what to do where a page crashes or does not answer. */
export function watchTroubles(electron: Pick<ElectronApi, 'app' | 'dialog' | 'onProcessError'>, window: Window, log: LogFile): void {
  const { app, onProcessError } = electron
  onProcessError((error) => log.add('uncaught', error))
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
    if (reason !== 'clean-exit') log.add('child gone', { type, reason, exitCode, serviceName })
  })
  app.on('render-process-gone', (_event, _contents, { reason }) => {
    if (reason === 'clean-exit') return
    log.add('page gone', { reason })
    offerReload(electron, window, log).catch((error: unknown) => log.add('dialog', error))
  })
  let isAsking = false
  window.on('responsive', () => log.add('page responsive'))
  window.on('unresponsive', () => {
    log.add('page unresponsive')
    if (isAsking) return
    isAsking = true
    offerWaiting(electron, window)
      .catch((error: unknown) => log.add('dialog', error))
      .finally(() => {
        isAsking = false
      })
  })
}

async function offerReload({ app, dialog }: Pick<ElectronApi, 'app' | 'dialog'>, window: Window, { file }: LogFile): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'La página ha dejado de funcionar',
    detail: `Lo que estaba guardado sigue guardado. Lo ocurrido queda anotado en ${file}, que puede enviar a quien le atienda.`,
    buttons: ['Volver a abrirla', 'Salir'],
  })
  if (response === 0) showPage(window, '/')
  else app.quit()
}

async function offerWaiting({ dialog }: Pick<ElectronApi, 'dialog'>, window: Window): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'La página no responde',
    detail: 'Puede esperar, o abrirla de nuevo: lo que no estaba guardado puede perderse.',
    buttons: ['Esperar', 'Abrirla de nuevo'],
  })
  if (response === 1) window.webContents.reload()
}
