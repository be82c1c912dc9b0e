import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../server/access/store.ts'
import { ready } from '../../server/api/health.ts'
import type { RequestContext } from '../../server/api/request-context.ts'
import type { Bases } from '../../server/packs/bases.ts'
import { testApp } from '../declared-problems.ts'
import { bodyOf, network, realBase } from '../service.ts'

test('/healthz and /readyz report that the disk is full, and later that it has space again', async ({ skip }) => {
  const disk = mkdtempSync(join(tmpdir(), 'plomada-health-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).status !== 0) skip('a small disk cannot be mounted here')
  let seconds = 0
  const store = openStore(disk, () => new Date(), { monotonicMs: () => seconds * 1000 })
  try {
    const app = testApp({ kb: realBase(), store, rate: undefined, allowedHosts: [] })
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

test('the disk is probed at most once a second, so that many requests do not cause many writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-health-'))
  let seconds = 0
  const store = openStore(folder, () => new Date(), { monotonicMs: () => seconds * 1000 })
  const app = testApp({ kb: realBase(), store, rate: undefined, allowedHosts: [] })
  const get = (path: string) => app.fetch(new Request(`http://localhost${path}`, { headers: { host: 'localhost' } }), network)
  // Each probe adds a page to the WAL.
  const written = () => statSync(join(folder, 'plomada.db-wal')).size
  await get('/healthz')
  const once = written()
  for (let times = 0; times < 500; times++) await get('/healthz')
  expect(written()).toBe(once)
  seconds = 1
  expect(await bodyOf(await get('/readyz'))).toEqual({ is_ready: true, reasons: [] })
  expect(written()).toBeGreaterThan(once)
  store.close()
})

test('a base that is not ready yet is a reason not to be sent requests', async () => {
  const store = openStore(undefined, () => new Date())
  const context = { caller: network, requestId: 'x', language: 'es', base: '', isAudited: false } as RequestContext
  const answer = (isReady: boolean) => ready(context, { store, bases: { isReady: () => isReady } as unknown as Bases })
  expect(answer(true).status).toBe(200)
  expect(answer(false).status).toBe(503)
  expect(await bodyOf(answer(false))).toEqual({ is_ready: false, reasons: [{ part: 'base', reason: 'not-ready' }] })
  store.close()
})
