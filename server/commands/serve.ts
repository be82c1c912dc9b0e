import { type Spent, sharedRateLimiter } from '../access/rate-limit.ts'
import { storageErrorAdvice } from '../access/storage-error.ts'
import type { Store } from '../access/store.ts'
import type { LogLine } from '../api/dependencies.ts'
import { lateMetrics } from '../api/metrics.ts'
import { openAskIndex } from '../ask/ask-index.ts'
import { runWhenIdle, warmingSteps } from '../ask/warm.ts'
import { type Config, readConfig } from '../config/config.ts'
import { version } from '../config/version.ts'
import { errorText } from '../errors/error-text.ts'
import type { Text } from '../errors/language.ts'
import { isLoopback } from '../http/private-network.ts'
import { scopes } from '../operations/operation.ts'
import { openService, type Surroundings } from '../service.ts'
import { commands } from '../usage/commands.ts'
import type { Colleagues } from '../workers/colleagues.ts'
import { issueFirstKey } from './first-key.ts'
import { logLines, logRecord } from './log-lines.ts'
import { openNode } from './open-state.ts'
import { runBackups } from './run-backups.ts'
import { firstWords, lanWords } from './serve-words.ts'
import { untilStopped } from './stop.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'

/** `serve`: listens until SIGINT or SIGTERM. The first start issues one key and prints it, or the file that it was written to, with a command to try. */
export async function serveCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parse(args, commands.serve.options)
  const config = readConfig(terminal.environment, {
    ...flagsOf(values),
    ...(values.lan ? { lan: 'yes' } : {}),
    ...(values['insecure-http'] ? { 'insecure-http': 'yes' } : {}),
  })
  const printed = logLines((text) => terminal.err(text))
  // Also if the process ends by an unexpected error.
  process.once('exit', printed.flush)
  const log = (line: LogLine): void => {
    if (!values.quiet || line.error !== undefined) printed.add(logRecord(line, new Date()))
  }
  let stopBackups = (): void => undefined
  const colleagues = config.workers === 1 ? undefined : (await import('../workers/colleagues.ts')).openColleagues()
  try {
    rejectBackupsOfDatabase(config)
    // Workers leave backups to the process that supervises them.
    stopBackups = colleagues === undefined ? runBackups(config, { terminal, flags: flagsOf(values), log }) : stopBackups
    if (config.workers > 1 && colleagues === undefined) return await supervise(config, terminal, log)
    return await serveHere(config, { terminal, log, flush: printed.flush, keyFile: values['first-key-file'], colleagues })
  } finally {
    stopBackups()
    printed.flush()
    colleagues?.leave()
  }
}

/** A database that nodes share has backups of its own. */
function rejectBackupsOfDatabase({ stateUrl, backup }: Config): void {
  if (stateUrl === undefined || backup?.everyMs === undefined) return
  throw new UsageError({
    es: 'PLOMADA_BACKUP_EVERY copia la carpeta de datos, y el estado está en PLOMADA_STATE_URL: copie esa base con pg_dump',
    en: 'PLOMADA_BACKUP_EVERY backs up the data folder, and the state is in PLOMADA_STATE_URL: back that database up with pg_dump',
  })
}

/** Runs the workers of this service. */
async function supervise(config: Config, terminal: Terminal, log: (line: LogLine) => void): Promise<number> {
  rejectOpenHttp(config, terminal)
  const { superviseWorkers } = await import('../workers/supervise.ts')
  return superviseWorkers({
    count: config.workers,
    print: terminal.out,
    onCrash: (what) => log({ request_id: '', operation: 'worker', status: 500, ms: 0, error: what[terminal.language] }),
    untilStopped,
  })
}

interface Serving {
  readonly terminal: Terminal
  readonly log: (line: LogLine) => void
  /** Prints the lines of the log that still wait. */
  readonly flush: () => void
  readonly keyFile: string | undefined
  /** The other workers, if this process is one. */
  readonly colleagues: Colleagues | undefined
}

