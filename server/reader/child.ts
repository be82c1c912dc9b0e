import { fork } from 'node:child_process'
import { deserialize } from 'node:v8'

/** A running reader of a file: one request is sent to it, and it answers until it ends. */
export interface ReaderChild {
  /** The id of its process; undefined before it has started. */
  readonly pid: number | undefined
  send(request: object): void
  /** Calls `listener` with each message. The child runs our own program, so the caller may trust its type. */
  onAnswer(listener: (answer: unknown) => void): void
  /** Calls `listener` once the process has ended or could not start. */
  onEnd(listener: () => void): void
  /** Ends the process at once, whatever it is doing. */
  end(): void
}

/** A reader whose answers are still bytes, as `port.ts` sends them. */
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
    onAnswer: (listener) => raw.onBytes((answer) => listener(deserialize(answer))),
    onEnd: (listener) => raw.onEnd(listener),
    end: () => raw.end(),
  }
}

/** Starts a process for the script of the reader. */
export type StartReader = (script: string) => ReaderChild

/** The options of Node for a reader. */
export const readerFlags: readonly string[] = ['--max-old-space-size=1024']

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
