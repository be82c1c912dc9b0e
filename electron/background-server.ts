import type { ElectronApi, Tray, Window } from './electron-api.ts'
import type { Lan } from './service/supervise.ts'

/**
 * What happens when the window is closed while others use the private network: the user says whether the server goes on, with an icon in the tray, or
 * stops. Without the network, the window just closes. Returns what shows the window again.
 */
export function serveInBackground(
  { app, dialog, createTray }: Pick<ElectronApi, 'app' | 'dialog' | 'createTray'>,
  window: Window,
  lan: Lan,
  onError: (error: unknown) => void,
): () => void {
  let tray: Tray | undefined
  let isLeaving = false
  const show = (): void => {
    tray?.destroy()
    tray = undefined
    window.show()
  }
  const leave = async (): Promise<void> => {
    isLeaving = true
    tray?.destroy()
    await lan.off()
    app.quit()
  }
  const goOn = (): void => {
    window.hide()
    tray = createTray(`Plomada sirve a la red local: ${lan.url ?? ''}`, [
      { label: 'Abrir Plomada', click: show },
      { label: 'Dejar de servir y salir', click: () => void leave().catch(onError) },
    ])
    tray.on('click', show)
  }
  const ask = async (): Promise<void> => {
    const { response } = await dialog.showMessageBox(window, {
      type: 'info',
      message: 'Otros equipos usan este servidor',
      detail: 'Si lo deja en marcha, la ventana se cierra y Plomada queda junto al reloj hasta que usted la pare o apague el equipo.',
      buttons: ['Dejarlo en marcha', 'Parar y salir', 'Cancelar'],
      cancelId: 2,
    })
    if (response === 0) goOn()
    else if (response === 1) await leave()
  }
  app.on('before-quit', () => {
    isLeaving = true
  })
  window.on('close', (event) => {
    if (isLeaving || lan.url === undefined) return
    event.preventDefault()
    ask().catch(onError)
  })
  return show
}
