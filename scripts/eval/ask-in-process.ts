import { openStore } from '../../server/access/store.ts'
import { createApp } from '../../server/api/app.ts'
import { defaultPackFile } from '../../server/config/defaults.ts'
import { type KnowledgeBase, openKnowledgeBase } from '../../server/kb/open.ts'

/** Opens the knowledge base (`PLOMADA_KB`, or the built one) and returns a function that asks the service a question without a socket. */
export function askIn(): { readonly kb: KnowledgeBase; readonly ask: (query: string, geoId?: string) => Promise<unknown> } {
  const kb = openKnowledgeBase(process.env['PLOMADA_KB'] ?? defaultPackFile)
  const app = createApp({
    kb,
    store: openStore(undefined, () => new Date()),
    rate: undefined,
    allowedHosts: [],
    newRequestId: () => 'eval',
    log: () => undefined,
  })
  const ask = async (query: string, geoId?: string): Promise<unknown> => {
    const request = new Request('http://localhost/api/v1/ask', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, geo_id: geoId }),
    })
    return (await app.fetch(request, { kind: 'desktop' })).json()
  }
  return { kb, ask }
}
