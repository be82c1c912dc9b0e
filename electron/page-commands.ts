import type { Window } from './electron-api.ts'
import { showPage } from './window.ts'

/** What the menu asks of the page: to go to an address by its own router, or to do what its content can do. */
export type PageCommand =
  | { readonly name: 'go'; readonly to: string }
  | { readonly name: 'new' | 'save-as' | 'export-pdf' | 'find' | 'find-next' | 'find-previous' }

/** Sends a command to the page, which answers whether it did it; see `renderer/desktop.tsx`. A page that cannot answer did not. */
export async function sendCommand({ webContents }: Window, command: PageCommand): Promise<boolean> {
  const detail = JSON.stringify(JSON.stringify(command))
  try {
    return (await webContents.executeJavaScript(`!dispatchEvent(new CustomEvent('plomada:orden', { cancelable: true, detail: ${detail} }))`)) === true
  } catch {
    return false
  }
}

/** Shows a page without loading the program again, or by loading it if the page cannot answer. */
export async function goTo(window: Window, to: string): Promise<void> {
  if (!(await sendCommand(window, { name: 'go', to }))) showPage(window, to)
}
