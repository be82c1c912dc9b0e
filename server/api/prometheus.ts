import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Backups, backupHealth } from '../access/backup-status.ts'
import { operations } from '../operations/index.ts'
import type { OpenedMetrics, Watched } from './metrics.ts'

/** Upper bounds of the latency histogram, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Why requests are refused, by status. */
const refusals: Readonly<Record<number, string>> = { 401: 'key', 403: 'forbidden', 429: 'rate' }

/** Opens the metrics of this process, whose state is read from `service` at each collection. `others` gives those of the other processes of the service. */
export function openPrometheus(service: Watched, version: string, others: () => Promise<object[]>): OpenedMetrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'plomada_requests_total',
    help: 'Requests answered, by operation and status',
    labelNames: ['operation', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'plomada_request_duration_seconds',
    help: 'Time until the answer was ready, by operation',
    labelNames: ['operation'],
    buckets,
    registers,
  })
  const refused = new Counter({
    name: 'plomada_refusals_total',
    help: 'Requests refused for their key, scope, host or rate, and connections refused because too many were open',
    labelNames: ['reason'],
    registers,
  })
  new Gauge({
    name: 'plomada_build_info',
    help: 'Version of the program and of Node; always 1',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers,
  }).set({ version, node: process.version }, 1)
  addState(service, registers)
  if (service.backup !== undefined) addBackups(service.backup, service.store.now, registers)
  return {
    json: () => register.getMetricsAsJSON(),
    text: async () => AggregatorRegistry.aggregate([await register.getMetricsAsJSON(), ...(await others())]).metrics(),
    observe({ operation, status, ms }) {
      const name = knownName(operation)
      requests.inc({ operation: name, status })
      seconds.observe({ operation: name }, ms / 1000)
      const reason = refusals[status]
      if (reason !== undefined) refused.inc({ reason })
    },
    refuseConnection: () => refused.inc({ reason: 'connections' }),
  }
}

/** Adds the gauges of the store and the knowledge base. */
function addState(service: Watched, registers: Registry[]): void {
  new Gauge({
    name: 'plomada_audit_lag_lines',
    help: 'Lines that the audit lacks: not written yet, or written and not signed yet',
    labelNames: ['waiting_for'],
    aggregator: 'max',
    registers,
    async collect() {
      const { unwritten, unsigned } = await service.store.audit.lag()
      this.set({ waiting_for: 'writing' }, unwritten)
      this.set({ waiting_for: 'signature' }, unsigned)
    },
  })
  new Gauge({
    name: 'plomada_writable',
    help: '1 if everything can be written now, otherwise 0',
    aggregator: 'min',
    registers,
    collect() {
      this.set(service.store.unready().length === 0 ? 1 : 0)
    },
  })
  new Gauge({
    name: 'plomada_pack_info',
    help: 'The knowledge base in use; always 1',
    labelNames: ['id', 'version', 'reference_date', 'sha256'],
    aggregator: 'first',
    registers,
    collect() {
      const { id, version, referenceDate, sha256 } = service.kb.meta
      this.reset()
      this.set({ id, version, reference_date: referenceDate, sha256 }, 1)
    },
  })
}

/** Adds the gauges of backups that are made by themselves. */
function addBackups({ everyMs, status }: Backups, now: () => Date, registers: Registry[]): void {
  new Gauge({
    name: 'plomada_backup_success_timestamp_seconds',
    help: 'When the last encrypted backup succeeded; 0 if none did',
    aggregator: 'first',
    registers,
    collect() {
      this.set(Date.parse(status().succeeded_at ?? '1970-01-01') / 1000)
    },
  })
  new Gauge({
    name: 'plomada_backup_failing',
    help: '1 if the last encrypted backup failed or is overdue, otherwise 0',
    aggregator: 'first',
    registers,
    collect() {
      this.set(['failed', 'overdue'].includes(backupHealth(status(), everyMs, now())) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'plomada_backup_bytes',
    help: 'Size of the last encrypted backup',
    aggregator: 'first',
    registers,
    collect() {
      this.set(status().bytes ?? 0)
    },
  })
}

/** The name of an operation, or several of them with commas. Callers of tRPC may write any name: unknown ones count together. */
function knownName(operation: string): string {
  if (operation === '') return 'none'
  return operation === 'metrics' || Object.hasOwn(operations, operation) ? operation : 'other'
}
