import type { AddressInfo, Server, Socket } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Caller } from './caller.ts'
import { type ConnectionLimits, closeIfSilent, closeIfUnread, connectionCounter } from './connection-limits.ts'
import { answerExpectations } from './expect-continue.ts'
import { refuseLate } from './late-request.ts'
import { isLocalNetworkAddress } from './private-network.ts'
import { type IsTrustedProxy, isTlsAtProxy, originOf } from './proxy.ts'
import type { TlsCredentials } from './tls-certificate.ts'

type Fetch = (request: Request, caller: Caller) => Promise<Response>

export interface Listener {
  readonly port: number
  readonly url: string
  /** Uses another TLS certificate from the next connection on. */
  setCredentials(pair: TlsCredentials): void
  /** Stops accepting connections and waits a few seconds for requests in progress. */
  close(): Promise<void>
}

/** Limits on connections and on the time that one request may take. Times in milliseconds. */
export interface ListenerLimits extends ConnectionLimits {
  /** From the connection, or over TLS from the end of the handshake, until the first byte. */
  readonly firstMs: number
  /** From the first byte until the headers are complete. */
  readonly headersMs: number
  /** From the first byte until the request is complete. */
  readonly requestMs: number
  /** How often `headersMs` and `requestMs` are checked. */
  readonly checkMs: number
  /** From the start of the answer until the caller has received all of it. */
  readonly writeMs: number
}

const defaultLimits: ListenerLimits = {
  firstMs: 5_000,
  headersMs: 10_000,
  requestMs: 30_000,
  writeMs: 60_000,
  checkMs: 2_000,
  connections: 1_000,
  perAddress: 200,
  forLoopback: 100,
}

/** Only AEAD cipher suites with forward secrecy. */
const tlsOptions = {
  minVersion: 'TLSv1.2',
  ciphers: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
} as const

const mostHeaderBytes = 16 * 1024
const mostHeaders = 100
const handshakeMs = 10_000
const keepAliveMs = 65_000
const closeWithinMs = 5_000

export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** Plain HTTP if undefined. */
  readonly tls: TlsCredentials | undefined
  /** If true, closes connections to a public address of this machine: one that is not loopback, private or link-local. */
  readonly localOnly?: boolean
  readonly limits?: Partial<ListenerLimits>
  /** Proxies whose word is taken on the caller's address; none by default. */
  readonly isTrustedProxy?: IsTrustedProxy
  /** Called for each connection that is refused because too many are open. */
  readonly onRefusedConnection?: () => void
}

/** Opens the network listener. Every request that arrives here is marked as a network request, whatever its headers say. */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listener> {
  const { host, port, tls, localOnly = false, isTrustedProxy = () => false } = options
  const limits: ListenerLimits = { ...defaultLimits, ...options.limits }
  const timing = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: mostHeaderBytes,
    keepAliveTimeout: keepAliveMs,
  }
  const server = createAdaptorServer({
    async fetch(request, bindings) {
      const { incoming, outgoing } = bindings as HttpBindings
      const address = remoteAddress(incoming.socket)
      const origin = originOf(address, incoming.headers, isTrustedProxy)
      const tlsThere = isTlsAtProxy(address, incoming.headers, isTrustedProxy) ? { isProxyTls: true } : {}
      const response = await fetch(request, { kind: 'network', ...origin, ...tlsThere })
      closeIfUnread(outgoing, incoming.socket, limits.writeMs)
      return response
    },
    ...(tls === undefined
      ? { serverOptions: timing }
      : {
          createServer: (await import('node:https')).createServer,
          serverOptions: { ...timing, ...tls, ...tlsOptions, handshakeTimeout: handshakeMs },
        }),
  })
  limitConnections(server, { ...options, isTrustedProxy, limits })
  if ('maxHeadersCount' in server) server.maxHeadersCount = mostHeaders
  answerExpectations(server)
  refuseLate(server, limits.requestMs)
  if (localOnly) rejectNonLocal(server)
  return await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      const { port: given } = server.address() as AddressInfo
      resolve({
        port: given,
        url: urlOf(tls === undefined ? 'http' : 'https', host, given),
        setCredentials: (pair) => {
          if ('setSecureContext' in server) server.setSecureContext({ ...pair, ...tlsOptions })
        },
        close: () => closeServer(server),
      })
    })
  })
}

/** The URL of a listener. `host` is a name or an IP address without brackets. */
export function urlOf(scheme: 'http' | 'https', host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The address of the caller. A listener on all addresses reports IPv4 callers as IPv4-mapped IPv6 addresses, which this converts back. */
function remoteAddress({ remoteAddress: address = '' }: Socket): string {
  return unmapped(address)
}

function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Closes connections over the limits. */
function limitConnections(
  server: Pick<Server, 'on'>,
  { tls, limits, isTrustedProxy, onRefusedConnection }: ListenOptions & { readonly limits: ListenerLimits; readonly isTrustedProxy: IsTrustedProxy },
): void {
  const countConnection = connectionCounter(limits, isTrustedProxy)
  server.on('connection', (socket: Socket) => {
    const end = countConnection(remoteAddress(socket))
    if (end !== undefined) socket.once('close', end)
    else {
      onRefusedConnection?.()
      socket.destroy()
    }
  })
  // After this event a connection can send HTTP.
  const ready = tls === undefined ? 'connection' : 'secureConnection'
  server.on(ready, (socket: Socket) => closeIfSilent(socket, limits.firstMs))
}

function rejectNonLocal(server: Pick<Server, 'on'>): void {
  server.on('connection', (socket: Socket) => {
    if (!isLocalNetworkAddress(unmapped(socket.localAddress ?? ''))) socket.destroy()
  })
}

function closeServer(server: ReturnType<typeof createAdaptorServer>): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => ('closeAllConnections' in server ? server.closeAllConnections() : undefined), closeWithinMs)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
}
