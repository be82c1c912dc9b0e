import type { ProgramsFound } from '../../server/packs/newer-program.ts'
import type { LanOpened, ServiceState } from './messages.ts'
import { type ServiceChild, type ServiceSettings, startServiceChild } from './service-child.ts'
import { unavailable } from './unavailable.ts'

/** `starts`: the process ended and is started again. `gone`: it ended too often. `silent`: it has not answered for long. */
export type Trouble = 'starts' | 'gone' | 'silent'

/** The private network, as the windows turn it on and off. */
export interface Lan {
  /** Address on the private network; undefined while it is off. */
  readonly url: string | undefined
  on(): Promise<LanOpened>
  off(): Promise<void>
}

/** How long things may take, in milliseconds. */
export interface Patience {
  /** The pauses before each start after an end; after the last one it is not started again. */
  readonly pauses: readonly number[]
  /** A process that has lasted this long counts as sound. */
  readonly sound: number
  /** Longest silence. A large document takes seconds, in which nothing else is answered. */
  readonly silence: number
  /** Longest wait for what was begun when the program ends. */
  readonly stop: number
}

const usual: Patience = { pauses: [100, 1000, 3000, 10_000, 30_000], sound: 60_000, silence: 90_000, stop: 20_000 }

/** The service in a process of its own, which is started again whenever it ends by itself. */
export class SupervisedService {
  readonly #settings: ServiceSettings
  readonly #patience: Patience
  readonly #changes: ((state: ServiceState) => void)[] = []
  readonly #troubles: ((what: Trouble) => void)[] = []
  #state: ServiceState | undefined
  #child: ServiceChild
  /** Requests wait for it while the process is to start again. */
  #pause: PromiseWithResolvers<void> | undefined
  /** How often it has ended since it was last sound. */
  #ends = 0
  #isStopping = false
  /** The private network of the service. */
  readonly lan: Lan

  constructor(settings: ServiceSettings, patience: Patience = usual) {
    this.#settings = settings
    this.#patience = patience
    this.#child = this.#start()
    const url = (): string | undefined => this.#state?.lanUrl
    this.lan = {
      get url() {
        return url()
      },
      on: async () => (await this.#child.connection.switchLan('on')) ?? { url: '', fingerprint: '', firstKey: undefined },
      off: async () => void (await this.#child.connection.switchLan('off')),
    }
  }

  /** Resolves when the service answers. Rejects with `CannotOpen` if a part of it cannot be opened; it is then not started again. */
  async ready(): Promise<void> {
    try {
      await this.#child.connection.ready
    } catch (error) {
      this.#isStopping = true
      this.#child.kill()
      throw error
    }
  }

  /** What the windows show. It is known once the service is ready. */
  get state(): ServiceState {
    if (this.#state === undefined) throw new TypeError('The service is not ready')
    return this.#state
  }

  /** Answers a request. While the process starts again the answer waits for it; what it was answering when it ended gets 503. */
  async fetch(request: Request): Promise<Response> {
    await this.#pause?.promise
    const { connection } = this.#child
    if (this.#isStopping || (await connection.ready.catch(() => undefined)) === undefined) return unavailable(request)
    return connection.fetch(request)
  }

  /** Looks for a newer program in a folder, by the keys that this installation trusts. */
  findProgram(folder: string): Promise<ProgramsFound> {
    return this.#child.connection.findProgram(folder)
  }

  onChange(listener: (state: ServiceState) => void): void {
    this.#changes.push(listener)
  }

  onTrouble(listener: (what: Trouble) => void): void {
    this.#troubles.push(listener)
  }

  /** Starts it again, after it ended too often or because it does not answer. */
  restart(): void {
    this.#ends = 0
    this.#replace()
  }

  /** Ends it once everything that was begun is answered and stored. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#pause?.resolve()
    const child = this.#child
    const late = setTimeout(() => {
      this.#settings.log.add('service does not stop')
      child.kill()
    }, this.#patience.stop)
    await child.stop()
    clearTimeout(late)
    child.kill()
    await child.ended
  }

  #start(): ServiceChild {
    const startedAt = performance.now()
    const child = startServiceChild(this.#settings, this.#state?.lanUrl !== undefined, {
      onState: (state) => {
        this.#state = state
        for (const listener of this.#changes) listener(state)
      },
      onSilent: () => {
        this.#settings.log.add('service silent')
        this.#tell('silent')
      },
      silence: this.#patience.silence,
    })
    void child.ended.then((code) => {
      // Before it was ever ready, `ready` tells the error.
      if (this.#isStopping || this.#child !== child || this.#state === undefined) return
      if (performance.now() - startedAt > this.#patience.sound) this.#ends = 0
      this.#startLater(code)
    })
    return child
  }

  #startLater(code: number | undefined): void {
    const pause = this.#patience.pauses[this.#ends]
    this.#ends += 1
    this.#settings.log.add('service gone', { code, times: this.#ends, isStartedAgain: pause !== undefined })
    this.#pause?.resolve()
    if (pause !== undefined) {
      this.#pause = Promise.withResolvers()
      setTimeout(() => this.#replace(), pause)
    }
    this.#tell(pause === undefined ? 'gone' : 'starts')
  }

  #replace(): void {
    if (this.#isStopping) return
    const before = this.#child
    const next = this.#start()
    this.#child = next
    before.kill()
    next.connection.ready.then(
      () => this.#settings.log.add('service ready again'),
      (error: unknown) => {
        this.#settings.log.add('service does not start', error)
        next.kill()
      },
    )
    this.#pause?.resolve()
  }

  #tell(what: Trouble): void {
    for (const listener of this.#troubles) listener(what)
  }
}
