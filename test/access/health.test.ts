import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../server/access/store.ts'
import { createApp } from '../../server/api/app.ts'
import { bodyOf, network, realBase, startService } from '../service.ts'

test('a disk that fills up while the service runs is told by /healthz and /readyz, and so is that it has room again', async ({ skip }) => {
  const disk = mkdtempSync(join(tmpdir(), 'plomada-health-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).status !== 0) skip('a small disk cannot be mounted here')
  let seconds = 0
  const store = openStore(disk, () => new Date(), { monotonicMs: () => seconds * 1000 })
  try {
    const app = createApp({ kb: realBase(), store, rate: undefined, allowedHosts: [], newRequestId: () => 'r', log: () => undefined })
    const get = async (path: string) => {
      const response = await app.fetch(new Request(`http://localhost${path}`, { headers: { host: 'localhost' } }), network)
      return { status: response.status, body: await bodyOf(response) }
    }
    expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
    expect(await get('/readyz')).toEqual({ status: 200, body: { is_ready: true, reasons: [] } })
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'lleno')}`, 'bs=1k', 'count=8192'])
    seconds = 10
    expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'read-only', reason: 'full' } })
    expect(await get('/readyz')).toMatchObject({ status: 503, body: { is_ready: false, reasons: [{ part: 'state', reason: 'full' }] } })
    rmSync(join(disk, 'lleno'))
    seconds = 20
    expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
  } finally {
    store.close()
    spawnSync('umount', [disk])
  }
})

test('the probe is not made for each request: a flood of them does not write without end', async () => {
  const service = startService()
  const started = performance.now()
  for (let times = 0; times < 500; times++) await service.get('/healthz')
  expect(performance.now() - started).toBeLessThan(3000)
  expect(await bodyOf(await service.get('/readyz'))).toEqual({ is_ready: true, reasons: [] })
})
