import type { App } from '../server/api/app.ts'
import { securityHeaders } from '../server/http/headers.ts'
import type { Scheme } from './electron-api.ts'

/** Where the pages live: a scheme of the program's own, so that no port is open. */
export const origin = 'plomada://app'

/** To be registered before the program is ready. */
export const plomadaScheme: Scheme = { scheme: 'plomada', privileges: { standard: true, secure: true, supportFetchAPI: true } }

/** Whether an address is one of the program's own pages. */
export function isOwnAddress(address: string): boolean {
  return address === origin || address.startsWith(`${origin}/`)
}

/** Whether an address is of what one of those pages made in memory. */
export function isOwnBlob(address: string): boolean {
  return address.startsWith(`blob:${origin}/`)
}

/** Answers requests of the scheme as the desktop caller; refuses every other host, and pages that come from elsewhere. */
export function schemeHandler(app: Pick<App, 'fetch'>): (request: Request) => Promise<Response> {
  return async (request) => {
    const from = request.headers.get('origin')
    if (!isOwnAddress(request.url) || (from !== null && from !== origin)) return new Response(null, { status: 403, headers: securityHeaders })
    return app.fetch(request, { kind: 'desktop' })
  }
}
