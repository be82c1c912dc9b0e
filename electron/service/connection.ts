import { CannotOpen } from '../../server/errors/cannot-open.ts'
import { OperatorError } from '../../server/errors/operator-error.ts'
import type { ProgramsFound } from '../../server/packs/newer-program.ts'
import { incomingBodies, outgoingBodies } from './bodies.ts'
import type { FromService, LanOpened, ServiceState, ToService } from './messages.ts'
import { unavailable } from './unavailable.ts'

/** What the main process asks of one process of the service. */
export interface Connection {
  /** Resolves when the service answers. Rejects with `CannotOpen` or another error if it never will. */
  readonly ready: Promise<ServiceState>
  take(message: FromService): void
  fetch(request: Request): Promise<Response>
  switchLan(to: 'on' | 'off'): Promise<LanOpened | undefined>
  findProgram(folder: string): Promise<ProgramsFound>
  /** The process has ended: everything that waits for it is answered. */
  lose(): void
}

/** A promise that a message settles. */
interface Settle<T> {
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void
}

/** Statuses whose answers have no body. */
const bodiless = new Set([101, 204, 205, 304])

/** The main process's end of the channel to the service. `onState` is called with each change. */
export function connect(post: (message: ToService) => void, onState: (state: ServiceState) => void): Connection {
  const sent = outgoingBodies(post)
  const received = incomingBodies(post)
  const heads = new Map<number, Settle<Response> & { readonly lost: () => Response }>()
  const switches = new Map<number, Settle<LanOpened | undefined>>()
  const searches = new Map<number, Settle<ProgramsFound>>()
  const opening = Promise.withResolvers<ServiceState>()
  // Whoever waits for it meets the error.
  opening.promise.catch(() => undefined)
  let isLost = false
  let count = 0
  const abort = (id: number): void => {
    sent.cancel(id)
    post({ kind: 'abort', id })
  }
  const settle = <S extends object>(of: Map<number, S>, id: number, how: (waiting: S) => void): void => {
    const waiting = of.get(id)
    of.delete(id)
    if (waiting !== undefined) how(waiting)
  }
  const answered = (message: Extract<FromService, { kind: 'head' }>): void => {
    const { id, status, headers, hasBody } = message
    const body = hasBody && !bodiless.has(status) ? received.open(id, () => abort(id)) : null
    settle(heads, id, ({ resolve }) =>
      resolve(new Response(body, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) })),
    )
  }
  return {
    ready: opening.promise,
    take(message) {
      switch (message.kind) {
        case 'ready':
        case 'changed':
          onState(message.state)
          opening.resolve(message.state)
          return
        case 'failed':
          opening.reject(failure(message))
          return
        case 'head':
          answered(message)
          return
        case 'lan done':
          settle(switches, message.id, ({ resolve }) => resolve(message.opened))
          return
        case 'lan failed':
          settle(switches, message.id, ({ reject }) => reject(new Error(message.message)))
          return
        case 'program found':
          settle(searches, message.id, ({ resolve }) => resolve(message.found))
          return
        case 'more':
          sent.more(message.id)
          return
        case 'broken':
          settle(heads, message.id, ({ resolve, lost }) => resolve(lost()))
          received.take(message)
          return
        case 'piece':
        case 'end':
          received.take(message)
      }
    },
    fetch(request) {
      if (isLost) return Promise.resolve(unavailable(request))
      const id = ++count
      const head = Promise.withResolvers<Response>()
      heads.set(id, { ...head, lost: () => unavailable(request) })
      request.signal.addEventListener('abort', () => {
        if (heads.has(id)) abort(id)
        settle(heads, id, ({ reject }) => reject(request.signal.reason))
      })
      const { url, method, headers, body } = request
      post({ kind: 'request', id, url, method, headers: [...headers], hasBody: body !== null })
      if (body !== null) void sent.send(id, body)
      return head.promise
    },
    switchLan(to) {
      if (isLost) return Promise.reject(new Error('El servicio se está iniciando: repítalo en unos segundos'))
      const id = ++count
      const done = Promise.withResolvers<LanOpened | undefined>()
      switches.set(id, done)
      post({ kind: 'lan', id, to })
      return done.promise
    },
    findProgram(folder) {
      if (isLost) return Promise.resolve({ kind: 'none' })
      const id = ++count
      const found = Promise.withResolvers<ProgramsFound>()
      searches.set(id, found)
      post({ kind: 'find program', id, folder })
      return found.promise
    },
    lose() {
      isLost = true
      opening.reject(new OperatorError({ es: 'El servicio se ha detenido al iniciarse', en: 'The service ended while it was starting' }))
      for (const id of [...heads.keys()]) {
        sent.cancel(id)
        settle(heads, id, ({ resolve, lost }) => resolve(lost()))
      }
      for (const id of [...switches.keys()]) settle(switches, id, ({ reject }) => reject(new Error('El servicio se ha detenido: repítalo')))
      for (const id of [...searches.keys()]) settle(searches, id, ({ resolve }) => resolve({ kind: 'none' }))
      received.break()
    },
  }
}

function failure({ part, detail }: Extract<FromService, { kind: 'failed' }>): Error {
  const cause = new OperatorError(detail)
  return part === undefined ? cause : new CannotOpen(part, cause)
}
