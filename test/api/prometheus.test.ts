import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BackupStatus } from '../../server/access/backup-status.ts'
import type { LogLine } from '../../server/api/dependencies.ts'
import { lateMetrics, type OpenedMetrics, type Watched } from '../../server/api/metrics.ts'
import { openPrometheus } from '../../server/api/prometheus.ts'
import { testApp } from '../declared-problems.ts'
import { bodyOf, network, startService } from '../service.ts'

const now = new Date('2026-11-29T12:00:00Z')
const meta = { id: 'plomada-es', version: '2026.11.0', referenceDate: '2026-11-01', sha256: 'abc' }
const nothingDone: BackupStatus = { tried_at: null, succeeded_at: null, name: null, bytes: null, error: null }
const line = (operation: string, status = 200, ms = 20): LogLine => ({ request_id: 'r', operation, status, ms })

interface State {
  readonly lag?: { readonly unwritten: number; readonly unsigned: number }
  readonly unready?: readonly unknown[]
  readonly backup?: BackupStatus
}

function watched({ lag = { unwritten: 0, unsigned: 0 }, unready = [], backup }: State = {}): Watched {
  const store = { audit: { lag: () => lag }, unready: () => unready, now: () => now } as unknown as Watched['store']
  const backups = backup === undefined ? {} : { backup: { everyMs: 3_600_000, place: '/copias', status: () => backup } }
  return { store, kb: { meta } as Watched['kb'], ...backups }
}

const opened = (state?: State, others: () => Promise<object[]> = async () => []) => openPrometheus(watched(state), '1.2.3', others)

/** The lines of the metrics that are of one name, and its help and type. */
async function linesOf(metrics: OpenedMetrics, name: string): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((one) => new RegExp(`^(# (HELP|TYPE) )?${name}[ {]`).test(one))
}

describe('requests', () => {
  test('are counted by operation and status', async () => {
    const metrics = opened()
    for (const status of [200, 200, 422]) metrics.observe(line('verify', status))
    metrics.observe(line('metrics'))
    expect(await linesOf(metrics, 'plomada_requests_total')).toEqual([
      '# HELP plomada_requests_total Requests answered, by operation and status',
      '# TYPE plomada_requests_total counter',
      'plomada_requests_total{operation="verify",status="200"} 2',
      'plomada_requests_total{operation="verify",status="422"} 1',
      'plomada_requests_total{operation="metrics",status="200"} 1',
    ])
  })

  test('of names that are no operation count together, and those that reached none by themselves', async () => {
    const metrics = opened()
    for (const name of ['nada', 'toString', '__proto__', 'verify,getGeo', '']) metrics.observe(line(name, 404))
    expect((await linesOf(metrics, 'plomada_requests_total')).slice(2)).toEqual([
      'plomada_requests_total{operation="other",status="404"} 4',
      'plomada_requests_total{operation="none",status="404"} 1',
    ])
  })

  test('have their time in seconds, in bounds of a millisecond to ten seconds', async () => {
    const metrics = opened()
    for (const ms of [1, 20, 2600, 20_000]) metrics.observe(line('verify', 200, ms))
    const buckets = (await linesOf(metrics, 'plomada_request_duration_seconds_bucket')).map((one) => /le="(.*?)".*\} (\d+)/.exec(one)?.slice(1))
    expect(buckets).toEqual(
      [...[0.001, 0.0025, 0.005, 0.01].map((le) => [le, 1]), ...[0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5].map((le) => [le, 2]), [10, 3], ['+Inf', 4]].map(
        (pair) => pair.map(String),
      ),
    )
    expect(await linesOf(metrics, 'plomada_request_duration_seconds_sum')).toEqual([
      'plomada_request_duration_seconds_sum{operation="verify"} 22.621',
    ])
    expect(await linesOf(metrics, 'plomada_request_duration_seconds')).toEqual([
      '# HELP plomada_request_duration_seconds Time until the answer was ready, by operation',
      '# TYPE plomada_request_duration_seconds histogram',
    ])
  })

  test('that are refused are counted by their reason, and connections that were too many', async () => {
    const metrics = opened()
    for (const status of [401, 403, 429, 429, 404, 500]) metrics.observe(line('verify', status))
    metrics.refuseConnection()
    expect(await linesOf(metrics, 'plomada_refusals_total')).toEqual([
      '# HELP plomada_refusals_total Requests refused for their key, scope, host or rate, and connections refused because too many were open',
      '# TYPE plomada_refusals_total counter',
      'plomada_refusals_total{reason="key"} 1',
      'plomada_refusals_total{reason="forbidden"} 1',
      'plomada_refusals_total{reason="rate"} 2',
      'plomada_refusals_total{reason="connections"} 1',
    ])
  })
})

