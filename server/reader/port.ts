import { serialize } from 'node:v8'

/** The way of a reader to its parent. */
export interface ReaderPort {
  /** Calls `listener` with the request. */
  onRequest(listener: (request: unknown) => void): void
  /** Sends a step. Messages go as bytes, so that a process between passes them on without reading them. */
  tell(message: unknown): void
  /** Sends the last answer. */
  finish(message: unknown): void
}

/** The channel that Electron gives to a utility process. */
interface ParentPort {
  once(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  postMessage(message: unknown): void
}

/** The port of this process: the channel of Node, or that of Electron in a utility process. */
export function readerPort(): ReaderPort {
  // The one border: Electron adds this property, also to the types of Node where its own are loaded.
  const { parentPort } = process as { readonly parentPort?: ParentPort | undefined }
  return parentPort === undefined || parentPort === null ? nodePort : electronPort(parentPort)
}

const nodePort: ReaderPort = {
  onRequest(listener) {
    process.once('message', listener)
    // Nobody waits for the answer any more.
    process.once('disconnect', () => process.exit(1))
  },
  tell: (message) => void process.send?.(serialize(message)),
  finish: (message) => void process.send?.(serialize(message), () => process.exit(0)),
}

/** Electron ends its utility processes with the program, and the parent ends this one after the last answer: leaving by itself could lose it. */
function electronPort(port: ParentPort): ReaderPort {
  return {
    onRequest: (listener) => port.once('message', ({ data }) => listener(data)),
    tell: (message) => port.postMessage(new Uint8Array(serialize(message))),
    finish: (message) => port.postMessage(new Uint8Array(serialize(message))),
  }
}
