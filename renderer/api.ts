import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { MissingField } from '../server/errors.ts'
import type { AppRouter } from '../server/trpc.ts'
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
  readonly candidates: readonly (string | Readonly<Record<string, string>>)[]
  readonly accepted_units: readonly string[]
}

/** The service, typed. The key, if there is one, stays in this closure: nothing writes it down. */
export function createClient(key: string | undefined, language: Language) {
  const headers = { 'Accept-Language': language, ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) }
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc', methodOverride: 'POST', headers })] })
}

/** The problem that a failed request carries; undefined where the service was not reached or gave none. */
export function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof TRPCClientError)) return undefined
  const { data } = error as TRPCClientError<AppRouter>
  const problem = data?.problem as Partial<Problem> | undefined
  if (problem?.code === undefined) return undefined
  const { code, title = '', detail = '', missing = [], candidates = [], accepted_units = [] } = problem
  return { code, title, detail, missing, candidates, accepted_units }
}
