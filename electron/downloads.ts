import type { ElectronApi, Window } from './electron-api.ts'
import { isOwnAddress, isOwnBlob } from './scheme.ts'

const fileTypes: Readonly<Record<string, string>> = {
  pdf: 'Documento PDF',
  csv: 'Tabla CSV',
  docx: 'Documento de texto',
  xlsx: 'Hoja de cálculo',
  html: 'Página web',
  bcfzip: 'Incidencias BCF',
  json: 'Archivo JSON',
  txt: 'Texto',
}

/**
 * Handles downloads: asks where to save the file, in Spanish and with its file type, and cancels downloads from other addresses. Electron itself
 * proposes the name from the page and the folder used last.
 */
export function saveDownloads(
  { onDownload, dialog }: Pick<ElectronApi, 'onDownload' | 'dialog'>,
  window: Window,
  onError: (error: unknown) => void,
): void {
  onDownload((attempt, download) => {
    const address = download.getURL()
    if (!isOwnAddress(address) && !isOwnBlob(address)) {
      attempt.preventDefault()
      return
    }
    const name = download.getFilename()
    download.setSaveDialogOptions({ title: `Guardar «${name}»`, filters: filtersFor(name) })
    download.once('done', (_event, state) => {
      if (state !== 'interrupted') return
      const detail = `No se ha podido escribir «${name}». Pruebe en otra carpeta.`
      dialog.showMessageBox(window, { type: 'error', message: 'El archivo no se ha guardado', detail, buttons: ['Aceptar'] }).catch(onError)
    })
  })
}

function filtersFor(name: string): { name: string; extensions: string[] }[] {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  const every = { name: 'Todos los archivos', extensions: ['*'] }
  return extension === undefined ? [every] : [{ name: fileTypes[extension] ?? extension.toUpperCase(), extensions: [extension] }, every]
}
