import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import type { ReaderAnswer, ReaderRequest } from './reader-process.ts'

/** A running reader of models: one request is sent to it, and it answers until it ends. */
export interface ReaderChild {
  /** The id of its process; undefined before it has started. */
  readonly pid: number | undefined
  send(request: ReaderRequest): void
  onAnswer(listener: (answer: ReaderAnswer) => void): void
  /** Calls `listener` once the process has ended or could not start. */
  onEnd(listener: () => void): void
  /** Ends the process at once, whatever it is doing. */
  end(): void
}

/** A reader whose answers are still bytes, as `reader-port.ts` sends them. */
export interface RawReader extends Omit<ReaderChild, 'onAnswer'> {
  onBytes(listener: (answer: Uint8Array) => void): void
}

/** A reader whose answers are read. */
export function readerOf(raw: RawReader): ReaderChild {
  return {
    get pid() {
      return raw.pid
    },
    send: (request) => raw.send(request),
    // The child runs our own program, so the type of its messages is trusted.
    onAnswer: (listener) => raw.onBytes((answer) => listener(deserialize(answer) as ReaderAnswer)),
    onEnd: (listener) => raw.onEnd(listener),
    end: () => raw.end(),
  }
}

/** Starts a process for the script of the reader. */
export type StartReader = (script: string) => ReaderChild

/** The options of Node for a reader. */
export const readerFlags: readonly string[] = ['--max-old-space-size=1024']

/** The script of the reader: `.ts`, or `.js` when compiled for the desktop. */
export const readerScript: string = fileURLToPath(new URL(`./reader-process${import.meta.url.slice(-3)}`, import.meta.url))

/** Starts the reader as another process of Node. Must not be used in Electron, whose program would open a second window. */
export function forkReader(script: string): ReaderChild {
  if ('electron' in process.versions) throw new TypeError('The desktop must start its readers with utilityProcess')
  const child = fork(script, [], { execArgv: [...readerFlags], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const listeners: (() => void)[] = []
  const ended = (): void => {
    for (const listener of listeners) listener()
  }
  child.once('error', ended)
  child.once('exit', ended)
  return readerOf({
    pid: child.pid,
    send: (request) => {
      child.send(request, (error) => {
        if (error !== null) ended()
      })
    },
    onBytes: (listener) => child.on('message', (message) => message instanceof Uint8Array && listener(message)),
    onEnd: (listener) => listeners.push(listener),
    end: () => child.kill('SIGKILL'),
  })
}
