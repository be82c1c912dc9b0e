import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Caller } from './caller.ts'
import type { Pair } from './certificate.ts'
import { type ConnectionLimits, closeUnlessSpoken, closeUnlessTaken, connectionCounter } from './connections.ts'
import { isNearAddress } from './private-network.ts'

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
export interface Limits extends ConnectionLimits {
  /** From the connection until its first byte; over TLS, from the end of the handshake. */
  readonly firstMs: number
  /** From the first byte until all headers are there. */
  readonly headersMs: number
  /** From the first byte until the whole request is there. */
  readonly requestMs: number
  /** How often the two are looked at. */
  readonly checkMs: number
  /** From an answer being ready until the caller has taken all of it. */
  readonly writeMs: number
}

const usualLimits: Limits = {
  firstMs: 5_000,
  headersMs: 10_000,
  requestMs: 30_000,
  writeMs: 60_000,
  checkMs: 2_000,
  connections: 1_000,
  perAddress: 200,
  forLoopback: 100,
}

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
  readonly limits?: Partial<Limits>
}

/** Listens for network callers. Every request that comes this way is a network request, whatever it says of itself. */
export function listen(fetch: Fetch, where: Where): Promise<Listener> {
  const { host, port, tls, nearOnly = false } = where
  const limits: Limits = { ...usualLimits, ...where.limits }
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
      const response = await fetch(request, { kind: 'network', address: remoteAddress(incoming.socket) })
      closeUnlessTaken(outgoing, incoming.socket, limits.writeMs)
      return response
    },
    ...(tls === undefined
      ? { serverOptions: timing }
      : { createServer: createTlsServer, serverOptions: { ...timing, ...tls, ...secure, handshakeTimeout: handshakeMs } }),
  })
  limitConnections(server, limits, tls === undefined ? 'connection' : 'secureConnection')
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

/** Connections past the limits are closed unread. `ready` is the event of one that may speak HTTP. */
function limitConnections(server: Pick<Server, 'on'>, limits: Limits, ready: 'connection' | 'secureConnection'): void {
  const counted = connectionCounter(limits)
  server.on('connection', (socket: Socket) => {
    const end = counted(remoteAddress(socket))
    if (end === undefined) socket.destroy()
    else socket.once('close', end)
  })
  server.on(ready, (socket: Socket) => closeUnlessSpoken(socket, limits.firstMs))
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
