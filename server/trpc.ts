import { initTRPC, TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { z } from 'zod'
import { errorKinds, problemBody, ServiceError } from './errors.ts'
import type { Context, Operation, Scope } from './operation.ts'
import { operations } from './operations/index.ts'

interface TrpcContext {
  readonly context: Context
  readonly admit: (scope: Scope) => void
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

const trpc = initTRPC.context<TrpcContext>().create({
  errorFormatter({ shape, error, ctx }) {
    const { stack: _stack, ...data } = shape.data
    const failure = error.cause instanceof ServiceError ? error.cause : undefined
    return {
      ...shape,
      data: {
        ...data,
        problem: failure === undefined ? undefined : problemBody(failure, { language: ctx?.context.language ?? 'es', instance: '', requestId: '' }),
      },
    }
  },
})

/** One procedure from one operation: a query for GET, a mutation for POST; the same input, scope and `run`. */
function procedureOf<Input extends z.ZodObject, Output extends z.ZodType>(operation: Operation<Input, Output>) {
  return trpc.procedure.input(operation.input).query(async ({ ctx, input }): Promise<z.input<Output>> => {
    try {
      ctx.admit(operation.scope)
      return await operation.run(ctx.context, input as z.output<Input>)
    } catch (error) {
      if (error instanceof ServiceError)
        throw new TRPCError({ code: codes[errorKinds[error.code].status], message: error.detail[ctx.context.language], cause: error })
      throw error
    }
  })
}

/** The router of our own pages. Every operation is a query: none of them changes anything. */
export const appRouter = trpc.router({
  verify: procedureOf(operations.verify),
  ask: procedureOf(operations.ask),
  search: procedureOf(operations.search),
  diffDocument: procedureOf(operations.diffDocument),
  getArticle: procedureOf(operations.getArticle),
  getGeo: procedureOf(operations.getGeo),
  listMunicipios: procedureOf(operations.listMunicipios),
  listReglas: procedureOf(operations.listReglas),
  listElementos: procedureOf(operations.listElementos),
  listCollections: procedureOf(operations.listCollections),
  listDocuments: procedureOf(operations.listDocuments),
  getDocument: procedureOf(operations.getDocument),
  getMeta: procedureOf(operations.getMeta),
})
export type AppRouter = typeof appRouter

/** Answers a tRPC request. */
export function trpcFetch(request: Request, context: Context, admit: (scope: Scope) => void): Promise<Response> {
  return fetchRequestHandler({
    endpoint: '/trpc',
    req: request,
    router: appRouter,
    createContext: () => ({ context, admit }),
    allowMethodOverride: true,
  })
}
