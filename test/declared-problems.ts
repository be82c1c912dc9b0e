import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type App, createApp } from '../server/api/app.ts'
import type { Dependencies } from '../server/api/dependencies.ts'
import { problemsOf } from '../server/api/openapi-problems.ts'
import { operationList } from '../server/operations/index.ts'

interface Coded {
  readonly code?: unknown
}

/** A service for tests, wrapped in `declaredOnly`. Request ids and log have defaults. */
export function testApp(dependencies: Omit<Dependencies, 'newRequestId' | 'log'> & Partial<Dependencies>): App {
  let requests = 0
  const operationByRequest = new Map<string, string>()
  const app = createApp({
    newRequestId: () => `r${++requests}`,
    ...dependencies,
    log: (line) => {
      operationByRequest.set(line.request_id, line.operation)
      dependencies.log?.(line)
    },
  })
  return declaredOnly(app, (requestId) => operationByRequest.get(requestId))
}

/**
 * A service whose `fetch` rejects if an operation answers with a problem code that it does not declare: over REST, over tRPC,
 * or in a batch item. `operationOf` returns the operation of a request from the log.
 */
export function declaredOnly(app: App, operationOf: (requestId: string) => string | undefined): App {
  return {
    async fetch(request, caller) {
      const response = await app.fetch(request, caller)
      const name = operationOf(response.headers.get('x-request-id') ?? '') ?? ''
      if (name === 'verifyBatch' || response.status >= 400) refuseUndeclared(name, await bodyOf(response))
      return response
    },
  }
}

/** Throws if a body has a problem that the operation does not declare. Unknown operation names are ignored. */
export function refuseUndeclared(name: string, body: unknown): void {
  const operation = operationList.find((one) => one.name === name)
  if (operation === undefined) return
  // Batch items may answer with the problems of `verify`.
  const verify = operationList.find((one) => one.name === 'verify')
  const ofItems = verify === undefined ? [] : problemsOf(verify)
  for (const [problem, declared] of [[problemOf(body), problemsOf(operation)], ...itemsOf(body).map((item) => [item, ofItems] as const)] as const) {
    if (problem?.code === undefined || declared.some((code) => code === problem.code)) continue
    throw new Error(`${name} answers with the problem "${String(problem.code)}", which it does not declare; it declares: ${declared.join(', ')}`)
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return undefined
  const bytes = Buffer.from(await response.clone().arrayBuffer())
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[response.headers.get('content-encoding') ?? '']
  return JSON.parse((decode === undefined ? bytes : decode(bytes)).toString('utf8'))
}

/** The problem in a body, also if tRPC has wrapped it. */
function problemOf(body: unknown): Coded | undefined {
  const { error, ...plain } = (body ?? {}) as { readonly error?: { readonly data?: { readonly problem?: Coded } } } & Coded
  return error === undefined ? plain : error.data?.problem
}

function itemsOf(body: unknown): Coded[] {
  const { items, result } = (body ?? {}) as { readonly items?: unknown; readonly result?: { readonly data?: { readonly items?: unknown } } }
  const list = items ?? result?.data?.items
  return Array.isArray(list) ? list.flatMap(({ problem }: { readonly problem?: Coded }) => (problem === undefined ? [] : [problem])) : []
}
