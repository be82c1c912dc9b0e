import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../server/api/trpc.ts'
import type { FieldError, MissingField } from '../server/errors/service-error.ts'
import type { Language } from './text.ts'

export type Client = ReturnType<typeof createClient>
export type Inputs = inferRouterInputs<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>

/** What the service says where it cannot answer. */
export interface Problem {
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly missing: readonly MissingField[]
  /** What is wrong, field by field. */
  readonly errors: readonly FieldError[]
  readonly candidates: readonly (string | Readonly<Record<string, string>>)[]
  readonly accepted_units: readonly string[]
}

function headersOf(key: string | undefined, language: Language): Record<string, string> {
  return { 'Accept-Language': language, ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) }
}

interface Asking {
  readonly key: string | undefined
  readonly language: Language
  /** Called with the base that answered, at every answer. */
  onBase(base: string): void
}

/** The service, typed. The key, if there is one, stays in this closure: nothing writes it down. */
export function createClient({ key, language, onBase }: Asking) {
  const noted: typeof fetch = async (input, init) => noteBase(await fetch(input, init), onBase)
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: '/trpc', methodOverride: 'POST', headers: headersOf(key, language), fetch: noted as never })],
  })
}

/** Tells which base an answer is from, and gives the answer back. */
function noteBase(response: Response, onBase: Asking['onBase']): Response {
  const base = response.headers.get('Knowledge-Base')
  if (base !== null) onBase(base)
  return response
}

export type FetchFile = ReturnType<typeof createFetchFile>

/** Asks for what is no JSON, a PDF for one. Throws `FileProblem` with what the service said where it refuses. */
export function createFetchFile({ key, language, onBase }: Asking) {
  return async (path: string, body: unknown): Promise<Blob> => {
    const headers = { ...headersOf(key, language), 'Content-Type': 'application/json' }
    const response = noteBase(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }), onBase)
    if (response.ok) return response.blob()
    throw new FileProblem((await response.json()) as Partial<Problem>)
  }
}

/** The problem that a request for a file was answered with. */
class FileProblem extends Error {
  readonly problem: Partial<Problem>

  constructor(problem: Partial<Problem>) {
    super(problem.title)
    this.problem = problem
  }
}

/** The problem that a failed request carries; undefined where the service was not reached or gave none. */
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
