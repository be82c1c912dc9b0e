import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What Node itself answers to a request that it cannot take, by the code of its error. */
const refusals: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Refuses requests whose headers or body are late, and those that are no HTTP, as Node does. A request whose headers came in time, and could not be read
 * because this process was busy, is read first: Node looks at the clock before it looks at what waits to be read. Its body has `requestMs` from then on.
 */
export function refuseLate(server: EventEmitter, requestMs: number): void {
  const last = new WeakMap<Socket, readonly [IncomingMessage, ServerResponse]>()
  const note = (request: IncomingMessage, response: ServerResponse): unknown => last.set(request.socket, [request, response])
  server.on('request', note)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const before = last.get(socket)
    const refuse = (): void => endWith(refusals[error.code ?? ''] ?? '400 Bad Request', socket, last.get(socket)?.[1])
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return refuse()
    setImmediate(() => {
      const now = last.get(socket)
      if (now === before || now === undefined) refuse()
      else closeIfIncomplete(now[0], requestMs)
    })
  })
}

/** Answers with a status alone, unless an answer is on its way, and closes the connection. */
function endWith(status: string, socket: Socket, answer: ServerResponse | undefined): void {
  const isAnswering = answer?.headersSent === true && !answer.writableFinished
  if (socket.writable && !isAnswering) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
  socket.destroy()
}

function closeIfIncomplete(request: IncomingMessage, withinMs: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, withinMs)
  request.once('close', () => clearTimeout(timer))
}
