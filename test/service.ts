import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Keys } from '../server/access/key.ts'
import { openRateLimiter } from '../server/access/rate-limit.ts'
import { type EmbeddedStore, openStore } from '../server/access/store.ts'
import type { App } from '../server/api/app.ts'
import type { LogLine } from '../server/api/dependencies.ts'
import type { Pages } from '../server/api/pages.ts'
import type { LanguageModel } from '../server/ask/language-model.ts'
import type { Caller } from '../server/http/caller.ts'
import { type KnowledgeBase, openKnowledgeBase } from '../server/kb/open.ts'
import type { Process } from '../server/operations/operation.ts'
import { testApp } from './declared-problems.ts'

export type Json = Record<string, unknown>

export const desktop: Caller = { kind: 'desktop' }
export const network: Caller = { kind: 'network', address: '127.0.0.1' }

/** Opens the real knowledge base. */
export function realBase(): KnowledgeBase {
  return openKnowledgeBase(inject('packFile'))
}

let shared: KnowledgeBase | undefined

/** The real knowledge base, opened once for all files that a worker runs: what it reads and works out when first asked is kept. No test may close it. */
function sharedBase(): KnowledgeBase {
  shared ??= realBase()
  return shared
}

export interface Service {
  readonly app: App
  readonly kb: KnowledgeBase
  readonly keys: Keys
  readonly store: EmbeddedStore
  readonly lines: LogLine[]
  readonly folder: string
  /** A key with the scopes read, verify and ask. */
  readonly key: string
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  get(path: string, headers?: Record<string, string>): Promise<Response>
}

/** Starts a service over the real knowledge base, with its state in a temporary folder and an adjustable clock. */
export function startService(
  options: {
    readonly now?: () => Date
    readonly perMinute?: number
    readonly languageModel?: LanguageModel | undefined
    readonly pages?: Pages | undefined
    readonly process?: Process
    /** A base of its own, which the test may close. */
    readonly kb?: KnowledgeBase
  } = {},
): Service {
  const kb = options.kb ?? sharedBase()
  const folder = mkdtempSync(join(tmpdir(), 'plomada-state-'))
  const now = options.now ?? (() => new Date())
  const store = openStore(folder, now)
  const { keys } = store
  const lines: LogLine[] = []
  const rate = options.perMinute === undefined ? undefined : openRateLimiter(options.perMinute, () => now().getTime())
  const app = testApp({
    kb,
    pages: options.pages,
    process: options.process,
    store,
    rate,
    allowedHosts: ['plomada.test'],
    languageModel: options.languageModel,
    log: (line) => lines.push(line),
  })
  const { text: key } = keys.issue({ name: 'test', scopes: ['read', 'verify', 'ask'], expiresAt: null })
  const auth = { authorization: `Bearer ${key}`, host: 'localhost' }
  return {
    app,
    kb,
    keys,
    store,
    lines,
    folder,
    key,
    post: (path, body, headers = {}) =>
      app.fetch(
        new Request(`http://localhost${path}`, {
          method: 'POST',
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...auth, ...headers },
        }),
        network,
      ),
    get: (path, headers = {}) => app.fetch(new Request(`http://localhost${path}`, { headers: { ...auth, ...headers } }), network),
  }
}

export async function bodyOf(response: Response): Promise<Json> {
  return (await response.json()) as Json
}

/** The example request of the guides. */
export const flatRoof = {
  element: 'cubierta-plana',
  parameter: 'transmitancia-termica',
  value: 0.5,
  unit: 'W/m²K',
  geo_id: 'ES-28079',
  codes: [{ slug: 'cte-db-he' }],
}
