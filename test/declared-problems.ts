import { type App, createApp } from '../server/api/app.ts'
import type { Dependencies } from '../server/api/dependencies.ts'
import { problemsOf } from '../server/api/openapi.ts'
import { operationList } from '../server/operations/index.ts'

interface Coded {
  readonly code?: unknown
}

/** A service whose `fetch` rejects as that of `declaredOnly`. Identifiers of requests and a log are its own where none are given. */
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
 * A service whose `fetch` rejects where an operation answers with a problem code that its documentation does not name: over REST,
 * over tRPC, or for one item of a batch. `operationOf` says from the log which operation a request reached.
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

/** Throws where a body holds a problem that the operation of that name does not declare. Bodies of what is no operation are let pass. */
export function refuseUndeclared(name: string, body: unknown): void {
  const operation = operationList.find((one) => one.name === name)
  if (operation === undefined) return
  // What an item of a batch may answer is what `verify` declares.
  const verify = operationList.find((one) => one.name === 'verify')
  const ofItems = verify === undefined ? [] : problemsOf(verify)
  for (const [problem, declared] of [[problemOf(body), problemsOf(operation)], ...itemsOf(body).map((item) => [item, ofItems] as const)] as const) {
    if (problem?.code === undefined || declared.some((code) => code === problem.code)) continue
    throw new Error(`${name} answers with the problem "${String(problem.code)}", which it does not declare; it declares: ${declared.join(', ')}`)
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return undefined
  return response.clone().json()
}

/** The problem that a body is, or that tRPC wraps. */
function problemOf(body: unknown): Coded | undefined {
  const { error, ...plain } = (body ?? {}) as { readonly error?: { readonly data?: { readonly problem?: Coded } } } & Coded
  return error === undefined ? plain : error.data?.problem
}

function itemsOf(body: unknown): Coded[] {
  const { items, result } = (body ?? {}) as { readonly items?: unknown; readonly result?: { readonly data?: { readonly items?: unknown } } }
  const list = items ?? result?.data?.items
  return Array.isArray(list) ? list.flatMap(({ problem }: { readonly problem?: Coded }) => (problem === undefined ? [] : [problem])) : []
}
