import type { NavigationEvent, PageContents } from './electron-api.ts'
import { isOwnAddress, isOwnBlob } from './scheme.ts'

type Open = (address: string) => void

/**
 * Restricts a page to the program. Blocks other addresses, new windows, webviews, devices and requests, and every permission except copying text.
 * Passes external links to `open`.
 */
export function guardPage(contents: PageContents, open: Open): void {
  contents.on('will-navigate', (attempt) => {
    if (isOwnAddress(attempt.url)) return
    attempt.preventDefault()
    open(attempt.url)
  })
  const blockForeign = (attempt: NavigationEvent): void => {
    if (!isOwnAddress(attempt.url)) attempt.preventDefault()
  }
  contents.on('will-frame-navigate', blockForeign)
  contents.on('will-redirect', blockForeign)
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

/** The hosts of all https addresses in a text. */
export function hostsNamedIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/https:\/\/([a-z0-9.-]+)/gi)].map(([, host = '']) => host.toLowerCase()))
}

/** Returns a function that opens an https address in the browser if its host is in `hosts` and it has no user, password or port. Ignores any other address. */
export function externalOpener(hosts: () => ReadonlySet<string>, openExternal: (address: string) => Promise<unknown>): Open {
  return (address) => {
    if (!URL.canParse(address)) return
    const { protocol, host, username, password, href } = new URL(address)
    // If the browser does not open, the user notices; nothing else depends on it.
    if (protocol === 'https:' && hosts().has(host) && username === '' && password === '') openExternal(href).catch(() => undefined)
  }
}

/** True only for writing text to the clipboard from the program's own pages, which they need to copy a citation. */
function isGranted(permission: string, from: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwnAddress(from)
}

/** True for addresses that need no network: the program's own pages, data in memory, and the developer tools. */
function isLocal(address: string): boolean {
  return isOwnAddress(address) || isOwnBlob(address) || /^(?:data|devtools):/.test(address)
}
