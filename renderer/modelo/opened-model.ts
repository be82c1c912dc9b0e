/** The address at which the desktop gives the model that was opened with the program; see `electron/opened-model.ts`. */
const address = '/escritorio/modelo.ifc'

/** The model that was opened with the desktop, or the name of one over `mostBytes`. Undefined if there is none, as in a browser. */
export async function openedModel(mostBytes: number): Promise<File | { readonly tooLarge: string } | undefined> {
  const response = await fetch(address)
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
