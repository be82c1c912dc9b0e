import { openStore } from '../access/store.ts'
import { exampleLibrary } from '../operations/example-library.ts'
import type { Context } from '../operations/operation.ts'
import { exampleProjectId } from '../operations/stored-project.ts'
import type { RequestContext } from './request-context.ts'
import { conditional } from './respond.ts'
import type { Routes } from './routes.ts'

type Json = Record<string, unknown>
type ContextOf = (asked: { readonly env: RequestContext; readonly request: Request }) => Context

/** Adds `/openapi.json` and `/openapi-3.0.json`. The document is made once, when it is first asked for. */
export function addDocuments(routes: Routes, contextOf: ContextOf): void {
  let made: Promise<Json> | undefined
  const bytes = new Map<string, Uint8Array<ArrayBuffer>>()
  const add = (path: string, render: (document: Json) => Json | Promise<Json>): void => {
    routes.get(path, async ({ env, req }) => {
      made ??= documentOf(contextOf({ env, request: req.raw }))
      const body = bytes.get(path) ?? new TextEncoder().encode(JSON.stringify(await render(await made)))
      bytes.set(path, body)
      return conditional(env, req.raw, body)
    })
  }
  add('/openapi.json', (document) => document)
  add('/openapi-3.0.json', async (document) => (await import('./older-openapi.ts')).olderOpenApi(document))
}

/** The OpenAPI document. Its examples are computed with this base, an empty store in memory and a fixed date, so that it is always the same. */
async function documentOf(context: Context): Promise<Json> {
  const { openApiDocument } = await import('./openapi.ts')
  let secrets = 0
  const store = openStore(undefined, () => new Date(context.kb.meta.referenceDate), {
    newId: () => exampleProjectId,
    newSecret: () => String(++secrets).padStart(30, '0'),
  })
  try {
    return await openApiDocument({ ...context, store, library: exampleLibrary })
  } finally {
    await store.close()
  }
}
