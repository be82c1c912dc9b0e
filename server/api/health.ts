import { backupHealth } from '../access/backup-status.ts'
import type { Bases } from '../packs/bases.ts'
import type { Dependencies } from './dependencies.ts'
import type { RequestContext } from './request-context.ts'
import { respond } from './respond.ts'
import type { Routes } from './routes.ts'

type Examined = Pick<Dependencies, 'store' | 'process'> & { readonly bases: Bases }

/** Adds `/healthz/live` and `/healthz/ready`, which answer whatever the `Host`: balancers and orchestrators ask by address. They say nothing of the data. */
export function addHealth(routes: Routes, examined: Examined): void {
  routes.get('/healthz/live', (route) => alive(route.env, examined))
  routes.get('/healthz/ready', (route) => ready(route.env, examined))
}

/** The process is alive, so the status is 200. The body says whether it can store data, and how backups go if it makes them by itself; `ready` has that as its status. */
export function alive(requestContext: RequestContext, { store, process }: Pick<Examined, 'store' | 'process'>): Response {
  const [first] = store.unready()
  const backup = process?.backup
  const body = JSON.stringify({
    ...(first === undefined ? { status: 'ok' } : { status: 'read-only', reason: first.reason }),
    ...(backup === undefined ? {} : { backup: backupHealth(backup.status(), backup.everyMs, store.now()) }),
  })
  return respond(requestContext, 200, body, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
}

/**
 * 200, or 503 with the parts that cannot be used. A database that no node can reach is named and is no reason for a 503: this node still reads, and no other does
 * better.
 */
export function ready(requestContext: RequestContext, { store, bases }: Examined): Response {
  const reasons = [...store.unready(), ...(bases.isReady() ? [] : [{ part: 'base', reason: 'not-ready' }])]
  const isReady = reasons.every(({ reason }) => reason === 'unreachable')
  const body = JSON.stringify({ is_ready: isReady, reasons })
  return respond(requestContext, isReady ? 200 : 503, body, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
}
