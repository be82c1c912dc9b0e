import { keyMissing } from '../access/key.ts'
import type { Rate } from '../access/rate.ts'
import type { Store } from '../access/store.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Scope, Who } from '../operations/operation.ts'
import type { Exchange } from './respond.ts'

export interface Doorway {
  readonly store: Store
  readonly rate: Rate | undefined
}

/**
 * Lets a caller through to what a scope guards, and says who it is, or throws: no key, no service. The desktop needs none. Each
 * address has an allowance for refused keys, and where that is spent no key from there is looked at; each key has one for its requests.
 */
export function admit({ store, rate }: Doorway, request: Request, exchange: Exchange, scope: Scope | undefined): Who {
  const { caller } = exchange
  if (caller.kind !== 'network') {
    const { kind } = caller
    exchange.who = { kind }
    return exchange.who
  }
  const address = `address ${caller.address}`
  if (rate?.isSpent(address)) spend(rate, address, exchange)
  const header = request.headers.get('authorization')
  const text = /^Bearer +(\S+)\s*$/i.exec(header ?? '')?.[1]
  try {
    if (text === undefined) throw keyMissing()
    const key = store.keys.authenticate(text)
    const who = { kind: 'key', id: key.id, name: key.name, prefix: key.prefix, scopes: key.scopes } as const
    exchange.who = who
    spend(rate, `key ${key.id}`, exchange)
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
    // Any web page can have a browser on this machine ask without a key: that must not use up what programs here are allowed.
    if (error instanceof ServiceError && error.status === 401 && text !== undefined) spend(rate, address, exchange)
    throw error
  }
}

function spend(rate: Rate | undefined, name: string, exchange: Exchange): void {
  if (rate === undefined) return
  exchange.allowance = rate.take(name)
  if (!exchange.allowance.allowed) {
    const seconds = String(exchange.allowance.resetSeconds)
    throw new ServiceError(
      'rate-limited',
      { es: `Demasiadas peticiones: espere ${seconds} s`, en: `Too many requests: wait ${seconds} s` },
      { headers: { 'Retry-After': seconds } },
    )
  }
}
