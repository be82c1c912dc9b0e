import type { App } from '../../server/api/app.ts'
import { incomingBodies, outgoingBodies } from './bodies.ts'
import type { BodyMessage, FromService, ToService } from './messages.ts'

type RequestMessage = Extract<ToService, { kind: 'request' }>

/** The requests that the service answers over the channel. */
export interface Answering {
  take(message: RequestMessage | BodyMessage | Extract<ToService, { kind: 'abort' }>): void
  /** Resolves when every request that was begun has been answered. */
  finish(): Promise<void>
}

/** Answers requests of the main process as the desktop caller. `onAnswered` is called after each. */
export function answerRequests(app: Pick<App, 'fetch'>, post: (message: FromService) => void, onAnswered: () => void): Answering {
  const received = incomingBodies(post)
  const sent = outgoingBodies(post)
  const underWay = new Set<Promise<void>>()
  const aborts = new Map<number, AbortController>()
  const answer = async (message: RequestMessage): Promise<void> => {
    const { id } = message
    const abort = new AbortController()
    aborts.set(id, abort)
    const body = message.hasBody ? received.open(id, () => undefined) : null
    const response = await app.fetch(requestOf(message, body, abort.signal), { kind: 'desktop' })
    const { status, headers } = response
    if (abort.signal.aborted) await response.body?.cancel()
    else {
      post({ kind: 'head', id, status, headers: [...headers], hasBody: response.body !== null })
      if (response.body !== null) await sent.send(id, response.body)
    }
    onAnswered()
  }
  const begin = (message: RequestMessage): void => {
    const answered = answer(message)
      // The app answers every error itself; this is one of the channel.
      .catch(() => post({ kind: 'broken', id: message.id }))
      .finally(() => {
        aborts.delete(message.id)
        underWay.delete(answered)
      })
    underWay.add(answered)
  }
  return {
    take(message) {
      if (message.kind === 'request') begin(message)
      else if (message.kind === 'more') sent.more(message.id)
      else if (message.kind === 'abort') {
        received.break(message.id)
        sent.cancel(message.id)
        aborts.get(message.id)?.abort()
      } else received.take(message)
    },
    finish: async () => void (await Promise.allSettled(underWay)),
  }
}

function requestOf({ url, method, headers }: RequestMessage, body: ReadableStream<Uint8Array> | null, signal: AbortSignal): Request {
  // `duplex` is required for a body that streams, and missing in the types.
  const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]), body, signal, duplex: 'half' }
  return new Request(url, init)
}
