import { join } from 'node:path'
import type { Reachable } from './certificate.ts'
import { type Listener, listen, urlOf } from './listen.ts'
import { isLoopback } from './private-network.ts'
import { type Identity, keptIdentity, ownIdentity } from './tls.ts'

/** From where the service can be reached. */
export interface NetworkState {
  /** `none`: no port is open. `machine`: this machine only. `lan`: its private network too, over TLS. */
  readonly reach: 'none' | 'machine' | 'lan'
  /** Its addresses, the one to tell others first. */
  readonly urls: readonly string[]
  readonly certificate:
    | {
        /** SHA-256 of what clients are to trust: our own authority, or the operator's certificate. */
        readonly fingerprint: string
        /** ISO 8601. */
        readonly expires_at: string
        readonly is_own_authority: boolean
      }
    | undefined
}

/** The one listener of the program, opened and closed while it runs. */
export interface Network {
  readonly state: NetworkState
  /** Names of this machine that requests may give while it serves its network. */
  readonly names: readonly string[]
  /** The certificate of our own authority, PEM, while it is in use. */
  readonly authority: string | undefined
  /** Opens the listener, or moves it. Rejects with what the system says, such as `EADDRINUSE`. */
  open(reach: 'machine' | 'lan'): Promise<NetworkState>
  /** Closes it; nothing happens where it is closed. */
  close(): Promise<void>
  /** Looks whether the machine has other addresses, or the certificate is due, as it does by itself each minute. */
  look(): Promise<void>
  /** Calls back after each change. */
  watch(changed: () => void): void
}

export interface NetworkOptions {
  readonly fetch: Parameters<typeof listen>[0]
  /** Where it listens for this machine. For the network it is every address. */
  readonly host: string
  readonly port: number
  /** The operator's own certificate, shown wherever it listens. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** Where our own authority is kept. */
  readonly folder: string
  readonly ownReach: () => Reachable
  readonly now: () => Date
  /** Called for each file of the authority that was found wrong and made right, with a sentence in Spanish. */
  readonly onRepair?: (what: string) => void
}

const lookAgainMs = 60_000

/** The listener, closed at first. While it serves the network, its certificate follows the machine's addresses and is renewed in time. */
export function createNetwork(options: NetworkOptions): Network {
  const { fetch, host, port, tls, folder, ownReach, now, onRepair } = options
  let open: { readonly listener: Listener; readonly reach: 'machine' | 'lan'; identity: Identity | undefined; reachable: Reachable } | undefined
  let timer: NodeJS.Timeout | undefined
  const identify = async (reachable: Reachable): Promise<Identity> => {
    const identity = tls === undefined ? await keptIdentity(join(folder, 'tls'), reachable, now()) : ownIdentity(tls)
    for (const repair of identity.repairs) onRepair?.(repair)
    return identity
  }
  const inTurn = turns()
  const watchers: (() => void)[] = []
  const tell = (): void => {
    for (const changed of watchers) changed()
  }

  const followMachine = async (): Promise<void> => {
    if (open?.reach !== 'lan') return
    const reachable = ownReach()
    const identity = await identify(reachable)
    if (identity.server.cert !== open.identity?.server.cert) open.listener.renew(identity.server)
    Object.assign(open, { identity, reachable })
  }
  const look = (): Promise<void> => inTurn(followMachine)
  const shut = async (): Promise<void> => {
    clearInterval(timer)
    const closing = open
    open = undefined
    await closing?.listener.close()
  }
  const openAt = async (reach: 'machine' | 'lan'): Promise<void> => {
    if (open?.reach === reach) return
    const reachable = reach === 'lan' ? ownReach() : { names: [], addresses: [] }
    const identity = reach === 'lan' ? await identify(reachable) : tls === undefined ? undefined : ownIdentity(tls)
    await shut()
    const listener = reach === 'lan' ? await listenEverywhere(fetch, port, identity) : await listen(fetch, { host, port, tls: identity?.server })
    open = { listener, reach, identity, reachable }
    if (reach !== 'lan') return
    // Failing to look is no reason to stop serving: the next look is in a minute.
    timer = setInterval(() => void look().catch(() => undefined), lookAgainMs)
    timer.unref()
  }
  const stateNow = (): NetworkState => {
    if (open === undefined) return { reach: 'none', urls: [], certificate: undefined }
    const { listener, reach, identity, reachable } = open
    const certificate = identity && {
      fingerprint: identity.fingerprint,
      expires_at: identity.expiresAt.toISOString(),
      is_own_authority: identity.authority !== undefined,
    }
    return { reach, urls: reach === 'lan' ? urlsOf(reachable, listener.port) : [listener.url], certificate }
  }
  return {
    get state() {
      return stateNow()
    },
    get names() {
      return open?.reach === 'lan' ? open.reachable.names : []
    },
    get authority() {
      return open?.identity?.authority
    },
    async open(reach) {
      await inTurn(() => openAt(reach)).finally(tell)
      return stateNow()
    },
    close: () => inTurn(shut).finally(tell),
    look,
    watch: (changed) => {
      watchers.push(changed)
    },
  }
}

/** Private addresses first, as they work without any name service; then names; loopback last. */
function urlsOf({ names, addresses }: Reachable, port: number): string[] {
  const hosts = [...addresses, ...names]
  return [...hosts.filter((one) => !isLoopback(one)), ...hosts.filter(isLoopback)].map((one) => urlOf('https', one, port))
}

async function listenEverywhere(fetch: NetworkOptions['fetch'], port: number, identity: Identity | undefined): Promise<Listener> {
  const where = { port, tls: identity?.server, nearOnly: true }
  try {
    return await listen(fetch, { ...where, host: '::' })
  } catch (error) {
    // A machine without IPv6.
    if (error instanceof Error && 'code' in error && error.code === 'EAFNOSUPPORT') return listen(fetch, { ...where, host: '0.0.0.0' })
    throw error
  }
}

/** One change at a time, in the order asked for. */
function turns(): <T>(change: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (change) => {
    const next = last.then(change)
    last = next.catch(() => undefined)
    return next
  }
}
