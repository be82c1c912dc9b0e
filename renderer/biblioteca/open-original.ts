import type { FetchFile } from '../api.ts'
import { saveFile } from '../shared/save-file.ts'

const shownTypes = new Set(['application/pdf', 'text/plain;charset=utf-8', 'text/plain; charset=utf-8'])
/** The pages of the desktop. Its window has no viewer, and opens no other. */
const isDesktop = location.protocol === 'plomada:'

/**
 * Opens the original of a document at a page in a tab of its own; saves it where the browser cannot show it. The file is fetched with the key of these pages, since a
 * tab has none.
 */
export async function openOriginal(fetchFile: FetchFile, url: string, name: string): Promise<void> {
  const [path = '', fragment = ''] = url.split('#')
  // Opened at once: later the browser would take it for a window that nobody asked for.
  const tab = isDesktop ? null : window.open('about:blank')
  try {
    const file = await fetchFile(path)
    if (tab === null || !shownTypes.has(file.type)) {
      tab?.close()
      saveFile(name, file)
      return
    }
    const address = URL.createObjectURL(file)
    tab.location.replace(fragment === '' ? address : `${address}#${fragment}`)
    // The tab has read it by then, however slowly.
    setTimeout(() => URL.revokeObjectURL(address), 600_000)
  } catch (error) {
    tab?.close()
    throw error
  }
}
