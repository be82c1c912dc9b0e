import { securityHeaders } from '../server/http/headers.ts'
import type { Scheme } from './electron-api.ts'
import { findPath } from './find-in-page.ts'
import { type OpenedFile, openedFilePath } from './opened-file.ts'

/** The origin of the pages. They use a custom scheme, so that no port is open. */
export const origin = 'plomada://app'

/** The custom scheme. Must be registered before Electron is ready. */
export const plomadaScheme: Scheme = { scheme: 'plomada', privileges: { standard: true, secure: true, supportFetchAPI: true } }

/** True for the address of one of the program's own pages. */
export function isOwnAddress(address: string): boolean {
  return address === origin || address.startsWith(`${origin}/`)
}

/** True for the address of a blob that one of those pages created. */
export function isOwnBlob(address: string): boolean {
  return address.startsWith(`blob:${origin}/`)
}

/** What only the desktop answers to its pages, by path. */
export interface DesktopAnswers {
  /** The file that was opened with the program. */
  readonly opened: Pick<OpenedFile, 'answer'>
  /** Finds words in the page; undefined while there is no window. */
  readonly find?: (request: Request) => Promise<Response>
}

/** The service, which takes every request of the scheme as the desktop caller's. */
export interface DesktopService {
  fetch(request: Request): Promise<Response>
}

/** Returns a handler that answers requests of the scheme by the service, and the page with what only the desktop has. It rejects other hosts and origins with 403. */
export function schemeHandler(service: DesktopService, { opened, find }: DesktopAnswers): (request: Request) => Promise<Response> {
  return async (request) => {
    const from = request.headers.get('origin')
    if (!isOwnAddress(request.url) || (from !== null && from !== origin)) return new Response(null, { status: 403, headers: securityHeaders })
    const { pathname } = new URL(request.url)
    if (request.method === 'GET' && pathname.startsWith(openedFilePath)) return opened.answer(pathname)
    if (request.method === 'POST' && pathname === findPath && find !== undefined) return find(request)
    return service.fetch(request)
  }
}
