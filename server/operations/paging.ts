import { createHash } from 'node:crypto'
import { ServiceError } from '../errors/service-error.ts'

/** A page of a list: at most `limit` items after the cursor. Without `limit` and cursor, the whole list. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly next_cursor: string | null
}

/**
 * Returns one page of a list. A cursor is valid only for the query and pack that made it. Throws `cursor-stale` for a cursor of another
 * query or pack, and `cursor-invalid` for any other text.
 */
export function pageOf<T>(
  all: readonly T[],
  request: { readonly limit: number | undefined; readonly cursor: string | undefined; readonly query: string; readonly pack: string },
): Page<T> {
  const bound = createHash('sha256').update(`${request.pack}\n${request.query}`).digest('base64url').slice(0, 16)
  const start = request.cursor === undefined ? 0 : startOf(request.cursor, bound)
  const limit = request.limit ?? (request.cursor === undefined ? all.length : 20)
  const items = all.slice(start, start + limit)
  const end = start + items.length
  return { items, total: all.length, next_cursor: end < all.length ? Buffer.from(`${bound}.${end}`).toString('base64url') : null }
}

function startOf(cursor: string, bound: string): number {
  const match = /^([\w-]{16})\.(\d{1,7})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (match?.[1] === undefined)
    throw new ServiceError('cursor-invalid', {
      es: 'El cursor no es de este servicio: use next_cursor de la página anterior',
      en: 'The cursor is not from this service: use next_cursor of the previous page',
    })
  if (match[1] !== bound)
    throw new ServiceError('cursor-stale', {
      es: 'El cursor es de otra consulta o de otra base: empiece de nuevo sin cursor',
      en: 'The cursor belongs to another query or knowledge base: start again without one',
    })
  return Number(match[2])
}
