import type { BodyMessage } from './messages.ts'

/** Pieces on their way before the other side has taken one: bodies of any size need little memory. */
const ahead = 8
/** Largest piece: copying one must not hold a window up. */
const mostBytes = 256 * 1024

type Post = (message: BodyMessage) => void

/** The bodies that one side sends. */
export interface OutgoingBodies {
  /** Sends a body piece by piece, as fast as the other side takes them. Resolves when it has ended, broken off or been cancelled. */
  send(id: number, body: ReadableStream<Uint8Array>): Promise<void>
  /** The other side has taken a piece. */
  more(id: number): void
  /** The other side wants no more of it. */
  cancel(id: number): void
}

interface Flow {
  left: number
  isCancelled: boolean
  wake: () => void
  readonly reader: ReadableStreamDefaultReader<Uint8Array>
}

/** The sending side of bodies over a channel of messages. */
export function outgoingBodies(post: Post): OutgoingBodies {
  const flows = new Map<number, Flow>()
  return {
    async send(id, body) {
      const flow: Flow = { left: ahead, isCancelled: false, wake: () => undefined, reader: body.getReader() }
      flows.set(id, flow)
      try {
        await pump(id, flow, post)
        if (!flow.isCancelled) post({ kind: 'end', id })
      } catch {
        if (!flow.isCancelled) post({ kind: 'broken', id })
      } finally {
        flows.delete(id)
      }
    },
    more(id) {
      const flow = flows.get(id)
      if (flow === undefined) return
      flow.left += 1
      flow.wake()
    },
    cancel(id) {
      const flow = flows.get(id)
      if (flow === undefined) return
      flow.isCancelled = true
      flow.wake()
      // The source may have failed already; nobody reads it any more.
      flow.reader.cancel().catch(() => undefined)
    },
  }
}

async function pump(id: number, flow: Flow, post: Post): Promise<void> {
  for (;;) {
    const { done, value } = await flow.reader.read()
    if (done) return
    for (let start = 0; start < value.length; start += mostBytes) {
      while (flow.left === 0 && !flow.isCancelled)
        await new Promise<void>((resolve) => {
          flow.wake = resolve
        })
      if (flow.isCancelled) return
      flow.left -= 1
      // A copy: a message carries the whole buffer behind a view.
      post({ kind: 'piece', id, bytes: new Uint8Array(value.subarray(start, start + mostBytes)) })
    }
  }
}

/** The bodies that one side receives. */
export interface IncomingBodies {
  /** The stream of a body. `onCancel` is called if its reader wants no more. */
  open(id: number, onCancel: () => void): ReadableStream<Uint8Array<ArrayBuffer>>
  take(message: BodyMessage): void
  /** Breaks off one body, or all of them: the other side is gone. */
  break(id?: number): void
}

type Arrival = Uint8Array<ArrayBuffer> | 'end' | 'broken'

interface Waiting {
  readonly arrived: Arrival[]
  wake: () => void
}

/** The receiving side of bodies over a channel of messages. */
export function incomingBodies(post: Post): IncomingBodies {
  const bodies = new Map<number, Waiting>()
  const arrive = (id: number, arrival: Arrival): void => {
    const body = bodies.get(id)
    body?.arrived.push(arrival)
    body?.wake()
  }
  return {
    open(id, onCancel) {
      const body: Waiting = { arrived: [], wake: () => undefined }
      bodies.set(id, body)
      return new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          async pull(controller) {
            while (body.arrived.length === 0)
              await new Promise<void>((resolve) => {
                body.wake = resolve
              })
            const next = body.arrived.shift()
            if (next instanceof Uint8Array) {
              controller.enqueue(next)
              post({ kind: 'more', id })
              return
            }
            bodies.delete(id)
            if (next === 'end') controller.close()
            else controller.error(new Error('The body broke off'))
          },
          cancel() {
            bodies.delete(id)
            onCancel()
          },
        },
        // A piece is taken only when it is read.
        { highWaterMark: 0 },
      )
    },
    take(message) {
      if (message.kind === 'piece') arrive(message.id, message.bytes)
      else if (message.kind !== 'more') arrive(message.id, message.kind)
    },
    break(id) {
      for (const one of id === undefined ? [...bodies.keys()] : [id]) arrive(one, 'broken')
    },
  }
}
