import type { Store } from '../server/access/store.ts'
import type { App } from '../server/app.ts'
import { type Listener, listen } from '../server/http/listen.ts'
import { usualScopes } from '../server/operation.ts'

export interface Lan {
  /** Where it listens; undefined while it is off. */
  readonly url: string | undefined
  /** Starts listening, on this machine only. The first time ever it also issues a key, which is told here and never again. */
  on(): Promise<{ readonly url: string; readonly firstKey: string | undefined }>
  /** Stops listening; nothing happens where it is off. */
  off(): Promise<void>
}

/** The network switch: off until it is asked for. */
export function createLan(service: { readonly app: Pick<App, 'fetch'>; readonly store: Pick<Store, 'keys'> }, port: number): Lan {
  let listener: Listener | undefined
  // One change at a time, in the order asked for.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const next = last.then(change)
    last = next.catch(() => undefined)
    return next
  }
  return {
    get url() {
      return listener?.url
    },
    on: () =>
      inTurn(async () => {
        // Only loopback: other machines need TLS.
        listener ??= await listen(service.app.fetch, { host: '127.0.0.1', port, tls: undefined })
        const isFirst = service.store.keys.list().length === 0
        const issued = isFirst ? service.store.keys.issue({ name: 'primera', scopes: [...usualScopes], expiresAt: null }) : undefined
        return { url: listener.url, firstKey: issued?.text }
      }),
    off: () =>
      inTurn(async () => {
        const open = listener
        listener = undefined
        await open?.close()
      }),
  }
}
