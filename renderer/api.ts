import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../server/api/trpc.ts'
import type { MissingField, ShownError } from '../server/errors/service-error.ts'
import { type Credential, credentialHeaders } from './sign-in.ts'
import type { Language } from './text.ts'

export type Client = ReturnType<typeof createClient>
export type Inputs = inferRouterInputs<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>

/** An error answer of the service, without the fields that the pages do not use. */
export interface Problem {
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly missing: readonly MissingField[]
  /** Errors by field. */
  readonly errors: readonly ShownError[]
  readonly candidates: readonly (string | Readonly<Record<string, string>>)[]
  readonly accepted_units: readonly string[]
}

function headersOf(credential: Credential | undefined, language: Language): Record<string, string> {
  return { 'Accept-Language': language, ...credentialHeaders(credential) }
}

interface ClientOptions {
  readonly credential: Credential | undefined
  readonly language: Language
  /** Called at every answer with the knowledge base that gave it. */
  onBase(base: string): void
}

/** The typed client of the service. */
export function createClient({ credential, language, onBase }: ClientOptions) {
  const reportingFetch: typeof fetch = async (input, init) => reportBase(await fetch(input, init), onBase)
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: '/trpc', methodOverride: 'POST', headers: headersOf(credential, language), fetch: reportingFetch as never })],
  })
}

/** Reports the knowledge base of a response, then returns the response. */
function reportBase(response: Response, onBase: ClientOptions['onBase']): Response {
  const base = response.headers.get('Knowledge-Base')
  if (base !== null) onBase(base)
  return response
}

export type FetchFile = ReturnType<typeof createFetchFile>

/** Returns a function that requests a file, such as a PDF; with GET if there is no body. It throws `FileProblem` if the service answers with an error. */
export function createFetchFile({ credential, language, onBase }: ClientOptions) {
  return async (path: string, body?: unknown): Promise<Blob> => {
    const headers = { ...headersOf(credential, language), 'Content-Type': 'application/json' }
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    const response = reportBase(await fetch(path, sent), onBase)
    if (response.ok) return response.blob()
    throw new FileProblem((await response.json()) as Partial<Problem>)
  }
}

/** The error answer to a request for a file. */
class FileProblem extends Error {
  readonly problem: Partial<Problem>

  constructor(problem: Partial<Problem>) {
    super(problem.title)
    this.problem = problem
  }
}

/** The problem document of a failed request; undefined if the service was not reached or sent none. */
export function problemOf(error: unknown): Problem | undefined {
  const problem = sentProblem(error)
  if (problem?.code === undefined) return undefined
  const { code, title = '', detail = '', missing = [], errors = [], candidates = [], accepted_units = [] } = problem
  return { code, title, detail, missing, errors, candidates, accepted_units }
}

function sentProblem(error: unknown): Partial<Problem> | undefined {
  if (error instanceof FileProblem) return error.problem
  return error instanceof TRPCClientError ? ((error as TRPCClientError<AppRouter>).data?.problem as Partial<Problem> | undefined) : undefined
}
