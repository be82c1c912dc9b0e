import { fileURLToPath } from 'node:url'
import { readerScript } from '../../server/ifc/reader-script.ts'
import { documentReaderScript } from '../../server/library/reader-script.ts'
import type { ElectronApi, UtilityChild } from '../electron-api.ts'
import type { LogFile } from '../log-file.ts'
import { killAtOnce, startUtilityReader } from '../utility-reader.ts'
import { type Connection, connect } from './connection.ts'
import type { FromService, ServiceState, ToService } from './messages.ts'
import { runReaders } from './reader-relay.ts'

/** What the service is started with. */
export interface ServiceSettings {
  readonly electron: Pick<ElectronApi, 'startUtility'>
  readonly config: Extract<ToService, { kind: 'open' }>['config']
  readonly log: LogFile
}

/** What is watched in a process of the service. */
export interface Watch {
  readonly onState: (state: ServiceState) => void
  /** Called once for each long silence. */
  readonly onSilent: () => void
  /** Longest silence, in milliseconds. */
  readonly silence: number
}

/** One process of the service. */
export interface ServiceChild {
  readonly connection: Connection
  /** Resolves to the exit code when the process has ended; undefined if it could not start. */
  readonly ended: Promise<number | undefined>
  /** Asks it to finish what was begun, and resolves when all is stored or the process has ended. */
  stop(): Promise<void>
  /** Ends the process at once. */
  kill(): void
}

/** The scripts that the service may have started. */
const scripts: readonly string[] = [readerScript, documentReaderScript]

/** The script of the service: `.ts`, or `.js` when compiled. */
const serviceScript: string = fileURLToPath(new URL(`./service-process${import.meta.url.slice(-3)}`, import.meta.url))

/** Starts one process of the service and asks it to open. */
export function startServiceChild({ electron, config, log }: ServiceSettings, isLanOn: boolean, watch: Watch): ServiceChild {
  const child = electron.startUtility(serviceScript, { serviceName: 'Plomada: servicio', execArgv: [], stdio: 'ignore' })
  const ended = Promise.withResolvers<number | undefined>()
  const stopped = Promise.withResolvers<void>()
  let isThere = true
  const post = (message: ToService): void => {
    if (isThere) child.postMessage(message)
  }
  const connection = connect(post, watch.onState)
  const readers = runReaders((script) => startUtilityReader(electron, scripts.includes(script) ? script : readerScript), post)
  const heart = watchHeart(() => post({ kind: 'ping' }), watch)
  child.on('message', (said) => {
    // The one border: the child is the same program.
    const message = said as FromService
    heart.beat()
    if (message.kind === 'start reader' || message.kind === 'ask reader' || message.kind === 'end reader') readers.take(message)
    else if (message.kind === 'stopped') stopped.resolve()
    else connection.take(message)
  })
  const lose = (code?: number): void => {
    isThere = false
    heart.stop()
    readers.endAll()
    connection.lose()
    ended.resolve(code)
  }
  child.once('exit', lose)
  child.once('error', () => lose())
  post({ kind: 'open', config, logFile: log.file, isLanOn })
  return {
    connection,
    ended: ended.promise,
    async stop() {
      post({ kind: 'stop' })
      await Promise.race([stopped.promise, ended.promise])
    },
    kill: () => kill(child),
  }
}

function kill(child: UtilityChild): void {
  if (child.pid !== undefined) killAtOnce(child.pid)
  else child.kill()
}

/** Asks a process now and then whether it is there. Questions are counted, since a clock goes on while the machine sleeps. */
function watchHeart(ask: () => void, { onSilent, silence }: Watch): { beat(): void; stop(): void } {
  const mostMissed = 4
  let missed = 0
  const timer = setInterval(() => {
    ask()
    missed += 1
    if (missed === mostMissed) onSilent()
  }, silence / mostMissed)
  timer.unref()
  return {
    beat() {
      missed = 0
    },
    stop: () => clearInterval(timer),
  }
}
