import type { NavigationEvent, PageContents } from './electron-api.ts'
import { isOwnAddress, isOwnBlob } from './scheme.ts'

type Open = (address: string) => void

/** Keeps a page inside the program: no other address, window, webview, device or request, no permission but to copy text. Links out go to `open`. */
export function guardPage(contents: PageContents, open: Open): void {
  contents.on('will-navigate', (attempt) => {
    if (isOwnAddress(attempt.url)) return
    attempt.preventDefault()
    open(attempt.url)
  })
  const refuse = (attempt: NavigationEvent): void => {
    if (!isOwnAddress(attempt.url)) attempt.preventDefault()
  }
  contents.on('will-frame-navigate', refuse)
  contents.on('will-redirect', refuse)
  contents.on('will-attach-webview', (attempt) => attempt.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    open(url)
    return { action: 'deny' }
  })
  const { session } = contents
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => answer(isGranted(permission, requestingUrl)))
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) => isGranted(permission, requestingOrigin))
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isLocal(url) }))
}

/** Hosts of the addresses that a text names over https. */
export function hostsNamedIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/https:\/\/([a-z0-9.-]+)/gi)].map(([, host = '']) => host.toLowerCase()))
}

/** Opens an address outside only if it is https, on one of the hosts that the base in use names, with no user, password or port; else does nothing. */
export function externalOpener(hosts: () => ReadonlySet<string>, openExternal: (address: string) => Promise<unknown>): Open {
  return (address) => {
    if (!URL.canParse(address)) return
    const { protocol, host, username, password, href } = new URL(address)
    // A browser that does not open is for its user to see: nothing here depends on it.
    if (protocol === 'https:' && hosts().has(host) && username === '' && password === '') openExternal(href).catch(() => undefined)
  }
}

/** The program's own pages may put text on the clipboard, to copy a citation; nothing else is granted. */
function isGranted(permission: string, from: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwnAddress(from)
}

/** Addresses that need no network: the program's own, what a page made in memory, and the developer tools. */
function isLocal(address: string): boolean {
  return isOwnAddress(address) || isOwnBlob(address) || /^(?:data|devtools):/.test(address)
}
