import { type RawReader, readerOf, type StartReader } from '../../server/reader/child.ts'
import type { FromService, ToService } from './messages.ts'

type Said = Extract<ToService, { kind: 'reader said' | 'reader ended' }>
type Asked = Extract<FromService, { kind: 'start reader' | 'ask reader' | 'end reader' }>

/** The readers of models and documents that the main process runs for the service: only it can start utility processes. */
export function readersOfParent(post: (message: Asked) => void): { readonly start: StartReader; take(message: Said): void } {
  const readers = new Map<number, { bytes(answer: Uint8Array): void; end(): void }>()
  let count = 0
  return {
    start(script) {
      const reader = ++count
      const onBytes: ((answer: Uint8Array) => void)[] = []
      const onEnd: (() => void)[] = []
      readers.set(reader, {
        bytes: (answer) => {
          for (const listener of onBytes) listener(answer)
        },
        end: () => {
          for (const listener of onEnd) listener()
        },
      })
      post({ kind: 'start reader', reader, script })
      return readerOf({
        pid: undefined,
        send: (request) => post({ kind: 'ask reader', reader, request }),
        onBytes: (listener) => onBytes.push(listener),
        onEnd: (listener) => onEnd.push(listener),
        end: () => post({ kind: 'end reader', reader }),
      })
    },
    take(message) {
      const reader = readers.get(message.reader)
      if (message.kind === 'reader said') reader?.bytes(message.bytes)
      else {
        readers.delete(message.reader)
        reader?.end()
      }
    },
  }
}

/** Runs those readers in the main process. What they say is passed on as bytes, so that a large model holds no window up. */
export function runReaders(start: (script: string) => RawReader, post: (message: Said) => void): { take(message: Asked): void; endAll(): void } {
  const running = new Map<number, RawReader>()
  return {
    take(message) {
      const { reader } = message
      if (message.kind === 'ask reader') running.get(reader)?.send(message.request)
      else if (message.kind === 'end reader') running.get(reader)?.end()
      else {
        const started = start(message.script)
        running.set(reader, started)
        started.onBytes((bytes) => post({ kind: 'reader said', reader, bytes: new Uint8Array(bytes) }))
        started.onEnd(() => {
          if (running.delete(reader)) post({ kind: 'reader ended', reader })
        })
      }
    },
    endAll() {
      for (const reader of running.values()) reader.end()
      running.clear()
    },
  }
}
