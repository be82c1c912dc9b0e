import type { Config } from '../../server/config/config.ts'
import type { CannotOpen } from '../../server/errors/cannot-open.ts'
import type { Text } from '../../server/errors/language.ts'
import type { ProgramsFound } from '../../server/packs/newer-program.ts'

/** What the windows show of the service. It is sent whole whenever a part of it changes. */
export interface ServiceState {
  readonly base: { readonly version: string; readonly referenceDate: string; readonly sha256: string }
  /** Hosts of the official texts, which the browser may open. */
  readonly hosts: readonly string[]
  /** Why nothing can be stored, as the end of a Spanish sentence; undefined if it can. */
  readonly storageAdvice: string | undefined
  /** Address on the private network; undefined while it is off. */
  readonly lanUrl: string | undefined
}

/** What turning the private network on gives. The key cannot be read again. */
export interface LanOpened {
  readonly url: string
  readonly fingerprint: string
  readonly firstKey: string | undefined
}

/** A piece of a body, its end, or that it broke off; and, from the other side, that another piece may come. */
export type BodyMessage =
  | { readonly kind: 'piece'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end' | 'broken' | 'more'; readonly id: number }

/** From the main process to the service. */
export type ToService =
  | { readonly kind: 'open'; readonly config: Config; readonly logFile: string; readonly isLanOn: boolean }
  | {
      readonly kind: 'request'
      readonly id: number
      readonly url: string
      readonly method: string
      readonly headers: readonly (readonly [string, string])[]
      readonly hasBody: boolean
    }
  | BodyMessage
  /** Nobody waits for the answer any more. */
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'lan'; readonly id: number; readonly to: 'on' | 'off' }
  /** Looks for a newer program in a folder. */
  | { readonly kind: 'find program'; readonly id: number; readonly folder: string }
  | { readonly kind: 'reader said'; readonly reader: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'reader ended'; readonly reader: number }
  | { readonly kind: 'ping' }
  | { readonly kind: 'stop' }

/** From the service to the main process. The first one is `ready` or `failed`. */
export type FromService =
  | { readonly kind: 'ready' | 'changed'; readonly state: ServiceState }
  | { readonly kind: 'failed'; readonly part: CannotOpen['part'] | undefined; readonly detail: Text }
  | {
      readonly kind: 'head'
      readonly id: number
      readonly status: number
      readonly headers: readonly (readonly [string, string])[]
      readonly hasBody: boolean
    }
  | BodyMessage
  | { readonly kind: 'lan done'; readonly id: number; readonly opened: LanOpened | undefined }
  | { readonly kind: 'lan failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'program found'; readonly id: number; readonly found: ProgramsFound }
  /** Asks for a process that reads a model, which only the main process can start. */
  | { readonly kind: 'start reader'; readonly reader: number; readonly script: string }
  | { readonly kind: 'ask reader'; readonly reader: number; readonly request: object }
  | { readonly kind: 'end reader'; readonly reader: number }
  | { readonly kind: 'pong' }
  /** Everything acknowledged is stored and closed: the process may be ended. */
  | { readonly kind: 'stopped' }
