import { initTRPC, TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { z } from 'zod'
import { errorKinds, type Language, problemBody, ServiceError } from './errors.ts'
import type { Context, Operation, Scope } from './operation.ts'
import { operations } from './operations/index.ts'

/** Lets the caller through to what a scope guards; throws the `ServiceError` that says why not. */
type Admit = (scope: Scope) => Context

interface TrpcContext {
  readonly language: Language
  readonly admit: Admit
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
        problem: failure === undefined ? undefined : problemBody(failure, { language: ctx?.language ?? 'es', instance: '', requestId: '' }),
      },
    }
  },
})

/** An operation as a query: the same input, scope and `run`. */
function queryOf<Input extends z.ZodObject, Output extends z.ZodType>(operation: Operation<Input, Output>) {
  return trpc.procedure.input(operation.input).query(({ ctx, input }) => answerOf(operation, ctx, input as z.output<Input>))
}

/** An operation that writes, as a mutation. */
function mutationOf<Input extends z.ZodObject, Output extends z.ZodType>(operation: Operation<Input, Output>) {
  return trpc.procedure.input(operation.input).mutation(({ ctx, input }) => answerOf(operation, ctx, input as z.output<Input>))
}

async function answerOf<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  { admit, language }: TrpcContext,
  input: z.output<Input>,
): Promise<z.input<Output>> {
  try {
    return await operation.run(admit(operation.scope), input)
  } catch (error) {
    if (error instanceof ServiceError)
      throw new TRPCError({ code: codes[errorKinds[error.code].status], message: error.detail[language], cause: error })
    throw error
  }
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

/** Answers a tRPC request. */
export function trpcFetch(request: Request, language: Language, admit: Admit): Promise<Response> {
  return fetchRequestHandler({
    endpoint: '/trpc',
    req: request,
    router: appRouter,
    createContext: () => ({ language, admit }),
    allowMethodOverride: true,
  })
}
