import { initTRPC, TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { z } from 'zod'
import { parseExactJson } from './engine/exact-json.ts'
import { RepeatedKeyError } from './engine/repeated-keys.ts'
import { errorKinds, internalError, type Language, problemBody, ServiceError } from './errors.ts'
import type { Context, Operation, Scope } from './operation.ts'
import { operationList, operations } from './operations/index.ts'
import { contradiction, limitedBytes, mostBytesOf, usualBodyBytes } from './rest.ts'

/** What tRPC knows of a request before any of its procedures is let in. */
interface Door {
  readonly language: Language
  readonly requestId: string
  /** Lets the caller through to what a scope guards; throws the `ServiceError` that says why not. */
  readonly admit: (scope: Scope) => Context
  /** Told what nobody foresaw. */
  readonly onFault: (error: unknown) => void
}

const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  406: 'BAD_REQUEST',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} as const

/** A door, with the input that the address carries; empty where it carries none. */
interface Passage extends Door {
  readonly query: string
}

const trpc = initTRPC.context<Passage>().create({
  errorFormatter({ shape, error, ctx }) {
    const { stack: _stack, ...data } = shape.data
    const failure = error.cause instanceof ServiceError ? error.cause : undefined
    return {
      ...shape,
      data: {
        ...data,
        problem:
          failure === undefined
            ? undefined
            : problemBody(failure, { language: ctx?.language ?? 'es', instance: '', requestId: ctx?.requestId ?? '' }),
      },
    }
  },
})

/** An operation as a query: the same input, scope and `run`. */
function queryOf<Input extends z.ZodObject, Output extends z.ZodType>(operation: Operation<Input, Output>) {
  return admitted(operation).query(({ ctx, input }) => answerOf(operation, ctx, input as z.output<Input>))
}

/** An operation that writes, as a mutation. */
function mutationOf<Input extends z.ZodObject, Output extends z.ZodType>(operation: Operation<Input, Output>) {
  return admitted(operation).mutation(({ ctx, input }) => answerOf(operation, ctx, input as z.output<Input>))
}

/** Who may not come in is told so before anything that was sent is read. */
function admitted<Input extends z.ZodObject, Output extends z.ZodType>({ scope, input }: Operation<Input, Output>) {
  return trpc.procedure
    .use(async ({ ctx, next, getRawInput }) => {
      try {
        const context = ctx.admit(scope)
        refuseContradiction(ctx.query)
        await getRawInput()
        return next({ ctx: { context } })
      } catch (error) {
        throw trpcErrorOf(error, ctx)
      }
    })
    .input(input)
}

async function answerOf<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  { context, ...door }: Door & { readonly context: Context },
  input: z.output<Input>,
): Promise<z.input<Output>> {
  try {
    return await operation.run(context, input)
  } catch (error) {
    throw trpcErrorOf(error, door)
  }
}

/** tRPC's own error for any other. What nobody foresaw is told to the log alone: its words may name files or what was sent. */
function trpcErrorOf(error: unknown, { language, onFault }: Pick<Door, 'language' | 'onFault'>): TRPCError {
  if (error instanceof TRPCError && !(error.cause instanceof ServiceError)) return error
  const cause = error instanceof TRPCError ? error.cause : error
  if (!(cause instanceof ServiceError)) onFault(cause)
  const failure = cause instanceof ServiceError ? cause : internalError()
  return new TRPCError({ code: codes[errorKinds[failure.code].status], message: failure.detail[language], cause: failure })
}

/** The router of our own pages: queries, and mutations for the operations that write. */
const appRouter = trpc.router({
  verify: queryOf(operations.verify),
  verifyBatch: queryOf(operations.verifyBatch),
  ask: queryOf(operations.ask),
  search: queryOf(operations.search),
  diffDocument: queryOf(operations.diffDocument),
  getArticle: queryOf(operations.getArticle),
  getGeo: queryOf(operations.getGeo),
  listMunicipios: queryOf(operations.listMunicipios),
  listZonas: queryOf(operations.listZonas),
  listReglas: queryOf(operations.listReglas),
  listElementos: queryOf(operations.listElementos),
  listCondiciones: queryOf(operations.listCondiciones),
  listCollections: queryOf(operations.listCollections),
  listDocuments: queryOf(operations.listDocuments),
  getDocument: queryOf(operations.getDocument),
  getMeta: queryOf(operations.getMeta),
  createProject: mutationOf(operations.createProject),
  listProjects: queryOf(operations.listProjects),
  getProject: queryOf(operations.getProject),
  replaceProject: mutationOf(operations.replaceProject),
  deleteProject: mutationOf(operations.deleteProject),
  listKeys: queryOf(operations.listKeys),
  issueKey: mutationOf(operations.issueKey),
  revokeKey: mutationOf(operations.revokeKey),
  rotateKey: mutationOf(operations.rotateKey),
  listAudit: queryOf(operations.listAudit),
  checkAudit: queryOf(operations.checkAudit),
  readChecks: queryOf(operations.readChecks),
  listBases: queryOf(operations.listBases),
  installBase: mutationOf(operations.installBase),
  rollbackBase: mutationOf(operations.rollbackBase),
  getServer: queryOf(operations.getServer),
  switchLan: mutationOf(operations.switchLan),
  trustPublisher: mutationOf(operations.trustPublisher),
})
export type AppRouter = typeof appRouter

/** The operations that a tRPC address names, each once; `trpc` where it names none. Whatever else it says is left out. */
export function procedureNames(path: string): string {
  const names = new Set(path.slice('/trpc/'.length).split(/,|%2c/i))
  return [...names].filter((name) => Object.hasOwn(operations, name)).join(',') || 'trpc'
}

/** Answers a tRPC request. Its body is read only once a procedure has let the caller in, and no further than the operations it names take. */
export function trpcFetch(request: Request, door: Door): Promise<Response> {
  return fetchRequestHandler({
    endpoint: '/trpc',
    req: bounded(request),
    router: appRouter,
    createContext: () => ({ ...door, query: new URL(request.url).searchParams.get('input') ?? '' }),
    allowMethodOverride: true,
  })
}

/** Throws `contradiction` where a JSON text states a field twice with different values. Text that is not JSON is left to tRPC. */
function refuseContradiction(text: string): void {
  try {
    parseExactJson(text)
  } catch (error) {
    if (error instanceof RepeatedKeyError) throw contradiction(error)
  }
}

function bounded(request: Request): Request {
  if (request.body === null) return request
  const { url, method, headers } = request
  const named = procedureNames(new URL(url).pathname).split(',')
  const most = Math.max(...operationList.map((operation) => (named.includes(operation.name) ? mostBytesOf(operation) : usualBodyBytes)))
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const bytes = await limitedBytes(request, most)
          refuseContradiction(new TextDecoder().decode(bytes))
          controller.enqueue(bytes)
          controller.close()
        } catch (error) {
          controller.error(error)
        }
      },
    },
    // Nothing is read ahead of whoever asks for it.
    { highWaterMark: 0 },
  )
  const init = { method, headers, body, duplex: 'half' }
  return new Request(url, init)
}
