import { Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import { isLimited, photosWithinReach, withinReach } from '../access/reach.ts'
import type { Store } from '../access/store.ts'
import { type AskIndex, openAskIndex } from '../ask/ask-index.ts'
import { textForDoubles } from '../engine/exact-json.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import { isLocalUser } from '../http/caller.ts'
import { attachment, isHostAllowed } from '../http/headers.ts'
import { openLibrary } from '../library/library.ts'
import { operationList } from '../operations/index.ts'
import { jsonText } from '../operations/json-text.ts'
import type { Context, Who } from '../operations/operation.ts'
import { type Bases, singleBase } from '../packs/bases.ts'
import { audited } from './audit-act.ts'
import { authorize } from './authorize.ts'
import { compressed, encodingFor } from './compression.ts'
import { negotiatedFile, rejectUnacceptable } from './content-negotiation.ts'
import type { Dependencies } from './dependencies.ts'
import { openDocs } from './docs.ts'
import { addHealth, alive, ready } from './health.ts'
import { keptAnswers } from './kept-answers.ts'
import { addMcp } from './mcp-route.ts'
import { addMovedPaths } from './moved-paths.ts'
import { addDocuments } from './openapi-routes.ts'
import { pageRoutes } from './page-routes.ts'
import type { PageFile } from './pages.ts'
import { parseInput } from './parse-input.ts'
import { type PathTable, pathTable } from './path-table.ts'
import { describeProblem, logText } from './problem.ts'
import { readInput } from './read-input.ts'
import type { RequestContext } from './request-context.ts'
import { conditional, file, json, keptAnswer, limitedAnswer, respond, shownFile } from './respond.ts'
import { addSession } from './session.ts'

export type Routes = Hono<{ Bindings: RequestContext }>
type ContextOf = (requestContext: RequestContext, who: Who, request: Request) => Context

/** The program that answers on a device without a network. */
const workerAddress = '/servicio.js'
/** It compiles the reader of the base (WebAssembly), which no page does. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** Routes whose requests are audited, whether they reach an operation or not. */
const auditedPaths = ['/api/v1/*', '/trpc/*', '/mcp', '/session']

/** Builds the routes of the service. Handlers throw errors; `createApp` turns them into problems. */
export function buildRoutes(dependencies: Dependencies): { fetch(request: Request, requestContext: RequestContext): Promise<Response> } {
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
    const parts = audited({ store, bases, process, library }, requestContext)
    return {
      kb,
      language,
      isOnDevice: false,
      askIndex,
      languageModel,
      who,
      isAtMachine,
      ...parts,
      store: reachable(parts.store, who),
      startReader,
      parse,
      actsOn,
    }
  }
  const routes: Routes = new Hono()
  routes.use('*', (route, next) => {
    // Of all that match, middleware and refusals take any method.
    route.env.route = matchedRoutes(route).find(({ method }) => method !== 'ALL')?.path ?? ''
    return next()
  })
  for (const path of auditedPaths)
    routes.use(path, (route, next) => {
      route.env.isAudited = true
      return next()
    })
  addHealth(routes, { ...dependencies, bases })
  const admit = (request: Request, requestContext: RequestContext, path: string): void => {
    rejectOtherHosts(dependencies, request, requestContext)
    rejectUnclearOrigin(requestContext)
    if (requestContext.isAudited && !path.startsWith('/api/v1/admin/')) rejectWithoutBase(bases)
  }
  routes.use('*', (route, next) => {
    admit(route.req.raw, route.env, route.req.path)
    return next()
  })
  const operations = addOperations(routes, dependencies, contextOf)
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
    // tRPC answers it by itself, with an empty 204 to anybody.
    if (request.method === 'HEAD') {
      env.operation = 'trpc'
      await authorize(dependencies, request, env, undefined)
      throw methodNotAllowed('HEAD', 'GET, POST')
    }
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
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      Vary: 'Accept-Encoding',
      ...sent.headers,
    })
  })
  addDocuments(routes, ({ env, request }) => ({
    ...contextOf(env, { kind: 'desktop' }, request),
    languageModel: undefined,
    process: undefined,
    bases: sole,
  }))
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
    routes.get(workerAddress, (route) =>
      sendFile(route.env, route.req.raw, pages.file(workerAddress) ?? fail(route.req.path), 'no-cache', {
        'Content-Security-Policy': workerPolicy,
      }),
    )
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
  return {
    async fetch(request, requestContext) {
      const path = pathOf(request.url)
      const found = operations.find(request.method, path)
      if (found === undefined) return routes.fetch(request, requestContext)
      requestContext.route = found.pattern
      requestContext.isAudited = true
      admit(request, requestContext, path)
      return found.answer(requestContext, request, found.parameters)
    },
  }
}

