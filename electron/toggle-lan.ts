import type { ElectronApi, Window } from './electron-api.ts'
import type { Lan } from './service/supervise.ts'

/** Turns the private network on or off, calls `changed`, and shows the result in a dialog. */
export async function toggleLan(
  lan: Lan,
  { dialog, clipboard }: Pick<ElectronApi, 'dialog' | 'clipboard'>,
  window: Window,
  changed: () => void,
): Promise<void> {
  if (lan.url !== undefined) {
    await lan.off()
    changed()
    await dialog.showMessageBox(window, {
      type: 'info',
      message: 'El servidor está parado',
      detail: 'Ya no se escucha en ningún puerto.',
      buttons: ['Aceptar'],
    })
    return
  }
  try {
    const { url, fingerprint, firstKey } = await lan.on()
    changed()
    const key = firstKey === undefined ? 'Cada petición necesita una clave.' : `Primera clave, que no se vuelve a mostrar:\n${firstKey}`
    const { response } = await dialog.showMessageBox(window, {
      type: 'info',
      message: `Servidor en marcha: ${url}`,
      detail: `Responde a la red local, con TLS. Cada equipo ha de confiar una vez en ${url}/ca.crt, cuya huella SHA-256 es:\n${fingerprint}\n${key}`,
      buttons: ['Aceptar', firstKey === undefined ? 'Copiar la dirección' : 'Copiar la clave'],
    })
    if (response === 1) clipboard.writeText(firstKey ?? url)
  } catch (error) {
    changed()
    await dialog.showMessageBox(window, {
      type: 'error',
      message: 'El servidor no se ha podido iniciar',
      detail: error instanceof Error ? error.message : String(error),
      buttons: ['Aceptar'],
    })
  }
}
