import { createTRPCClient, httpLink, splitLink, TRPCClientError } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../server/api/trpc.ts'
import type { MissingField, ShownError } from '../server/errors/service-error.ts'
import { savedHeader } from './offline/kept-copy.ts'
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
  /** Pairs that the words of a check may mean. */
  readonly pairs: readonly { readonly element: string; readonly parameter: string; readonly label: string }[]
}

function headersOf(credential: Credential | undefined, language: Language): Record<string, string> {
  return { 'Accept-Language': language, ...credentialHeaders(credential) }
}

interface ClientOptions {
  readonly credential: Credential | undefined
  readonly language: Language
  /** Called at every answer with the knowledge base that gave it. */
  onBase(base: string): void
  /** Called at every answer with the moment when the copy was saved that gave it; undefined for an answer of the server. */
  onCopy(savedAt: string | undefined): void
}

/** Long lists that change with the base only. They are asked for with GET, so that the browser keeps them and asks whether they have changed. Nothing private is in their addresses. */
const lists: ReadonlySet<string> = new Set(['listMunicipios', 'listElements', 'listCollections', 'listDocuments', 'listZones'])

/** The typed client of the service. */
export function createClient({ credential, language, ...reports }: ClientOptions) {
  const reportingFetch: typeof fetch = async (input, init) => report(await fetch(input, init), reports)
  const options = { url: '/trpc', headers: headersOf(credential, language), fetch: reportingFetch as never }
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ path }) => lists.has(path),
        true: httpLink(options),
        false: httpLink({ ...options, methodOverride: 'POST' }),
      }),
    ],
  })
}

/** Reports the knowledge base of a response, and whether a copy of it answered, then returns the response. */
function report(response: Response, { onBase, onCopy }: Pick<ClientOptions, 'onBase' | 'onCopy'>): Response {
  const base = response.headers.get('Knowledge-Base')
  if (base === null) return response
  onBase(base)
  onCopy(response.headers.get(savedHeader) ?? undefined)
  return response
}

export type FetchFile = ReturnType<typeof createFetchFile>

/** Returns a function that requests a file, such as a PDF; with GET if there is no body. It throws `FileProblem` if the service answers with an error. */
export function createFetchFile({ credential, language, ...reports }: ClientOptions) {
  return async (path: string, body?: unknown): Promise<Blob> => {
    const headers = { ...headersOf(credential, language), 'Content-Type': 'application/json' }
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    const response = report(await fetch(path, sent), reports)
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
  const { code, title = '', detail = '', missing = [], errors = [], candidates = [], accepted_units = [], pairs = [] } = problem
  return { code, title, detail, missing, errors, candidates, accepted_units, pairs }
}

function sentProblem(error: unknown): Partial<Problem> | undefined {
  if (error instanceof FileProblem) return error.problem
  return error instanceof TRPCClientError ? ((error as TRPCClientError<AppRouter>).data?.problem as Partial<Problem> | undefined) : undefined
}
