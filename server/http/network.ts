import { join } from 'node:path'
import { type Listener, type ListenOptions, listen, urlOf } from './listen.ts'
import { isLoopback } from './private-network.ts'
import type { IsTrustedProxy } from './proxy.ts'
import type { ServerHosts } from './tls-certificate.ts'
import { operatorIdentity, ownAuthorityIdentity, type TlsIdentity } from './tls-identity.ts'

/** From where the service can be reached now. */
export interface NetworkState {
  /** `none`: no port is open. `machine`: only from this machine. `lan`: also from the private network, over TLS. */
  readonly reach: 'none' | 'machine' | 'lan'
  /** The URLs of the service, the best one to give to others first. */
  readonly urls: readonly string[]
  readonly certificate:
    | {
        /** SHA-256 fingerprint of the certificate that clients must trust: that of our own authority, or the operator's. */
        readonly fingerprint: string
        /** ISO 8601. */
        readonly expires_at: string
        readonly is_own_authority: boolean
      }
    | undefined
}

/** The network listener, which can be opened and closed while the program runs. */
export interface Network {
  readonly state: NetworkState
  /** True while the private network is served beside what serves this machine, which stays when it is closed. */
  readonly isBeside: boolean
  /** Host names of this machine that are allowed in requests while it serves the private network. */
  readonly names: readonly string[]
  /** The certificate of our own authority (PEM) while it is in use. */
  readonly authority: string | undefined
  /**
   * Opens the listener, or reopens it with another reach. `beside`: what serves this machine stays open, and the private network gets the next port,
   * so that the page that asks for it goes on. Rejects with the system error, such as `EADDRINUSE`.
   */
  open(reach: 'machine' | 'lan', how?: 'instead' | 'beside'): Promise<NetworkState>
  /** Closes the listener if it is open. */
  close(): Promise<void>
  /** Adapts the TLS certificate to new addresses of the machine and renews it if necessary. Runs by itself every minute. */
  refresh(): Promise<void>
  /** Registers a function to call after each opening and closing. */
  onChange(changed: () => void): void
}

export interface NetworkOptions {
  readonly fetch: Parameters<typeof listen>[0]
  /** The address to listen on for reach `machine`. For reach `lan` it is every address. */
  readonly host: string
  readonly port: number
  /** The operator's own TLS certificate, used for every reach. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** The data folder, which contains our own authority. */
  readonly folder: string
  readonly ownHosts: () => ServerHosts
  readonly now: () => Date
  /** Called for each damaged file of the authority that was replaced, with a sentence in Spanish. */
  readonly onRepair?: (what: string) => void
  /** Proxies whose word is taken on the caller's address. */
  readonly isTrustedProxy?: IsTrustedProxy
  readonly onRefusedConnection?: () => void
}

interface Opened {
  readonly listener: Listener
  readonly reach: 'machine' | 'lan'
  identity: TlsIdentity | undefined
  hosts: ServerHosts
}

const refreshEveryMs = 60_000

