import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Caller } from '../operation.ts'

type Fetch = (request: Request, caller: Caller) => Promise<Response>

export interface Listener {
  readonly url: string
  /** Stops taking connections and waits for the requests under way, a few seconds at most. */
  close(): Promise<void>
}

const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
const keepAliveMs = 65_000
const closeWithinMs = 5_000

/** Listens for network callers. Every request that comes this way is a network request, whatever it says of itself. */
export function listen(
  fetch: Fetch,
  where: { readonly host: string; readonly port: number; readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined },
): Promise<Listener> {
  const answer = (request: Request, bindings: HttpBindings): Promise<Response> =>
    fetch(request, { kind: 'network', address: bindings.incoming.socket.remoteAddress ?? '' })
  const limits = { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs, maxHeaderSize: 16 * 1024, keepAliveTimeout: keepAliveMs }
  const server = createAdaptorServer({
    fetch: (request, bindings) => answer(request, bindings as HttpBindings),
    ...(where.tls === undefined
      ? { serverOptions: limits }
      : {
          createServer: createTlsServer,
          serverOptions: { ...limits, cert: readFileSync(where.tls.certFile), key: readFileSync(where.tls.keyFile), minVersion: 'TLSv1.2' },
        }),
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where.port, where.host, () => {
      server.removeListener('error', reject)
      const { port } = server.address() as AddressInfo
      const host = where.host.includes(':') ? `[${where.host}]` : where.host
      resolve({ url: `${where.tls === undefined ? 'http' : 'https'}://${host}:${port}`, close: () => closeServer(server) })
    })
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
