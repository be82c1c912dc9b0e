import { openStore, type Store } from '../access/store.ts'
import { createApp } from '../api/app.ts'
import { openLanguageModel } from '../ask/language-model.ts'
import { readConfig } from '../config/config.ts'
import { parseExactJson } from '../engine/exact-json.ts'
import { type KnowledgeBase, openKnowledgeBase } from '../kb/open.ts'
import { type Library, openLibrary } from '../library/library.ts'
import { chooseBase } from '../packs/choose-base.ts'
import { openState } from './open-state.ts'
import { placeStated } from './place-flag.ts'
import type { Answer, Json } from './problem-text.ts'
import { flagsOf, type Terminal } from './terminal.ts'

/** The service in this process: the same answers as over the network, without a key. */
export interface Local {
  readonly kb: KnowledgeBase
  readonly library: Library
  readonly store: Store
  /** Sends one request. With a body it is a POST, unless another method is given; a text body is sent unchanged. */
  fetch(path: string, body?: Json | string, method?: 'GET' | 'POST' | 'PUT' | 'DELETE'): Promise<Response>
  close(): Promise<void>
}

/** Opens the service for one command: over the data folder, or over an empty store in memory. Throws `OperatorError` if the base cannot be read. */
export async function openLocal(terminal: Terminal, values: Readonly<Record<string, unknown>>, store: 'stored' | 'nothing-stored'): Promise<Local> {
  const config = readConfig(terminal.environment, flagsOf(values))
  const kb = openKnowledgeBase(chooseBase(config).file)
  const opened = store === 'stored' ? await openState(config) : openStore(undefined, () => new Date(), { ...config, keyFolder: config.dataFolder })
  const library = openLibrary(config.dataFolder, () => new Date())
  const app = createApp({
    kb,
    library,
    store: opened,
    rate: undefined,
    allowedHosts: [],
    languageModel: config.languageModel === undefined ? undefined : openLanguageModel(config.languageModel),
    newRequestId: () => 'cli',
    log: () => undefined,
  })
  return {
    kb,
    library,
    store: opened,
    fetch(path, body, method = body === undefined ? 'GET' : 'POST') {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const headers = { 'accept-language': terminal.language, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
      const sent = body === undefined ? {} : { body: text }
      return app.fetch(new Request(`http://localhost${path}`, { method, headers, ...sent }), { kind: 'terminal' })
    },
    async close() {
      library.close()
      await opened.close()
      kb.close()
    },
  }
}

/** Reads a response; its numbers keep all their digits. */
export async function answerOf(response: Response): Promise<Answer> {
  return { ok: response.ok, body: parseExactJson(await response.text()) as Json }
}

/** Sends one request to a service that stores nothing. The request is made with the place of `--geo`, which may be a name; without one with nothing. */
export async function callService(
  terminal: Terminal,
  values: Readonly<Record<string, unknown>> & { readonly geo?: string | undefined },
  request: (place: { readonly geo_id?: string }) => { readonly path: string; readonly body?: Json | string },
): Promise<Answer> {
  const local = await openLocal(terminal, values, 'nothing-stored')
  try {
    const { path, body } = request(values.geo === undefined ? {} : { geo_id: await placeStated(values.geo, local.kb, terminal) })
    return await answerOf(await local.fetch(path, body))
  } finally {
    await local.close()
  }
}
