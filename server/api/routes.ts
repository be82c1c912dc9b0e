import { Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import { withinReach } from '../access/reach.ts'
import { openStore } from '../access/store.ts'
import { type AskIndex, openAskIndex } from '../ask/ask-index.ts'
import { textForDoubles } from '../engine/exact-json.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import { isLocalUser } from '../http/caller.ts'
import { attachment, isHostAllowed } from '../http/headers.ts'
import { openLibrary } from '../library/library.ts'
import { exampleLibrary } from '../operations/example-library.ts'
import { operationList } from '../operations/index.ts'
import type { Context, Who } from '../operations/operation.ts'
import { exampleProjectId } from '../operations/stored-project.ts'
import { type Bases, singleBase } from '../packs/bases.ts'
import { authorize } from './authorize.ts'
import { compressed, encodingFor } from './compression.ts'
import { negotiatedFile, rejectUnacceptable } from './content-negotiation.ts'
import type { Dependencies } from './dependencies.ts'
import { openDocs } from './docs.ts'
import { addHealth, alive, ready } from './health.ts'
import { addMcp } from './mcp-route.ts'
import { addMovedPaths } from './moved-paths.ts'
import { pageRoutes } from './page-routes.ts'
import type { PageFile } from './pages.ts'
import { parseInput } from './parse-input.ts'
import { describeProblem, logText } from './problem.ts'
import { readInput } from './read-input.ts'
import type { RequestContext } from './request-context.ts'
import { conditional, file, json, limitedAnswer, respond, shownFile } from './respond.ts'
import { addSession } from './session.ts'

export type Routes = Hono<{ Bindings: RequestContext }>
type ContextOf = (requestContext: RequestContext, who: Who, request: Request) => Context

/** Routes whose requests are audited, whether they reach an operation or not. */
const audited = ['/api/v1/*', '/trpc/*', '/mcp', '/session']

/** Builds the routes of the service. Handlers throw errors; `createApp` turns them into problems. */
export function buildRoutes(dependencies: Dependencies): Routes {
  const { kb } = dependencies
  const sole = singleBase(kb)
  const { bases = sole } = dependencies
  let opened: AskIndex | undefined
  // Without one, a library that lasts as long as the service.
  const nothingAdded = openLibrary(undefined, dependencies.store.now, { start: dependencies.startReader })
  const contextOf: ContextOf = (requestContext, who, request) => {
    const { languageModel, store, process, startReader, library = nothingAdded } = dependencies
    const actsOn = (subject: string): void => {
      requestContext.subject = subject
    }
    const { language } = requestContext
    const parse: Context['parse'] = (schema, sent, from, help) => parseInput(schema, sent, { from, language, help })
    const isAtMachine = isLocalUser(requestContext.caller, request)
    const askIndex = (): AskIndex => (opened ??= openAskIndex(kb))
    const reached = who.kind === 'key' ? { ...store, projects: withinReach(store.projects, who) } : store
    return { kb, language, askIndex, languageModel, who, isAtMachine, store: reached, library, bases, process, startReader, parse, actsOn }
  }
  const routes: Routes = new Hono()
  routes.use('*', (route, next) => {
    // Of all that match, middleware and refusals take any method.
    route.env.route = matchedRoutes(route).find(({ method }) => method !== 'ALL')?.path ?? ''
    return next()
  })
  for (const path of audited)
    routes.use(path, (route, next) => {
      route.env.isAudited = true
      return next()
    })
  addHealth(routes, { ...dependencies, bases })
  routes.use('*', (route, next) => {
    rejectOtherHosts(dependencies, route.req.raw, route.env)
    rejectUnclearOrigin(route.env)
    if (route.env.isAudited && !route.req.path.startsWith('/api/v1/admin/')) rejectWithoutBase(bases)
    return next()
  })
  addOperations(routes, dependencies, contextOf)
  addMovedPaths(routes, dependencies)
  addSession(routes, dependencies)
  addMcp(routes, dependencies)
  routes.all('/api/v1/*', async (route) => {
    await authorize(dependencies, route.req.raw, route.env, undefined)
    throw notFound(route.req.path)
  })
  routes.all('/trpc/*', async (route) => {
    const { trpcFetch, procedureName } = await import('./trpc.ts')
    const { env } = route
    const request = route.req.raw
    env.operation = procedureName(new URL(request.url).pathname)
    env.route = `/trpc/${env.operation === 'trpc' ? '*' : env.operation}`
    const response = await trpcFetch(request, {
      language: env.language,
      requestId: env.requestId,
      authorize: async ({ name, scope }) => {
        env.operation = name
        return contextOf(env, await authorize(dependencies, request, env, scope), request)
      },
      onUnexpected: (error) => {
        env.unexpected = logText(error)
      },
    })
    const body = limitedAnswer(textForDoubles(await response.text()))
    // Lists are asked for with GET, so that a browser asks again only whether they have changed.
    if (request.method === 'GET' && response.status === 200) return conditional(env, request, body)
    const sent = await compressed(env, request, body)
    return respond(env, response.status, sent.body, {
      'Content-Type': response.headers.get('content-type') ?? 'application/json',
      'Cache-Control': 'no-store',
      Vary: 'Accept-Encoding',
      ...sent.headers,
    })
  })
  let document: Promise<Uint8Array<ArrayBuffer>> | undefined
  routes.get('/openapi.json', async (route) => {
    document ??= documentOf({
      ...contextOf(route.env, { kind: 'desktop' }, route.req.raw),
      languageModel: undefined,
      process: undefined,
      bases: sole,
    })
    return conditional(route.env, route.req.raw, await document)
  })
  routes.get('/ca.crt', (route) => {
    const authority = dependencies.process?.network.authority ?? fail(route.req.path)
    return respond(route.env, 200, authority, {
      'Content-Type': 'application/x-x509-ca-cert',
      'Content-Disposition': attachment('plomada-ca.crt'),
      'Cache-Control': 'no-store',
    })
  })
  routes.get('/healthz', (route) => alive(route.env, dependencies))
  routes.get('/readyz', (route) => ready(route.env, { ...dependencies, bases }))
  const { metrics } = dependencies
  if (metrics !== undefined)
    routes.get('/metrics', async (route) => {
      route.env.operation = 'metrics'
      await authorize(dependencies, route.req.raw, route.env, 'metrics')
      return respond(route.env, 200, await metrics.text(), { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
    })
  routes.get('/problems/:code', (route) =>
    json(route.env, route.req.raw, JSON.stringify(describeProblem(route.req.param('code')) ?? fail(route.req.path))),
  )
  routes.get('/docs', (route) => respond(route.env, 308, null, { Location: '/docs/' }))
  const docsFile = openDocs()
  routes.get('/docs/*', (route) => {
    const file = docsFile(route.req.path.slice('/docs/'.length)) ?? fail(route.req.path)
    return respond(route.env, 200, file.body, { 'Content-Type': file.type, 'Cache-Control': 'no-cache' })
  })
  const { pages } = dependencies
  if (pages !== undefined) {
    for (const path of pageRoutes) routes.get(path, (route) => sendFile(route.env, route.req.raw, pages.start, 'no-cache'))
    routes.get('/assets/*', (route) =>
      sendFile(route.env, route.req.raw, pages.file(route.req.path) ?? fail(route.req.path), 'public, max-age=31536000, immutable'),
    )
  }
  routes.notFound((route) => {
    // A person gets a page that says so, and takes a key out of the address.
    if (pages === undefined || !wantsPage(route.req.raw)) return fail(route.req.path)
    return respond(route.env, 404, pages.start.body, { 'Content-Type': pages.start.type, 'Cache-Control': 'no-cache' })
  })
  routes.onError((error) => {
    throw error
  })
  return routes
}

/** Sends a file of the pages, compressed beforehand if the caller takes it. */
function sendFile(requestContext: RequestContext, request: Request, { type, body, encoded }: PageFile, caching: string): Response {
  const encoding = encodingFor(requestContext, request)
  const packed = encoding === undefined ? undefined : encoded.get(encoding)
  return respond(requestContext, 200, packed ?? body, {
    'Content-Type': type,
    'Cache-Control': caching,
    Vary: 'Accept-Encoding',
    ...(packed === undefined || encoding === undefined ? {} : { 'Content-Encoding': encoding }),
  })
}

/** The OpenAPI document as bytes. Its examples are computed with this base, an empty store in memory and a fixed date, so that it is always the same. */
async function documentOf(context: Context): Promise<Uint8Array<ArrayBuffer>> {
  const { openApiDocument } = await import('./openapi.ts')
  let secrets = 0
  const store = openStore(undefined, () => new Date(context.kb.meta.referenceDate), {
    newId: () => exampleProjectId,
    newSecret: () => String(++secrets).padStart(30, '0'),
  })
  try {
    return new TextEncoder().encode(JSON.stringify(await openApiDocument({ ...context, store, library: exampleLibrary }), null, 1))
  } finally {
    await store.close()
  }
}

/** Adds a route for each operation, and a 405 with the allowed methods for every other method of its path. */
function addOperations(routes: Routes, dependencies: Dependencies, contextOf: ContextOf): void {
  const methods = new Map<string, string[]>()
  for (const operation of operationList) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    methods.set(path, [...(methods.get(path) ?? []), operation.method])
    routes.on(operation.method, path, async (route) => {
      const requestContext = route.env
      const request = route.req.raw
      requestContext.operation = operation.name
      requestContext.isAudited = true
      const who = await authorize(dependencies, request, requestContext, operation.scope)
      const accept = request.headers.get('accept')
      rejectUnacceptable(operation, accept)
      const input = await readInput(operation, request, route.req.param(), { language: requestContext.language, kb: dependencies.kb })
      const format = negotiatedFile(operation, accept, input)
      const context = contextOf(requestContext, who, request)
      const answer = await operation.run(context, input)
      if (format !== undefined) {
        const [name, body] = [format.name(answer), await format.write(answer, context)]
        const type = format.shownAs?.(answer)
        return type === undefined ? file(requestContext, name, format.type, body) : shownFile(requestContext, { name, type, body })
      }
      const body = JSON.stringify(answer)
      return operation.method === 'GET' ? conditional(requestContext, request, body) : json(requestContext, request, body)
    })
  }
  for (const [path, allowed] of methods) {
    routes.all(path, (route) => {
      const allow = (allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed).join(', ')
      throw new ServiceError(
        'method-not-allowed',
        {
          es: `${quoted(route.req.method)} no se admite aquí; sí: ${allow}`,
          en: `${quoted(route.req.method)} is not allowed here; these are: ${allow}`,
        },
        { headers: { Allow: allow } },
      )
    })
  }
}

function rejectOtherHosts({ allowedHosts, process }: Dependencies, request: Request, { caller }: RequestContext): void {
  if (caller.kind !== 'network' || isHostAllowed(request.headers.get('host'), [...allowedHosts, ...(process?.network.names ?? [])])) return
  throw new ServiceError('host-not-allowed', {
    es: 'El nombre de servidor de la petición no está permitido',
    en: 'The host name of the request is not allowed',
  })
}

/** A node that lacks the base that all are to use does not answer from another. */
function rejectWithoutBase(bases: Bases): void {
  if (bases.isReady()) return
  throw new ServiceError(
    'not-ready',
    {
      es: 'Este nodo está trayendo la base que usan todos: pruebe de nuevo dentro de unos segundos',
      en: 'This node is fetching the knowledge base that all use: try again in a few seconds',
    },
    { headers: { 'Retry-After': '1' } },
  )
}

/** Two headers of a trusted proxy name different callers, so one of them comes from the caller itself. */
function rejectUnclearOrigin({ caller }: RequestContext): void {
  if (caller.kind !== 'network' || caller.claims === undefined) return
  const [forwarded, xForwardedFor] = caller.claims
  throw new ServiceError('contradiction', {
    es: `Forwarded dice que la petición viene de ${forwarded} y X-Forwarded-For que de ${xForwardedFor}: el proxy ha de escribir una y borrar la otra`,
    en: `Forwarded says that the request comes from ${forwarded}, X-Forwarded-For says ${xForwardedFor}: the proxy must write one of them and remove the other`,
  })
}

/** True for the request of a browser that opens an address. */
function wantsPage({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}

function notFound(path: string): ServiceError {
  return new ServiceError('not-found', {
    es: `Aquí no hay nada: ${quoted(path)}. Las operaciones están en /docs`,
    en: `Nothing is here: ${quoted(path)}. The operations are at /docs`,
  })
}

function fail(path: string): never {
  throw notFound(path)
}
