import { keyMissing } from '../access/key.ts'
import { auditedStore } from './audit-act.ts'
import { authorize, bearerKey } from './authorize.ts'
import type { Dependencies } from './dependencies.ts'
import type { RequestContext } from './request-context.ts'
import { respond } from './respond.ts'
import type { Routes } from './routes.ts'
import { sessionCookie, sessionSecrets } from './session-cookie.ts'

/**
 * Adds sign-in and sign-out for the pages. `POST /session` with a key in its header begins a session: it sets the cookie and answers with the
 * proof, which the pages send with every request. `DELETE /session` ends it. Neither takes a body.
 */
export function addSession(routes: Routes, dependencies: Dependencies): void {
  const { keys, now } = dependencies.store
  const sessionsFor = (requestContext: RequestContext, status: number) => auditedStore(dependencies.store, requestContext, status).sessions
  routes.post('/session', async (route) => {
    const request = route.req.raw
    route.env.operation = 'signIn'
    // Only a key begins a session: one session must not begin the next.
    if (bearerKey(request) === undefined) throw keyMissing()
    const who = await authorize(dependencies, request, route.env, undefined)
    if (who.kind !== 'key') throw keyMissing()
    const { token, proof, expiresAt } = await sessionsFor(route.env, 200).start(await keys.authenticateNumber(who.id))
    const seconds = Math.max(1, Math.floor((expiresAt.getTime() - now().getTime()) / 1000))
    return respond(route.env, 200, JSON.stringify({ proof, expires_at: expiresAt.toISOString() }), {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Set-Cookie': sessionCookie(request, route.env.caller, { token, seconds }),
    })
  })
  routes.delete('/session', async (route) => {
    const request = route.req.raw
    route.env.operation = 'signOut'
    await authorize(dependencies, request, route.env, undefined)
    const secrets = sessionSecrets(request)
    if (secrets !== undefined) await sessionsFor(route.env, 204).end(secrets.token)
    return respond(route.env, 204, null, { 'Cache-Control': 'no-store', 'Set-Cookie': sessionCookie(request, route.env.caller) })
  })
}
