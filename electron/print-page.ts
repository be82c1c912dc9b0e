import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApi, Window } from './electron-api.ts'

/** On paper as the pages are set: A4 by their own style, with what it draws in the background. */
const options = { preferCSSPageSize: true, printBackground: true } as const

/** Shows how the page will be printed, in the system's viewer of PDF, which can print it. */
export async function previewPrint({ openPath }: Pick<ElectronApi, 'openPath'>, window: Window): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'plomada-')), 'vista-previa.pdf')
  writeFileSync(file, await window.webContents.printToPDF(options), { mode: 0o600 })
  const failure = await openPath(file)
  // Without a viewer, the system's own dialog prints it.
  if (failure !== '') window.webContents.print()
}

/** Asks where to save the page as PDF, and saves it. */
export async function savePage({ dialog }: Pick<ElectronApi, 'dialog'>, window: Window): Promise<void> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: 'Guardar la página como PDF',
    defaultPath: `${window.getTitle().replace(/[<>:"/\\|?*]+/g, '-')}.pdf`,
    filters: [{ name: 'Documento PDF', extensions: ['pdf'] }],
  })
  if (!canceled && filePath !== '') writeFileSync(filePath, await window.webContents.printToPDF(options))
}
