import type { Caller } from '../http/caller.ts'

/** The header with the proof of a session. No other site can send it: a header of its own needs a permission that we never give. */
const proofHeader = 'plomada-session'

/** The two secrets of a session, of cookie and header; undefined unless a request has both. */
export function sessionSecrets(request: Request): { readonly token: string; readonly proof: string } | undefined {
  const proof = request.headers.get(proofHeader)
  const token = cookieOf(request, cookieName(request))
  return proof === null || token === undefined ? undefined : { token, proof }
}

/**
 * The cookie of a session: for no script, for no other site, and over TLS, ours or that of a trusted proxy, for no plain connection. Without a token it
 * deletes the cookie.
 */
export function sessionCookie(request: Request, caller: Caller, session?: { readonly token: string; readonly seconds: number }): string {
  const isOverTls = new URL(request.url).protocol === 'https:' || (caller.kind === 'network' && caller.isProxyTls === true)
  const secure = isOverTls ? '; Secure' : ''
  return `${cookieName(request)}=${session?.token ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${session?.seconds ?? 0}${secure}`
}

/** Browsers send the cookies of a host to all its ports, so each port has a name of its own. */
function cookieName(request: Request): string {
  const port = /:(\d+)$/.exec(request.headers.get('host') ?? '')?.[1]
  return port === undefined ? 'plomada' : `plomada-${port}`
}

function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('=', 2))
  return pairs.find(([one]) => one === name)?.[1] || undefined
}
