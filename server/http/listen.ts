import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Caller } from '../operation.ts'
import type { Pair } from './certificate.ts'
import { isNearAddress } from './headers.ts'

type Fetch = (request: Request, caller: Caller) => Promise<Response>

export interface Listener {
  readonly port: number
  readonly url: string
  /** Shows another certificate from the next connection on. */
  renew(pair: Pair): void
  /** Stops taking connections and waits for the requests under way, a few seconds at most. */
  close(): Promise<void>
}

/** What one caller may take up. Times in milliseconds. */
export interface Limits {
  /** From the first byte until all headers are there. */
  readonly headersMs: number
  /** From the first byte until the whole request is there. */
  readonly requestMs: number
  /** How often the two are looked at. */
  readonly checkMs: number
  /** Connections open at once; more are closed at once. */
  readonly connections: number
}

const usualLimits: Limits = { headersMs: 10_000, requestMs: 30_000, checkMs: 2_000, connections: 1_000 }

/** Whichever is chosen keeps past talks secret and cannot be altered unseen. */
const secure = {
  minVersion: 'TLSv1.2',
  ciphers: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
} as const

const mostHeaderBytes = 16 * 1024
const mostHeaders = 100
const handshakeMs = 10_000
const keepAliveMs = 65_000
const closeWithinMs = 5_000

export interface Where {
  readonly host: string
  readonly port: number
  /** Without it, plain HTTP. */
  readonly tls: Pair | undefined
  /** Whether connections to an address of this machine that is neither loopback nor private are closed unread. */
  readonly nearOnly?: boolean
  readonly limits?: Limits
}

/** Listens for network callers. Every request that comes this way is a network request, whatever it says of itself. */
export function listen(fetch: Fetch, where: Where): Promise<Listener> {
  const { host, port, tls, nearOnly = false, limits = usualLimits } = where
  const timing = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: mostHeaderBytes,
    keepAliveTimeout: keepAliveMs,
  }
  const server = createAdaptorServer({
    fetch: (request, bindings) => fetch(request, { kind: 'network', address: remoteAddress((bindings as HttpBindings).incoming.socket) }),
    ...(tls === undefined
      ? { serverOptions: timing }
      : { createServer: createTlsServer, serverOptions: { ...timing, ...tls, ...secure, handshakeTimeout: handshakeMs } }),
  })
  server.maxConnections = limits.connections
  if ('maxHeadersCount' in server) server.maxHeadersCount = mostHeaders
  if (nearOnly) refuseFar(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      const { port: given } = server.address() as AddressInfo
      resolve({
        port: given,
        url: urlOf(tls === undefined ? 'http' : 'https', host, given),
        renew: (pair) => {
          if (server instanceof TlsServer) server.setSecureContext({ ...pair, ...secure })
        },
        close: () => closeServer(server),
      })
    })
  })
}

/** The address of a listener at a host, which is a name or a literal address. */
export function urlOf(scheme: 'http' | 'https', host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** A listener on all addresses takes IPv4 callers as mapped IPv6 ones. */
function remoteAddress({ remoteAddress: address = '' }: Socket): string {
  return unmapped(address)
}

function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function refuseFar(server: Pick<Server, 'on'>): void {
  server.on('connection', (socket: Socket) => {
    if (!isNearAddress(unmapped(socket.localAddress ?? ''))) socket.destroy()
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