/** Creates the listener, closed at first. While it serves the private network, its TLS certificate is kept up to date. */
export function createNetwork(options: NetworkOptions): Network {
  const { fetch, port, tls, folder, ownHosts, now, onRepair } = options
  let open: Opened | undefined
  /** What serves this machine while the private network is served beside it. */
  let kept: Opened | undefined
  let timer: NodeJS.Timeout | undefined
  const identify = async (hosts: ServerHosts): Promise<TlsIdentity> => {
    const identity = tls === undefined ? await ownAuthorityIdentity(join(folder, 'tls'), hosts, now()) : operatorIdentity(tls)
    for (const repair of identity.repairs) onRepair?.(repair)
    return identity
  }
  const enqueue = serialQueue()
  const listeners: (() => void)[] = []
  const notify = (): void => {
    for (const changed of listeners) changed()
  }

  const updateCertificate = async (): Promise<void> => {
    if (open?.reach !== 'lan') return
    const hosts = ownHosts()
    const identity = await identify(hosts)
    if (identity.server.cert !== open.identity?.server.cert) open.listener.setCredentials(identity.server)
    Object.assign(open, { identity, hosts })
  }
  const refresh = (): Promise<void> => enqueue(updateCertificate)
  const shut = async (): Promise<void> => {
    clearInterval(timer)
    const closing = [open, kept]
    open = undefined
    kept = undefined
    for (const one of closing) await one?.listener.close()
  }
  const openAt = async (reach: 'machine' | 'lan', how: 'instead' | 'beside'): Promise<void> => {
    if (open?.reach === reach) return
    if (reach === 'machine' && kept !== undefined) return backToMachine()
    const hosts = reach === 'lan' ? ownHosts() : { names: [], addresses: [] }
    const identity = reach === 'lan' ? await identify(hosts) : tls === undefined ? undefined : operatorIdentity(tls)
    const staying = how === 'beside' && reach === 'lan' ? open : undefined
    if (staying === undefined) await shut()
    const shared = { ...options, port: staying === undefined || port === 0 ? port : port + 1, tls: identity?.server }
    const listener = reach === 'lan' ? await listenEverywhere(fetch, shared) : await listen(fetch, { ...shared, port })
    open = { listener, reach, identity, hosts }
    kept = staying
    if (reach !== 'lan') return
    // After an error keep serving with the present certificate; the next refresh is in a minute.
    timer = setInterval(() => void refresh().catch(() => undefined), refreshEveryMs)
    timer.unref()
  }
  const backToMachine = async (): Promise<void> => {
    clearInterval(timer)
    const closing = open
    open = kept
    kept = undefined
    // Not waited for: the request that asks for it may have come that way.
    void closing?.listener.close()
  }
  const stateNow = (): NetworkState => {
    if (open === undefined) return { reach: 'none', urls: [], certificate: undefined }
    const { listener, reach, identity, hosts } = open
    const ofMachine = kept === undefined ? [] : [kept.listener.url]
    const certificate = identity && {
      fingerprint: identity.fingerprint,
      expires_at: identity.expiresAt.toISOString(),
      is_own_authority: identity.authority !== undefined,
    }
    return { reach, urls: reach === 'lan' ? [...urlsOf(hosts, listener.port), ...ofMachine] : [listener.url], certificate }
  }
  return {
    get state() {
      return stateNow()
    },
    get isBeside() {
      return kept !== undefined
    },
    get names() {
      return open?.reach === 'lan' ? open.hosts.names : []
    },
    get authority() {
      return open?.identity?.authority
    },
    async open(reach, how = 'instead') {
      await enqueue(() => openAt(reach, how)).finally(notify)
      return stateNow()
    },
    close: () => enqueue(shut).finally(notify),
    refresh,
    onChange: (changed) => {
      listeners.push(changed)
    },
  }
}

/** The URLs, private addresses first because they need no name resolution, then names, loopback last. */
function urlsOf({ names, addresses }: ServerHosts, port: number): string[] {
  const hosts = [...addresses, ...names]
  return [...hosts.filter((one) => !isLoopback(one)), ...hosts.filter(isLoopback)].map((one) => urlOf('https', one, port))
}

async function listenEverywhere(fetch: NetworkOptions['fetch'], shared: ListenOptions): Promise<Listener> {
  const options = { ...shared, localOnly: true }
  try {
    return await listen(fetch, { ...options, host: '::' })
  } catch (error) {
    // The machine has no IPv6.
    if (error instanceof Error && 'code' in error && error.code === 'EAFNOSUPPORT') return listen(fetch, { ...options, host: '0.0.0.0' })
    throw error
  }
}

/** Returns a function that runs asynchronous changes one after another. */
function serialQueue(): <T>(change: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (change) => {
    const next = last.then(change)
    last = next.catch(() => undefined)
    return next
  }
}
