import { type Key, keyMissing } from '../access/key.ts'
import type { RateLimiter } from '../access/rate-limit.ts'
import type { Store } from '../access/store.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Scope, Who } from '../operations/operation.ts'
import type { RequestContext } from './request-context.ts'
import { sessionSecrets } from './session-cookie.ts'

/** What authorization uses: the store with the keys, and the rate limiter if there is one. */
export interface AccessControl {
  readonly store: Store
  readonly rate: RateLimiter | undefined
}

/**
 * Authorizes a request for a scope and returns its caller: by a key, or by a session that stands for one. Without a scope, any valid key is
 * enough; the desktop and the command line need no key. Throws 401 without a valid key, 403 without the scope, 429 over a rate limit. Each key has a rate limit for its requests, and
 * each address one for rejected keys: once that is used up, no key from the address is looked up.
 */
export async function authorize(
  { store, rate }: AccessControl,
  request: Request,
  requestContext: RequestContext,
  scope: Scope | undefined,
): Promise<Who> {
  const { caller } = requestContext
  if (caller.kind !== 'network') {
    const { kind } = caller
    requestContext.who = { kind }
    return requestContext.who
  }
  const address = `address ${caller.address}`
  if (rate?.isExhausted(address)) spend(rate, address, requestContext)
  const text = bearerKey(request)
  try {
    const found = text === undefined ? keyOfSession(store, request) : store.keys.authenticate(text)
    // Almost every key is known at once; waiting would cost every request a turn.
    const key = found instanceof Promise ? await found : found
    const who = { kind: 'key', ...key } as const
    requestContext.who = who
    spend(rate, `key ${key.id}`, requestContext)
    if (scope !== undefined && !key.scopes.includes(scope)) {
      throw new ServiceError(
        'scope-missing',
        {
          es: `La clave «${key.name}» no tiene el permiso ${scope}; tiene: ${key.scopes.join(', ')}`,
          en: `Key "${key.name}" lacks scope ${scope}; it has: ${key.scopes.join(', ')}`,
        },
        { headers: { 'WWW-Authenticate': `Bearer realm="plomada", error="insufficient_scope", scope="${scope}"` } },
      )
    }
    return who
  } catch (error) {
    if (error instanceof ServiceError) requestContext.refused = error.code
    // Requests without a key do not count: any web page can make a browser on this machine send them, and would use up the limit of local programs.
    if (error instanceof ServiceError && error.status === 401 && text !== undefined) spend(rate, address, requestContext)
    throw error
  }
}

/** The key in the header of a request; undefined if it has none. */
export function bearerKey(request: Request): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/** The key that the session of a request stands for. Throws `key-missing` without a session that is valid, `key-revoked` or `key-expired` by its key. */
async function keyOfSession({ keys, sessions }: Store, request: Request): Promise<Key> {
  const secrets = sessionSecrets(request)
  const id = secrets === undefined ? undefined : await sessions.keyOf(secrets.token, secrets.proof)
  if (id === undefined) throw keyMissing()
  return keys.authenticateNumber(id)
}

function spend(rate: RateLimiter | undefined, name: string, requestContext: RequestContext): void {
  if (rate === undefined) return
  requestContext.rateLimit = rate.take(name)
  if (!requestContext.rateLimit.allowed) {
    requestContext.refused = 'rate-limited'
    const seconds = String(requestContext.rateLimit.resetSeconds)
    throw new ServiceError(
      'rate-limited',
      { es: `Demasiadas peticiones: espere ${seconds} s`, en: `Too many requests: wait ${seconds} s` },
      { headers: { 'Retry-After': seconds } },
    )
  }
}
