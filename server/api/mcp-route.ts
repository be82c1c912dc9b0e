import { parseExactJson } from '../engine/exact-json.ts'
import { RepeatedKeyError } from '../engine/repeated-keys.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Operation } from '../operations/operation.ts'
import { authorize } from './authorize.ts'
import type { Dependencies } from './dependencies.ts'
import { operationRequest } from './operation-request.ts'
import { logText, problem } from './problem.ts'
import { contradictionError, limitedBytes } from './read-input.ts'
import type { RequestContext } from './request-context.ts'
import { respond } from './respond.ts'
import type { Routes } from './routes.ts'

/** Most bytes of a message: the largest body of an operation that is a tool, and room around it. */
const mostMessageBytes = 1024 * 1024

interface Message {
  readonly id?: string | number
  readonly method?: unknown
  readonly params?: { readonly name?: unknown; readonly arguments?: Record<string, unknown> }
}

/**
 * Adds `/mcp`, the Model Context Protocol over HTTP without sessions. Each message carries a key and counts against its rate limit once: a call of a tool is a
 * request to the operation, with its scope and its line in the audit. `/mcp?tools=all` offers every operation that reads.
 */
export function addMcp(routes: Routes, dependencies: Dependencies): void {
  routes.all('/mcp', async (route) => {
    const { env } = route
    const request = route.req.raw
    const asKey = withKeyOnly(request)
    env.operation = 'mcp'
    if (request.method !== 'POST') {
      await authorize(dependencies, asKey, env, undefined)
      const text = { es: 'Aquí solo se admite POST: no hay sesiones', en: 'Only POST is allowed here: there are no sessions' }
      throw new ServiceError('method-not-allowed', text, { headers: { Allow: 'POST' } })
    }
    const message = await readMessage(request)
    const { mcpTools } = await import('./mcp-tools.ts')
    const isAll = new URL(request.url).searchParams.get('tools') === 'all'
    const isCall = message.method === 'tools/call' && mcpTools(isAll).some(({ name }) => name === message.params?.name)
    // A call is authorized by its operation.
    if (!isCall) await authorize(dependencies, asKey, env, undefined)
    const answer = await answerTo(message, request, { isAll, send: sender(routes, asKey, env) })
    // A call that never reached its operation.
    if (env.who === undefined) await authorize(dependencies, asKey, env, undefined)
    return respond(env, answer.status, answer.text === '' ? null : answer.text, { 'Content-Type': answer.type, 'Cache-Control': 'no-store' })
  })
}

/** Reads the message of a request, with all digits of its numbers. Throws `too-large`, `malformed-json`, `contradiction`. */
async function readMessage(request: Request): Promise<Message> {
  const wrong = { es: 'El cuerpo ha de ser un mensaje JSON-RPC', en: 'The body must be one JSON-RPC message' }
  try {
    const read = parseExactJson(new TextDecoder('utf-8', { fatal: true }).decode(await limitedBytes(request, mostMessageBytes)))
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (error instanceof RepeatedKeyError) throw contradictionError(error)
  }
  throw new ServiceError('malformed-json', wrong)
}

/** The same address with nothing but its key: sessions of browsers do not count here. */
function withKeyOnly(request: Request): Request {
  const headers = new Headers()
  for (const name of ['authorization', 'host', 'accept-language']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Request(request.url, { headers })
}

type Send = (operation: Operation, input: Record<string, unknown>) => Promise<Response>

/** Sends operations through the routes of the API, as the caller of the message. Throws the error of a key that is not let in. */
function sender(routes: Routes, asKey: Request, env: RequestContext): Send {
  return async (operation, input) => {
    const { path, body } = operationRequest(operation, input)
    const headers = new Headers(asKey.headers)
    headers.set('accept', 'application/json')
    if (body !== undefined) headers.set('content-type', 'application/json')
    const sent = new Request(new URL(path, asKey.url), {
      method: operation.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    let response: Response
    try {
      response = await routes.fetch(sent, env)
    } catch (error) {
      if (!(error instanceof ServiceError)) env.unexpected = logText(error)
      response = problem(env, error, operation.path)
    }
    env.operationStatus = response.status
    return response
  }
}

async function answerTo(
  message: Message,
  request: Request,
  { isAll, send }: { readonly isAll: boolean; readonly send: Send },
): Promise<{ readonly status: number; readonly type: string; readonly text: string }> {
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([import('@modelcontextprotocol/server'), import('./mcp-server.ts')])
  const exactArguments = () => message.params?.arguments
  // A stream of changes would stay open for ever, and nothing changes while a knowledge base is in use.
  const options = { responseMode: 'json', maxSubscriptions: 0, keepAliveMs: 0 } as const
  const handler = createMcpHandler(() => createMcpServer({ isAll, send, exactArguments }), options)
  const parsedBody: unknown = JSON.parse(JSON.stringify(message))
  const answer = await handler.fetch(new Request(request.url, { method: 'POST', headers: request.headers, body: '{}' }), { parsedBody })
  return { status: answer.status, type: answer.headers.get('content-type') ?? 'application/json', text: await answer.text() }
}
