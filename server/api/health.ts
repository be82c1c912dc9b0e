import type { Dependencies } from './dependencies.ts'
import type { RequestContext } from './request-context.ts'
import { json, respond } from './respond.ts'
import type { Routes } from './routes.ts'

/** Adds `/healthz/live` and `/healthz/ready`, which answer whatever the `Host`: balancers and orchestrators ask by address. They say nothing of the data. */
export function addHealth(routes: Routes, dependencies: Dependencies): void {
  routes.get('/healthz/live', (route) => alive(route.env, dependencies))
  routes.get('/healthz/ready', (route) => ready(route.env, dependencies))
}

/** The process is alive, so the status is 200. The body says whether it can store data; `ready` has that as its status. */
export function alive(requestContext: RequestContext, { store }: Pick<Dependencies, 'store'>): Response {
  const [first] = store.unready()
  return json(requestContext, JSON.stringify(first === undefined ? { status: 'ok' } : { status: 'read-only', reason: first.reason }))
}

/** 200, or 503 with the parts that cannot be written. */
export function ready(requestContext: RequestContext, { store }: Pick<Dependencies, 'store'>): Response {
  const reasons = store.unready()
  const body = JSON.stringify({ is_ready: reasons.length === 0, reasons })
  return respond(requestContext, reasons.length === 0 ? 200 : 503, body, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
}
