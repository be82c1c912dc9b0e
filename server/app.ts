import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { admit, allowanceHeaders, type Doorway, type Exchange } from './admit.ts'
import { type SlotReader, slotReader } from './ask/slots.ts'
import { docsFile } from './docs.ts'
import { errorKinds, type Language, problemBody, ServiceError } from './errors.ts'
import { acceptsJson, isHostAllowed, languageOf, securityHeaders } from './http/headers.ts'
import type { KnowledgeBase } from './kb/open.ts'
import { openApiDocument } from './openapi.ts'
import type { Caller, Context } from './operation.ts'
import { operationList } from './operations/index.ts'
import { answer, readInput } from './rest.ts'
import { trpcFetch } from './trpc.ts'

/** A line of the log: never keys, bodies or query text. */
export interface LogLine {
  readonly request_id: string
  readonly operation: string
  readonly status: number
  readonly ms: number
  readonly error?: string | undefined
}

/** All that the service may use. */
export interface Dependencies extends Doorway {
  readonly kb: KnowledgeBase
  /** Host names that requests may give, besides loopback and private addresses. */
  readonly allowedHosts: readonly string[]
  readonly newRequestId: () => string
  readonly log: (line: LogLine) => void
}

export interface App {
  /** Answers any request. The caller is what the adapter says, whatever the headers claim. Never rejects. */
  fetch(request: Request, caller: Caller): Promise<Response>
}

/** Builds the service. As many as one likes: nothing is shared between them. */
export function createApp(dependencies: Dependencies): App {
  const { kb, newRequestId, log } = dependencies
  const routes = buildRoutes(dependencies)
  return {
    async fetch(request, caller) {
      const started = performance.now()
      const requestId = newRequestId()
      const exchange: Exchange = { caller, operation: '', allowance: undefined }
      let failure: string | undefined
      let response: Response
      try {
        if (caller.kind === 'network' && !isHostAllowed(request.headers.get('host'), dependencies.allowedHosts)) {
          throw new ServiceError('host-not-allowed', {
            es: 'El nombre de servidor de la petición no está permitido',
            en: 'The host name of the request is not allowed',
          })
        }
        response = await routes.fetch(request, exchange)
      } catch (error) {
        if (!(error instanceof ServiceError)) failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
        response = problemResponse(error, request, requestId)
      }
      const headers = {
        ...securityHeaders,
        ...allowanceHeaders(exchange.allowance),
        'X-Request-Id': requestId,
        'Knowledge-Base': `${kb.meta.version}; sha256=${kb.meta.sha256.slice(0, 12)}`,
      }
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
      log({
        request_id: requestId,
        operation: exchange.operation,
        status: response.status,
        ms: Math.round((performance.now() - started) * 100) / 100,
        error: failure,
      })
      return response
    },
  }
}

type Routes = Hono<{ Bindings: Exchange }>

function buildRoutes(dependencies: Dependencies): Routes {
  const { kb } = dependencies
  let reader: SlotReader | undefined
  const contextFor = (request: Request): Context => ({ kb, language: languageFor(request), slots: () => (reader ??= slotReader(kb)) })
  const routes: Routes = new Hono()
  const methods = new Map<string, string[]>()

  for (const operation of operationList) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    methods.set(path, [...(methods.get(path) ?? []), operation.method])
    routes.on(operation.method, path, async (route) => {
      const request = route.req.raw
      route.env.operation = operation.name
      admit(dependencies, request, route.env, operation.scope)
      if (!acceptsJson(request.headers.get('accept')))
        throw new ServiceError('not-acceptable', { es: 'Solo hay application/json', en: 'Only application/json is available' })
      const context = contextFor(request)
      const body = await answer(operation, context, await readInput(operation, request, route.req.param(), context.language))
      return operation.method === 'GET' ? conditional(request, body, kb.meta.sha256) : json(body)
    })
  }
  for (const [path, allowed] of methods) {
    routes.all(path, (route) => {
      const allow = (allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed).join(', ')
      throw new ServiceError(
        'method-not-allowed',
        { es: `${route.req.method} no se admite aquí; sí: ${allow}`, en: `${route.req.method} is not allowed here; these are: ${allow}` },
        { headers: { Allow: allow } },
      )
    })
  }
  routes.all('/api/v1/*', (route) => {
    admit(dependencies, route.req.raw, route.env, undefined)
    throw notFound(route.req.path)
  })
  routes.all('/trpc/*', (route) => {
    route.env.operation = 'trpc'
    return trpcFetch(route.req.raw, contextFor(route.req.raw), (scope) => admit(dependencies, route.req.raw, route.env, scope))
  })
  let document: string | undefined
  routes.get('/openapi.json', async (route) => {
    document ??= JSON.stringify(await openApiDocument(contextFor(route.req.raw)), null, 1)
    return conditional(route.req.raw, document, kb.meta.sha256)
  })
  routes.get('/healthz', () => json('{"status":"ok"}'))
  routes.get('/problems/:code', (route) => json(JSON.stringify(describeProblem(route.req.param('code'), route.req.path))))
  routes.get('/docs', () => new Response(null, { status: 308, headers: { Location: '/docs/' } }))
  routes.get('/docs/*', (route) => {
    const file = docsFile(route.req.path.slice('/docs/'.length))
    if (file === undefined) throw notFound(route.req.path)
    return new Response(file.body, { headers: { 'Content-Type': file.type, 'Cache-Control': 'no-cache' } })
  })
  routes.notFound((route) => {
    throw notFound(route.req.path)
  })
  routes.onError((error) => {
    throw error
  })
  return routes
}

function languageFor(request: Request): Language {
  return languageOf(request.headers.get('accept-language'))
}

function notFound(path: string): ServiceError {
  return new ServiceError('not-found', {
    es: `Aquí no hay nada: ${path}. Las operaciones están en /docs`,
    en: `Nothing is here: ${path}. The operations are at /docs`,
  })
}

function json(body: string): Response {
  return new Response(body, { headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' } })
}

/** A 200 with a strong validator from pack and representation, or a 304 where the caller has it. */
function conditional(request: Request, body: string, packHash: string): Response {
  const etag = `"${createHash('sha256').update(packHash).update(body).digest('base64url').slice(0, 27)}"`
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Language' }
  if (known.includes(etag) || known.includes('*')) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' } })
}

function problemResponse(error: unknown, request: Request, requestId: string): Response {
  const failure =
    error instanceof ServiceError
      ? error
      : new ServiceError('internal', { es: 'Error interno: cite el identificador de la petición', en: 'Internal error: quote the request id' })
  const language = languageFor(request)
  const body = problemBody(failure, { language, instance: new URL(request.url).pathname, requestId })
  return new Response(JSON.stringify(body), {
    status: failure.status,
    headers: { 'Content-Type': 'application/problem+json', 'Content-Language': language, ...failure.extras.headers },
  })
}

/** What a problem type means, at the address that `type` names. */
function describeProblem(code: string, path: string): unknown {
  const found = Object.entries(errorKinds).find(([name]) => name === code)
  if (found === undefined) throw notFound(path)
  const [, { status, es, en }] = found
  return { type: `/problems/${code}`, code, status, title: { es, en } }
}