/** Serves in this process until it is stopped. */
async function serveHere(config: Config, serving: Serving): Promise<number> {
  const { terminal, flush, keyFile, colleagues } = serving
  if (colleagues === undefined) rejectOpenHttp(config, terminal)
  const node = await openNode(
    config,
    (error) => serving.log({ request_id: '', operation: 'base', status: 500, ms: 0, error: error instanceof Error ? error.message : String(error) }),
    (error) => terminal.err(waitingNotice(errorText(error))[terminal.language]),
  )
  const service = openService<Store>(config, serving.log, { ...shared(colleagues), shared: node })
  const { store, network } = service
  const first = await issueFirstKey(store, scopes, keyFile)
  if (store.storageError !== undefined) terminal.err(readOnlyNotice(storageErrorAdvice(store.storageError))[terminal.language])
  const state = await network.open(config.lan ? 'lan' : 'machine')
  if (colleagues !== undefined && !config.lan) {
    const { shareNetwork } = await import('../workers/shared-network.ts')
    shareNetwork(network, colleagues, (error) =>
      serving.log({ request_id: '', operation: 'network', status: 500, ms: 0, error: error instanceof Error ? error.message : String(error) }),
    )
  }
  // What was repaired is told before the address.
  flush()
  // Set before the address is printed: whoever reads it may stop the process at once.
  const stopped = untilStopped(colleagues !== undefined)
  const [url = ''] = state.urls
  const told = [
    ...(config.lan ? [lanWords(state, terminal.language)] : []),
    ...firstWords(service, { first, keyFile, dataFolder: config.dataFolder }, terminal.language),
  ]
  if (colleagues === undefined) for (const text of [...told, `listening on ${url}`]) terminal.out(text)
  else colleagues.start({ started: { told, url } })
  const stopping = new AbortController()
  const { kb } = service
  const warmed = runWhenIdle(
    warmingSteps(kb, () => openAskIndex(kb)),
    stopping.signal,
  ).then(() => (stopping.signal.aborted ? undefined : service.pages?.readRest()))
  await stopped
  stopping.abort()
  await warmed
  await network.close()
  await service.close()
  return 0
}

/** What several workers do together: rate limits and metrics. */
function shared(colleagues: Colleagues | undefined): Pick<Surroundings, 'metrics' | 'shareRate'> {
  const others = async (): Promise<object[]> => (await (colleagues?.ask('metrics') ?? [])) as object[]
  const metrics = lateMetrics(async (watched) => (await import('../api/prometheus.ts')).openPrometheus(watched, version, others))
  if (colleagues === undefined) return { metrics }
  colleagues.hear('metrics', () => metrics.json())
  return {
    metrics,
    shareRate(own) {
      const { limiter, hear } = sharedRateLimiter(own, (spent) => colleagues.tell('spent', spent))
      colleagues.hear('spent', (spent) => hear(spent as Spent))
      return limiter
    },
  }
}

function waitingNotice({ es, en }: Text): Text {
  return {
    es: `${es}. Se espera a la base de datos: este nodo empieza en cuanto responda`,
    en: `${en}. Waiting for the database: this node starts as soon as it answers`,
  }
}

function readOnlyNotice({ es, en }: Text): Text {
  return {
    es: `Solo lectura: ${es}. Las consultas y comprobaciones siguen; nada se guarda.`,
    en: `Read-only: ${en}. Queries and checks go on; nothing is stored.`,
  }
}

/** Refuses to send keys over a network without TLS, unless the operator allows it. */
function rejectOpenHttp({ lan, tls, host, insecureHttp }: Config, terminal: Terminal): void {
  if (lan || tls !== undefined || isLoopback(host)) return
  if (!insecureHttp)
    throw new UsageError({
      es: `Sin cifrar solo se escucha en este equipo, no en «${host}»: use --lan (certificado propio), --tls-cert y --tls-key, o --insecure-http si la red ya va cifrada`,
      en: `Without TLS the server listens on this machine only, not on "${host}": use --lan (its own certificate), --tls-cert and --tls-key, or --insecure-http if the network is already encrypted`,
    })
  const warning: Text = {
    es: `AVISO: se escucha en ${host} sin cifrar. Quien esté en esa red puede leer las claves y lo que se consulta`,
    en: `WARNING: listening on ${host} without TLS. Anyone on that network can read keys and requests`,
  }
  terminal.err(warning[terminal.language])
}
