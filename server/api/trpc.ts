import { initTRPC, TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { z } from 'zod'
import { parseExactJson } from '../engine/exact-json.ts'
import { RepeatedKeyError } from '../engine/repeated-keys.ts'
import { errorKinds } from '../errors/error-kinds.ts'
import type { Language } from '../errors/language.ts'
import { quoted } from '../errors/quoted.ts'
import { internalError, ServiceError } from '../errors/service-error.ts'
import { copyRequest } from '../http/normalize-url.ts'
import { operationList, operations } from '../operations/index.ts'
import type { Context, Operation } from '../operations/operation.ts'
import { parseInput } from './parse-input.ts'
import { problemBody } from './problem-body.ts'
import { contradictionError, defaultBodyBytes, helpOf, largestBodyOf, limitedBytes } from './read-input.ts'

/** What the adapter passes to tRPC for one request. */
interface TrpcRequest {
  readonly language: Language
  readonly requestId: string
  /** Authorizes the caller for an operation, and sets it as the operation of the request. Throws a `ServiceError` as `authorize` does. */
  readonly authorize: (operation: Pick<Operation, 'name' | 'scope'>) => Promise<Context>
  /** Called with every unexpected error, for the log. */
  readonly onUnexpected: (error: unknown) => void
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

/** The tRPC context of a request. `query` is the input in the query string, empty if there is none. */
interface TrpcContext extends TrpcRequest {
  readonly query: string
}

const trpc = initTRPC.context<TrpcContext>().create({
  errorFormatter({ shape, error, ctx }) {
    const { stack: _stack, path, ...data } = shape.data
    const failure = error.cause instanceof ServiceError ? error.cause : undefined
    return {
      ...shape,
      // Messages of tRPC itself repeat the path: it is cut.
      message: failure === undefined ? quoted(shape.message) : shape.message,
      data: {
        ...data,
        ...(path === undefined ? {} : { path: quoted(path) }),
        problem:
          failure === undefined
            ? undefined
            : problemBody(failure, { language: ctx?.language ?? 'es', instance: '', requestId: ctx?.requestId ?? '' }),
      },
    }
  },
})

/** Makes a tRPC query of an operation: the same input, scope and `run`. */
function queryOf<Input extends z.ZodObject, Output extends z.ZodType>(operation: Operation<Input, Output>) {
  return authorized(operation).query(({ ctx }) => answerOf(operation, ctx))
}

/** Makes a tRPC mutation of an operation that writes. */
function mutationOf<Input extends z.ZodObject, Output extends z.ZodType>(operation: Operation<Input, Output>) {
  return authorized(operation).mutation(({ ctx }) => answerOf(operation, ctx))
}

/** Authorizes the caller before the input is read, then parses the input as REST does, with the same problems. */
function authorized<Input extends z.ZodObject, Output extends z.ZodType>({ name, scope, input, help }: Operation<Input, Output>) {
  return trpc.procedure
    .use(async ({ ctx, next, getRawInput }) => {
      try {
        const context = await ctx.authorize({ name, scope })
        rejectContradiction(ctx.query)
        const read = parseInput(input, await getRawInput(), { from: 'body', language: ctx.language, help: helpOf({ help }, context.kb) })
        return next({ ctx: { context, read } })
      } catch (error) {
        throw trpcErrorOf(error, ctx)
      }
    })
    .input(alreadyRead<Input>())
}

/** Gives tRPC the type of an input that the middleware has already parsed. Its own parser would list every error without a limit. */
function alreadyRead<Input extends z.ZodObject>() {
  const reader = { parse: (sent: unknown) => sent }
  // Safe cast: it only adds the types of the schema.
  return reader as typeof reader & { readonly _input: z.input<Input>; readonly _output: z.input<Input> }
}

async function answerOf<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  { context, read, ...given }: TrpcRequest & { readonly context: Context; readonly read: z.output<Input> },
): Promise<z.input<Output>> {
  try {
    return await operation.run(context, read)
  } catch (error) {
    throw trpcErrorOf(error, given)
  }
}

/** Converts any error to a tRPC error. The message of an unexpected one goes to the log only, because it may contain file names or data of the request. */
function trpcErrorOf(error: unknown, { language, onUnexpected }: Pick<TrpcRequest, 'language' | 'onUnexpected'>): TRPCError {
  if (error instanceof TRPCError && !(error.cause instanceof ServiceError)) return error
  const cause = error instanceof TRPCError ? error.cause : error
  if (!(cause instanceof ServiceError)) onUnexpected(cause)
  const failure = cause instanceof ServiceError ? cause : internalError()
  return new TRPCError({ code: codes[errorKinds[failure.code].status], message: failure.detail[language], cause: failure })
}

type Operations = typeof operations
type ProcedureOf<One> = One extends { readonly input: infer Input extends z.ZodObject; readonly output: infer Output extends z.ZodType }
  ? One extends { readonly writes?: true }
    ? ReturnType<typeof mutationOf<Input, Output>>
    : ReturnType<typeof queryOf<Input, Output>>
  : never
/** Every operation except those with file answers, which tRPC cannot return. */
type Procedures = {
  [Name in keyof Operations as Operations[Name] extends { readonly files?: undefined } ? Name : never]: ProcedureOf<Operations[Name]>
}

const procedures = Object.fromEntries(
  operationList.filter(({ files }) => files === undefined).map((one) => [one.name, one.writes === true ? mutationOf(one) : queryOf(one)]),
)

/** The router for the pages: a query for each operation, a mutation for each that writes. Safe cast: it gives each procedure the types of its operation. */
const appRouter = trpc.router(procedures as unknown as Procedures)
/** The type of the router, for typed clients. */
export type AppRouter = typeof appRouter

/** The name of the operation in a tRPC path; `trpc` for any other path, so that the log and the audit never repeat it. */
export function procedureName(path: string): string {
  const name = path.slice('/trpc/'.length)
  return Object.hasOwn(operations, name) ? name : 'trpc'
}

/**
 * Answers a tRPC request for one procedure. The body is read only after the caller is authorized, up to the limit of the operation. Batches
 * of several procedures are rejected, because there is no limit on their answers together.
 */
export function trpcFetch(request: Request, given: TrpcRequest): Promise<Response> {
  return fetchRequestHandler({
    endpoint: '/trpc',
    req: bounded(request),
    router: appRouter,
    createContext: () => ({ ...given, query: new URL(request.url).searchParams.get('input') ?? '' }),
    allowMethodOverride: true,
    allowBatching: false,
  })
}

/** Throws `contradiction` if a JSON text states a field twice with different values. Text that is not JSON is left to tRPC. */
function rejectContradiction(text: string): void {
  try {
    parseExactJson(text)
  } catch (error) {
    if (error instanceof RepeatedKeyError) throw contradictionError(error)
  }
}

/** The request with a body that is read, and limited, only when tRPC asks for it. */
function bounded(request: Request): Request {
  if (request.body === null) return request
  const named = operationList.find(({ name }) => name === procedureName(new URL(request.url).pathname))
  const most = named === undefined ? defaultBodyBytes : largestBodyOf(named)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const bytes = await limitedBytes(request, most)
          rejectContradiction(new TextDecoder().decode(bytes))
          controller.enqueue(bytes)
          controller.close()
        } catch (error) {
          controller.error(error)
        }
      },
    },
    // Without this the stream would read ahead, before the caller is authorized.
    { highWaterMark: 0 },
  )
  return copyRequest(request, request.url, body)
}
