/** The address at which the desktop gives the file that was opened with the program; see `electron/opened-file.ts`. */
const address = '/escritorio/abierto'

/** The file that was opened with the desktop, or the name of one over `mostBytes`. Undefined if there is none, as in a browser. */
export async function openedFile(mostBytes: number, what: 'file' | 'signature' = 'file'): Promise<File | { readonly tooLarge: string } | undefined> {
  const response = await fetch(what === 'file' ? address : `${address}.minisig`)
  const name = response.headers.get('x-file-name')
  if (!response.ok || name === null) {
    await response.body?.cancel()
    return undefined
  }
  const fileName = decodeURIComponent(name)
  if (Number(response.headers.get('content-length')) > mostBytes) {
    await response.body?.cancel()
    return { tooLarge: fileName }
  }
  return new File([await response.blob()], fileName)
}
