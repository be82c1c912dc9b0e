import { authorize } from './authorize.ts'
import type { Dependencies } from './dependencies.ts'
import { respond } from './respond.ts'
import type { Routes } from './routes.ts'

/** Old paths with their new ones, as Hono writes them. They are answered during one version and then removed. */
export const movedPaths: readonly (readonly [old: string, current: string])[] = [
  ['/api/v1/admin/claves', '/api/v1/admin/keys'],
  ['/api/v1/admin/claves/:number/rotar', '/api/v1/admin/keys/:number/rotate'],
  ['/api/v1/admin/claves/:number/revocar', '/api/v1/admin/keys/:number/revoke'],
  ['/api/v1/admin/auditoria', '/api/v1/admin/audit'],
  ['/api/v1/admin/auditoria/comprobacion', '/api/v1/admin/audit/check'],
  ['/api/v1/admin/servidor', '/api/v1/admin/server'],
  ['/api/v1/admin/base/confianza', '/api/v1/admin/base/trusted-keys'],
]

/** Since when the old paths are deprecated, in seconds since 1970 (RFC 9745). */
const deprecatedSince = Date.UTC(2026, 10, 22) / 1000

/**
 * Answers every request to an old path with 308 and the new path in `Location`, relative to the same server and with the same query.
 * A client that follows it repeats the method, the body and the key. Without a valid key the answer is 401, as everywhere under `/api/v1/`.
 */
export function addMovedPaths(routes: Routes, dependencies: Dependencies): void {
  for (const [old, current] of movedPaths)
    routes.all(old, async (route) => {
      await authorize(dependencies, route.req.raw, route.env, undefined)
      const path = current.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(route.req.param(name) ?? ''))
      return respond(route.env, 308, null, {
        Location: `${path}${new URL(route.req.url).search}`,
        Deprecation: `@${deprecatedSince}`,
        'Cache-Control': 'no-store',
      })
    })
}