/** The path of an absolute URL. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

/** Sends a file of the pages, compressed beforehand if the caller takes it. */
function sendFile(
  requestContext: RequestContext,
  request: Request,
  { type, body, encoded }: PageFile,
  caching: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const encoding = encodingFor(requestContext, request)
  const packed = encoding === undefined ? undefined : encoded.get(encoding)
  return respond(requestContext, 200, packed ?? body, {
    'Content-Type': type,
    'Cache-Control': caching,
    Vary: 'Accept-Encoding',
    ...headers,
    ...(packed === undefined || encoding === undefined ? {} : { 'Content-Encoding': encoding }),
  })
}

/** The store without the projects and photographs that a key may not reach. */
function reachable(store: Store, who: Who): Store {
  if (who.kind !== 'key' || !isLimited(who)) return store
  return { ...store, projects: withinReach(store.projects, who), photos: photosWithinReach(store.photos, who) }
}

type Answer = (requestContext: RequestContext, request: Request, parameters: Readonly<Record<string, string>>) => Promise<Response>

/**
 * Adds a route for each operation, and a 405 with the allowed methods for every other method of its path. Returns the same answers by method and path, to
 * be had without the router.
 */
function addOperations(routes: Routes, dependencies: Dependencies, contextOf: ContextOf): PathTable<Answer> {
  const methods = new Map<string, string[]>()
  const direct = pathTable<Answer>()
  const kept = keptAnswers()
  for (const operation of operationList) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    methods.set(path, [...(methods.get(path) ?? []), operation.method])
    const answerRequest: Answer = async (requestContext, request, parameters) => {
      requestContext.operation = operation.name
      requestContext.isAudited = true
      const who = await authorize(dependencies, request, requestContext, operation.scope)
      const accept = request.headers.get('accept')
      rejectUnacceptable(operation, accept)
      const input = await readInput(operation, request, parameters, { language: requestContext.language, kb: dependencies.kb })
      const format = negotiatedFile(operation, accept, input)
      const asked = operation.isOfBase === true ? `${operation.name} ${requestContext.language} ${JSON.stringify(input)}` : undefined
      const before = asked === undefined ? undefined : kept.get(asked)
      if (before !== undefined) return conditional(requestContext, request, before)
      const context = contextOf(requestContext, who, request)
      const answer = await operation.run(context, input)
      if (format !== undefined) {
        const [name, body] = [format.name(answer), await format.write(answer, context)]
        const type = format.shownAs?.(answer)
        return type === undefined ? file(requestContext, name, format.type, body) : shownFile(requestContext, { name, type, body })
      }
      const body = jsonText(answer)
      if (asked !== undefined) {
        const made = keptAnswer(requestContext, body)
        kept.add(asked, made)
        return conditional(requestContext, request, made)
      }
      return operation.method === 'GET' ? conditional(requestContext, request, body) : json(requestContext, request, body)
    }
    routes.on(operation.method, path, (route) => answerRequest(route.env, route.req.raw, route.req.param()))
    direct.add(operation.method, path, answerRequest)
  }
  for (const [path, allowed] of methods) {
    routes.all(path, (route) => {
      const allow = (allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed).join(', ')
      throw methodNotAllowed(route.req.method, allow)
    })
  }
  return direct
}

function methodNotAllowed(method: string, allow: string): ServiceError {
  return new ServiceError(
    'method-not-allowed',
    { es: `${quoted(method)} no se admite aquí; sí: ${allow}`, en: `${quoted(method)} is not allowed here; these are: ${allow}` },
    { headers: { Allow: allow } },
  )
}

function rejectOtherHosts({ allowedHosts, process }: Dependencies, request: Request, { caller }: RequestContext): void {
  if (caller.kind !== 'network' || isHostAllowed(request.headers.get('host'), () => [...allowedHosts, ...(process?.network.names ?? [])])) return
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