describe('the state', () => {
  test('names the program, Node and the knowledge base in use', async () => {
    const metrics = opened()
    expect(await linesOf(metrics, 'plomada_build_info')).toEqual([
      '# HELP plomada_build_info Version of the program and of Node; always 1',
      '# TYPE plomada_build_info gauge',
      `plomada_build_info{version="1.2.3",node="${process.version}"} 1`,
    ])
    expect(await linesOf(metrics, 'plomada_pack_info')).toEqual([
      '# HELP plomada_pack_info The knowledge base in use; always 1',
      '# TYPE plomada_pack_info gauge',
      'plomada_pack_info{id="plomada-es",version="2026.11.0",reference_date="2026-11-01",sha256="abc"} 1',
    ])
    expect(await metrics.text()).toContain('process_cpu_seconds_total')
  })

  test('shows one knowledge base where another has taken its place', async () => {
    const service = { ...watched(), kb: { meta } } as { -readonly [Name in keyof Watched]: Watched[Name] }
    const metrics = openPrometheus(service, '1.2.3', async () => [])
    await metrics.text()
    service.kb = { meta: { ...meta, version: '2026.12.0' } } as Watched['kb']
    expect((await linesOf(metrics, 'plomada_pack_info')).slice(2)).toEqual([expect.stringContaining('version="2026.12.0"')])
  })

  test('tells how many lines the audit lacks', async () => {
    expect(await linesOf(opened({ lag: { unwritten: 3, unsigned: 5 } }), 'plomada_audit_lag_lines')).toEqual([
      '# HELP plomada_audit_lag_lines Lines that the audit lacks: not written yet, or written and not signed yet',
      '# TYPE plomada_audit_lag_lines gauge',
      'plomada_audit_lag_lines{waiting_for="writing"} 3',
      'plomada_audit_lag_lines{waiting_for="signature"} 5',
    ])
  })

  test.each([
    [[], 1],
    [[{ part: 'audit', reason: 'full' }], 0],
  ])('where %j cannot be written is %i', async (unready, value) => {
    expect(await linesOf(opened({ unready }), 'plomada_writable')).toEqual([
      '# HELP plomada_writable 1 if everything can be written now, otherwise 0',
      '# TYPE plomada_writable gauge',
      `plomada_writable ${value}`,
    ])
  })
})

describe('backups', () => {
  const names = ['plomada_backup_success_timestamp_seconds', 'plomada_backup_failing', 'plomada_backup_bytes']
  const valuesOf = async (backup: BackupStatus) => {
    const metrics = opened({ backup })
    return Promise.all(names.map(async (name) => Number((await linesOf(metrics, name)).at(-1)?.split(' ').at(-1))))
  }
  const done = { ...nothingDone, tried_at: '2026-11-29T11:00:00Z', succeeded_at: '2026-11-29T11:00:00Z', name: 'a', bytes: 7000 }

  test('that succeeded have their time and size', async () => {
    expect(await valuesOf(done)).toEqual([Date.parse(done.succeeded_at) / 1000, 0, 7000])
  })

  test('fail if the last one did, or if none succeeded for twice their period', async () => {
    expect((await valuesOf({ ...done, error: 'No space' }))[1]).toBe(1)
    expect((await valuesOf({ ...done, succeeded_at: '2026-11-29T10:00:00Z' }))[1]).toBe(0)
    expect((await valuesOf({ ...done, succeeded_at: '2026-11-29T09:59:59Z' }))[1]).toBe(1)
  })

  test('of which none was made are 0, and do not fail', async () => {
    expect(await valuesOf(nothingDone)).toEqual([0, 0, 0])
    expect((await opened({ backup: nothingDone }).text()).match(/^# HELP plomada_backup.*$/gm)).toEqual([
      '# HELP plomada_backup_success_timestamp_seconds When the last encrypted backup succeeded; 0 if none did',
      '# HELP plomada_backup_failing 1 if the last encrypted backup failed or is overdue, otherwise 0',
      '# HELP plomada_backup_bytes Size of the last encrypted backup',
    ])
  })

  test('are not shown where the process makes none', async () => {
    expect(await opened().text()).not.toContain('plomada_backup')
  })
})

