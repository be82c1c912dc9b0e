import type { App } from '../server/api/app.ts'
import { securityHeaders } from '../server/http/headers.ts'
import type { Scheme } from './electron-api.ts'
import { type OpenedModel, openedModelPath } from './opened-model.ts'

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

/** Returns a handler that answers requests of the scheme as the desktop caller, and the page of models with the file that was opened. It rejects other hosts and origins with 403. */
export function schemeHandler(app: Pick<App, 'fetch'>, opened: Pick<OpenedModel, 'answer'>): (request: Request) => Promise<Response> {
  return async (request) => {
    const from = request.headers.get('origin')
    if (!isOwnAddress(request.url) || (from !== null && from !== origin)) return new Response(null, { status: 403, headers: securityHeaders })
    if (request.method === 'GET' && new URL(request.url).pathname === openedModelPath) return opened.answer()
    return app.fetch(request, { kind: 'desktop' })
  }
}
