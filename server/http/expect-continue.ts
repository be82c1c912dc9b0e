import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Answers `Expect: 100-continue` in its turn. Node writes `100 Continue` at once: for a request sent behind another on the same connection
 * it would then stand between the headers and the body of an answer, and the client would read every later answer wrongly.
 */
export function answerExpectations(server: EventEmitter): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const proceed = (): void => {
      if (!response.headersSent) response.writeContinue()
    }
    if (response.socket === null) response.once('socket', proceed)
    else proceed()
    server.emit('request', request, response)
  })
}
