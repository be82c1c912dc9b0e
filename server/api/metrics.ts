import type { Backups } from '../access/backup-status.ts'
import type { Store } from '../access/store.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { LogLine, MetricsText } from './dependencies.ts'

/** What the metrics of a process show besides its requests. */
export interface Watched {
  readonly store: Pick<Store, 'audit' | 'unready' | 'now'>
  readonly backup?: Backups | undefined
  readonly kb: Pick<KnowledgeBase, 'meta'>
}

/** Metrics that count. */
export interface OpenedMetrics {
  /** Counts a request that was answered. */
  observe(line: LogLine): void
  /** Counts a connection that was refused because too many are open. */
  refuseConnection(): void
  text(): Promise<string>
  /** The figures of this process alone, for another to add up. */
  json(): Promise<object>
}

/** The metrics of a process. */
export interface Metrics extends OpenedMetrics, MetricsText {
  /** Says whose state they show. Must be called once. */
  watch(service: Watched): void
}

const openAfterMs = 1000
/** Most events that wait for the metrics to be opened. */
const mostWaiting = 10_000

/**
 * Metrics that are opened by `open` a second after the service, or when somebody asks for them: loading their library takes longer than the start of the
 * service may. What happens until then is counted afterwards.
 */
export function lateMetrics(open: (service: Watched) => Promise<OpenedMetrics>): Metrics {
  const waiting: ((metrics: OpenedMetrics) => void)[] = []
  let opened: OpenedMetrics | undefined
  let opening: Promise<OpenedMetrics> | undefined
  let service: Watched | undefined
  const load = async (): Promise<OpenedMetrics> => {
    if (service === undefined) throw new TypeError('Nothing to watch')
    const metrics = await open(service)
    opened = metrics
    for (const count of waiting.splice(0)) count(metrics)
    return metrics
  }
  const ready = (): Promise<OpenedMetrics> => (opening ??= load())
  const soon = (count: (metrics: OpenedMetrics) => void): void => {
    if (opened !== undefined) count(opened)
    else if (waiting.length < mostWaiting) waiting.push(count)
  }
  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    watch(given) {
      service = given
      setTimeout(ready, openAfterMs).unref()
    },
    observe: (line) => soon((metrics) => metrics.observe(line)),
    refuseConnection: () => soon((metrics) => metrics.refuseConnection()),
    text: async () => (await ready()).text(),
    json: async () => (await ready()).json(),
  }
}