test('the figures of all processes are added up; of the state, the worst is shown, and what all share once', async () => {
  const backup = { ...nothingDone, succeeded_at: '2026-11-29T11:00:00Z', bytes: 7000 }
  const other = opened({ lag: { unwritten: 9, unsigned: 1 }, unready: ['audit'], backup })
  other.observe(line('verify', 401))
  other.refuseConnection()
  const metrics = opened({ lag: { unwritten: 2, unsigned: 4 }, backup }, async () => [await other.json()])
  metrics.observe(line('verify', 401))
  const text = await metrics.text()
  for (const one of [
    'plomada_requests_total{operation="verify",status="401"} 2',
    'plomada_request_duration_seconds_count{operation="verify"} 2',
    'plomada_refusals_total{reason="key"} 2',
    'plomada_refusals_total{reason="connections"} 1',
    `plomada_build_info{version="1.2.3",node="${process.version}"} 1`,
    'plomada_audit_lag_lines{waiting_for="writing"} 9',
    'plomada_audit_lag_lines{waiting_for="signature"} 4',
    'plomada_writable 0',
    'plomada_pack_info{id="plomada-es",version="2026.11.0",reference_date="2026-11-01",sha256="abc"} 1',
    `plomada_backup_success_timestamp_seconds ${Date.parse(backup.succeeded_at) / 1000}`,
    'plomada_backup_failing 0',
    'plomada_backup_bytes 7000',
  ])
    expect(text.split('\n')).toContain(one)
})

describe('metrics that are opened late', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function late() {
    const counted: string[] = []
    const services: Watched[] = []
    const metrics = lateMetrics(async (service) => {
      services.push(service)
      return {
        observe: ({ operation }) => counted.push(operation),
        refuseConnection: () => counted.push('refused'),
        text: async () => counted.join(),
        json: async () => ({ counted }),
      }
    })
    return { metrics, services, counted }
  }

  test('count afterwards what happened until then, in order, and then at once', async () => {
    const { metrics, counted } = late()
    metrics.watch(watched())
    metrics.observe(line('a'))
    metrics.refuseConnection()
    expect(counted).toEqual([])
    expect(await metrics.text()).toBe('a,refused')
    metrics.observe(line('b'))
    metrics.refuseConnection()
    expect(counted).toEqual(['a', 'refused', 'b', 'refused'])
    expect(await metrics.json()).toEqual({ counted })
  })

  test('are opened once: a second after the service, or when asked for', async () => {
    const { metrics, services } = late()
    const service = watched()
    metrics.watch(service)
    await vi.advanceTimersByTimeAsync(999)
    expect(services).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(services).toEqual([service])
    await Promise.all([metrics.text(), metrics.json()])
    expect(services).toHaveLength(1)
  })

  test('keep ten thousand events until then, and forget the others', async () => {
    const { metrics, counted } = late()
    metrics.watch(watched())
    for (let count = 0; count < 10_000; count++) metrics.observe(line('a'))
    metrics.observe(line('late'))
    metrics.refuseConnection()
    await metrics.text()
    expect([counted.length, counted.at(-1)]).toEqual([10_000, 'a'])
  })

  test('have nothing to show before there is a service', async () => {
    await expect(late().metrics.text()).rejects.toThrow('Nothing to watch')
  })
})

describe('/metrics', () => {
  const { kb, store, keys } = startService()
  const send = (headers: Record<string, string>, metrics = lateMetrics(async (service) => openPrometheus(service, '1.2.3', async () => []))) => {
    metrics.watch({ store, kb })
    const app = testApp({ kb, store, rate: undefined, allowedHosts: [], metrics })
    return app.fetch(new Request('http://localhost/metrics', { headers: { host: 'localhost', ...headers } }), network)
  }

  test('has its text for a key with their scope', async () => {
    const { text } = keys.issue({ name: 'vigía', scopes: ['metrics'], expiresAt: null })
    const response = await send({ authorization: `Bearer ${text}` })
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ])
    expect(await response.text()).toContain(`plomada_pack_info{id="${kb.meta.id}",version="${kb.meta.version}"`)
  })

  test('is closed to other keys and to callers without one, and is not there where none are kept', async () => {
    const { text } = keys.issue({ name: 'obra', scopes: ['read'], expiresAt: null })
    expect((await send({})).status).toBe(401)
    expect(await bodyOf(await send({ authorization: `Bearer ${text}` }))).toMatchObject({ status: 403, code: 'scope-missing' })
    expect((await startService().get('/metrics')).status).toBe(404)
  })
})
