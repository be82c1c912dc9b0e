import { z } from 'zod'
import { securityHeaders } from '../server/http/headers.ts'
import type { Window } from './electron-api.ts'

/** Where the page asks for words to be found in it. */
export const findPath = '/escritorio/buscar-en-la-pagina'

const wanted = z.strictObject({ text: z.string().max(200), direction: z.enum(['first', 'next', 'previous']) })

/** Returns a function that finds words in the page and answers how many there are and which one is shown. Empty text ends it. */
export function findInPage({ webContents }: Window): (request: Request) => Promise<Response> {
  return async (request) => {
    const parsed = wanted.safeParse(await request.json().catch(() => undefined))
    if (!parsed.success) return new Response(null, { status: 422, headers: securityHeaders })
    const { text, direction } = parsed.data
    if (text === '') {
      webContents.stopFindInPage('keepSelection')
      return answer({ active: 0, total: 0 })
    }
    return answer(
      await new Promise((resolve) => {
        webContents.once('found-in-page', (_event, { activeMatchOrdinal, matches }) => resolve({ active: activeMatchOrdinal, total: matches }))
        webContents.findInPage(text, { forward: direction !== 'previous', findNext: direction === 'first' })
      }),
    )
  }
}

function answer(found: { readonly active: number; readonly total: number }): Response {
  return Response.json(found, { headers: securityHeaders })
}
